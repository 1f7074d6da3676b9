import { ExactNumber } from '#lib/json/json.ts';
import { getZoneOffset } from '#lib/time/zones.ts';
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

/** Creates a function that returns the start of the unit that contains a time, both in ms. Caches time zone offsets. */
export function createTimeTruncater(unit: DateTruncUnit, zone: string): (time: number) => number {
  const getOffset = zone === 'UTC' ? () => 0 : createOffsetReader(zone);
  const length = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS, week: DAY_MS, month: DAY_MS }[unit];
  return (time) => {
    const offset = getOffset(time);
    const wall = Math.floor((time + offset) / length) * length;
    // a repeated hour counts as two hours
    if (unit === 'minute' || unit === 'hour') return wall - offset;
    return findFirstReading(toFirstDay(wall, unit), getOffset);
  };
}

/** Returns the first day of the week or month, as wall clock time in ms. */
function toFirstDay(day: number, unit: DateTruncUnit): number {
  const date = new Date(day);
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return unit === 'month' ? day - (date.getUTCDate() - 1) * DAY_MS : day;
}

/**
 * Finds the first time with the given wall clock time. If the clocks skip it, returns the time at which they change.
 */
function findFirstReading(wall: number, getOffset: (time: number) => number): number {
  const times = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - getOffset(near));
  return Math.min(...times.filter((time) => time + getOffset(time) >= wall));
}

/** Interval in ms within which times usually have the same time zone offset. */
const SLOT_MS = 15 * MINUTE_MS;

const SLOTS_MAX = 100_000;

/** Caches offsets, because reading one from Intl takes several µs. */
function createOffsetReader(zone: string): (time: number) => number {
  const slots = new Map<number, number | undefined>();
  return (time) => {
    const slot = Math.floor(time / SLOT_MS);
    let offset = slots.get(slot);
    if (offset !== undefined) return offset;
    if (!slots.has(slot)) {
      const [start, end] = [slot * SLOT_MS, (slot + 1) * SLOT_MS - 1].map((at) => getZoneOffset(at, zone));
      offset = start === end ? start : undefined;
      if (slots.size >= SLOTS_MAX) slots.clear();
      slots.set(slot, offset);
    }
    return offset ?? getZoneOffset(time, zone);
  };
}
