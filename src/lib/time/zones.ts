import { tryCatch } from '#lib/tryCatch.ts';
import { intlFormats } from './intlFormats.ts';
import { formatTime } from './time.ts';

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
  return convertWallTimeToUtcMs(Math.floor(toWallTime(at, zone) / DAY_MS) * DAY_MS + days * DAY_MS, zone);
}

/** Converts a time to the wall clock time of a zone, as if that were UTC, in ms. `zone` is a name, `utc` or `local`. */
export function toWallTime(at: number, zone: string): number {
  if (zone === 'utc') return at;
  return zone === 'local' ? at - new Date(at).getTimezoneOffset() * 60_000 : at + getZoneOffset(at, zone);
}

/**
 * Finds the first time at which the clock of a zone, a name or `local`, shows a wall clock time. A skipped time is read
 * with the offset before the change.
 */
export function convertWallTimeToUtcMs(wall: number, zone: string): number {
  if (zone !== 'local') {
    // if clocks change on that day, the time has one of the two offsets or is skipped
    const times = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - getZoneOffset(near, zone));
    const shown = times.filter((time) => time + getZoneOffset(time, zone) >= wall);
    return Math.min(...(shown.length > 0 ? shown : times));
  }
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

/** Creates a function that formats times as `formatTime`, but in a zone, with its offset: `2026-05-04 12:04:31 +02:00`. */
export function createZonedTimeFormat(zone: string): typeof formatTime {
  return (time, mode, now) => {
    const utc = formatTime(time, 'utc', now);
    if (utc === undefined || mode === 'relative' || mode === 'epoch') return formatTime(time, mode, now);
    if (zone === 'UTC') return utc;
    const offset = getZoneOffset(time, zone);
    const clock = new Date(Math.abs(offset)).toISOString().slice(11, 16);
    return formatTime(time + offset, 'utc', now)?.replace('Z', ` ${offset < 0 ? '-' : '+'}${clock}`);
  };
}
