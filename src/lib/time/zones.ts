import { tryCatch } from '#lib/tryCatch.ts';
import { intlFormats } from './intlFormats.ts';

const DAY_MS = 86_400_000;

/** The browser's time zone, such as `Europe/Zurich`; `utc` if unknown. */
export function getLocalZone(): string {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isZoneName(name) ? name : 'utc';
}

export function isZoneName(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && tryCatch(() => intlFormats.getZone(name)) !== undefined;
}

/** Returns the start of the day in a time zone, `days` after the day that contains `at`, in ms. */
export function getStartOfDay(at: number, zone: string, days: number): number {
  const midnight = Math.floor((at + getZoneOffset(at, zone)) / DAY_MS) * DAY_MS + days * DAY_MS;
  // clocks may change on that day: its midnight is as either offset has it, or is left out
  const starts = [midnight - DAY_MS, midnight + DAY_MS].map((near) => midnight - getZoneOffset(near, zone));
  const onDay = starts.filter((start) => start + getZoneOffset(start, zone) >= midnight);
  return Math.min(...(onDay.length > 0 ? onDay : starts));
}

/** The reading of a clock at a time, as ms of UTC that read the same; `zone` is a name, `utc`, or `local`. */
export function toWallTime(at: number, zone: string): number {
  if (zone === 'utc') return at;
  return zone === 'local' ? at - new Date(at).getTimezoneOffset() * 60_000 : at + getZoneOffset(at, zone);
}

/** The time at which the local clock first reads this; one that is left out counts on from before it. */
export function parseLocalWallTime(wall: number): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()] as const;
  return new Date(year, month, day, ...clock).getTime();
}

/** Clocks are put back by less than this, in ms. */
const REPEATED_MAX_MS = 3 * 3_600_000;

/** Every time at which the local clock reads as it does at this time: two in an hour that is repeated, else one. */
export function findSameWallTimes(at: number): readonly number[] {
  const wall = toWallTime(at, 'local');
  const near = [at - REPEATED_MAX_MS, at + REPEATED_MAX_MS];
  const times = near.map((time) => wall - (toWallTime(time, 'local') - time));
  const same = times.filter((time) => toWallTime(time, 'local') === wall);
  return [...new Set([at, ...same])].sort((one, other) => one - other);
}

/** Returns the UTC offset of a time zone at a time, in ms. */
export function getZoneOffset(at: number, zone: string): number {
  const parts = new Map(
    intlFormats
      .getZone(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  // Date.UTC takes the years 0 to 99 for those of the 20th century
  const day = new Date(0).setUTCFullYear(of('year'), of('month') - 1, of('day'));
  const wall = day + ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1000;
  return wall - Math.floor(at / 1000) * 1000;
}
