import { ExactNumber } from '#lib/json/json.ts';
import { getZonePeriods } from '#lib/time/zonePeriods.ts';
import { floorDecimal, parseDecimal } from './decimal.ts';
import type { DateTruncUnit } from './groupSpec.ts';

/** Range of times that can be truncated, in ms since 1970: 0001-01-01 to 10000-01-01 (UTC, exclusive). */
export const MIN_DATE_TRUNC_MS = -62_135_596_800_000;
export const DATE_TRUNC_END_MS = 253_402_300_800_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const ISO_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?:Z|([+-])(0\d|1[0-4])(?::?([0-5]\d))?)$/;

/** Parses a number of ms, or ISO 8601 text with a time zone, to ms (rounded down). Undefined for other values. */
export function parseEpochOrIsoTime(value: unknown): number | undefined {
  const time = readTime(value);
  return time !== undefined && time >= MIN_DATE_TRUNC_MS && time < DATE_TRUNC_END_MS ? time : undefined;
}

function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.floor(value);
  if (value instanceof ExactNumber) return Number(floorDecimal(parseDecimal(value.text)));
  const parts = typeof value === 'string' ? ISO_TIME.exec(value) : null;
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second, sign, zoneHour, zoneMinute] = parts;
  const date = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // such as the 30th of February
  if (new Date(date).getUTCDate() !== Number(day) || year === '0000') return undefined;
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000;
  const offset = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * MINUTE_MS;
  return date + clock - (sign === '-' ? -offset : offset);
}

/**
 * Creates a function that returns the start of the unit that contains a time, both in ms. Hours and minutes also start
 * where the clocks change, so a repeated hour counts as two. If the clocks skip the start of a day, it starts there too.
 */
export function createTimeTruncater(unit: DateTruncUnit, zone: string): (time: number) => number {
  const { starts, offsets, wallEnds } = getZonePeriods(zone);
  const length = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS, week: DAY_MS, month: DAY_MS }[unit];
  const convertWallTime = (wall: number, period: number) =>
    Math.max(starts[period] ?? 0, wall - (offsets[period] ?? 0));
  return (time) => {
    const period = countUpTo(starts, time) - 1;
    const wall = Math.floor((time + (offsets[period] ?? 0)) / length) * length;
    if (unit === 'minute' || unit === 'hour') return convertWallTime(wall, period);
    const first = toFirstDay(wall, unit);
    return convertWallTime(first, countUpTo(wallEnds, first));
  };
}

/** Duration between one and two units, in ms. Added to the start of a unit, it leads into the next unit. */
export const STEP_INTO_NEXT_UNIT_MS: Record<DateTruncUnit, number> = {
  minute: 1.5 * MINUTE_MS,
  hour: 1.5 * HOUR_MS,
  day: 1.5 * DAY_MS,
  week: 10 * DAY_MS,
  month: 45 * DAY_MS,
};

/** Creates a function that returns the start of the next unit for that of a unit, both in ms. */
export function createUnitStepper(unit: DateTruncUnit, zone: string): (start: number) => number {
  const truncate = createTimeTruncater(unit, zone);
  return (start) => {
    let next = truncate(start + STEP_INTO_NEXT_UNIT_MS[unit]);
    // a unit that a change of the clocks shortens is followed by another one before that time
    for (let last = truncate(next - 1); last > start; last = truncate(next - 1)) next = last;
    return next;
  };
}

/** Returns the first day of the week or month, as wall clock time in ms. */
function toFirstDay(day: number, unit: DateTruncUnit): number {
  const date = new Date(day);
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return unit === 'month' ? day - (date.getUTCDate() - 1) * DAY_MS : day;
}

/** Counts the values up to a limit in a sorted list. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? limit) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
