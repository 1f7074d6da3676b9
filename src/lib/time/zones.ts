import { tryCatch } from '#lib/tryCatch.ts';
import { intlFormats } from './intlFormats.ts';

const DAY_MS = 86_400_000;

/** Matches a UTC offset, such as `+05:30`. Some runtimes do not accept one as a time zone. */
export const UTC_OFFSET = /^[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?$/;

/** Returns the time zone of the browser, such as `Europe/Zurich`, or `utc` if it is unknown. */
export function getLocalZoneName(): string {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isZoneName(name) ? name : 'utc';
}

export function isZoneName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false;
  return UTC_OFFSET.test(name) || tryCatch(() => intlFormats.getZoneOffsetFormat(name)) !== undefined;
}

/** Returns the start of a day in a time zone, in ms since 1970. `days` counts from the day that contains `at`. */
export function getStartOfDayInZone(at: number, zone: string, days: number): number {
  const midnight = Math.floor((at + getZoneOffset(at, zone)) / DAY_MS) * DAY_MS + days * DAY_MS;
  // if clocks change on that day, midnight has one of the two offsets or is skipped
  const starts = [midnight - DAY_MS, midnight + DAY_MS].map((near) => midnight - getZoneOffset(near, zone));
  const onDay = starts.filter((start) => start + getZoneOffset(start, zone) >= midnight);
  return Math.min(...(onDay.length > 0 ? onDay : starts));
}

/** Converts a time to the wall clock time of a zone, as if that were UTC, in ms. `zone` is a name, `utc` or `local`. */
export function toWallTime(at: number, zone: string): number {
  if (zone === 'utc') return at;
  return zone === 'local' ? at - new Date(at).getTimezoneOffset() * 60_000 : at + getZoneOffset(at, zone);
}

/**
 * Finds the first time at which the local clock shows a wall clock time. A skipped time is read with the offset before
 * the change.
 */
export function convertLocalWallTimeToUtcMs(wall: number): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()] as const;
  return new Date(year, month, day, ...clock).getTime();
}

const REPEATED_MAX_MS = 3 * 3_600_000;

/**
 * Finds all times at which the local clock shows the same as at this time: two within a repeated hour, otherwise one.
 */
export function findTimesWithSameLocalClock(at: number): readonly number[] {
  const wall = toWallTime(at, 'local');
  const near = [at - REPEATED_MAX_MS, at + REPEATED_MAX_MS];
  const times = near.map((time) => wall - (toWallTime(time, 'local') - time));
  const same = times.filter((time) => toWallTime(time, 'local') === wall);
  return [...new Set([at, ...same])].sort((one, other) => one - other);
}

/** Returns the offset of a zone from UTC at a time, in ms. `zone` is a name or an offset, such as `+05:30`. */
export function getZoneOffset(at: number, zone: string): number {
  const text = UTC_OFFSET.test(zone) ? zone : intlFormats.getZoneOffsetFormat(zone).format(at);
  const [, sign, ...parts] = /([+-])(\d\d):?(\d\d)?:?(\d\d)?$/.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const offset = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return sign === '-' ? -offset : offset;
}
