import { intlFormats } from './intlFormats.ts';

export const TIME_MODES = ['local', 'utc', 'relative', 'epoch'] as const;

export type TimeMode = (typeof TIME_MODES)[number];

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** 2001-01-01. A value that is earlier if read as ms, but not if read as seconds, was probably meant as seconds. */
const PLAUSIBLE_MS = 978_307_200_000;
const PLAUSIBLE_S = PLAUSIBLE_MS / 1000;
export const MAX_DATE_MS = 8.64e15;

/** Earlier times come from a clock that was not set. */
export const Y2000_MS = Date.UTC(2000, 0);

export function isNeverTimestamp(time: unknown): boolean {
  return time === undefined || time === null || time === 0;
}

export function isTimeFieldName(field: string): boolean {
  return /At$|time|date/i.test(field);
}

/**
 * Formats a time. `now` is the reference of relative times.
 * @returns undefined for an invalid date
 */
export function formatTime(time: number, mode: TimeMode, now: number): string | undefined {
  if (!(Math.abs(time) <= MAX_DATE_MS)) return undefined;
  if (mode === 'epoch') return String(time);
  if (mode === 'relative') return formatRelative(time - now);
  const zone = mode === 'utc' ? 0 : new Date(time).getTimezoneOffset();
  return formatDateTime(time - zone * 60_000) + (mode === 'utc' ? 'Z' : '');
}

/** Formats the time of day: `12:04:31` in the browser's time zone, or `10:04:31Z`. */
export function formatTimeOfDay(time: number, mode: TimeMode = 'local'): string {
  if (mode === 'utc') return `${formatDateTime(time).slice(-8)}Z`;
  return formatDateTime(time - new Date(time).getTimezoneOffset() * 60_000).slice(-8);
}

export function formatIsoTime(time: number): string {
  return new Date(time).toISOString();
}

const SPANS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

/** Formats a duration in its two largest units, such as `5 min 0 s` or `3 d 4 h`. */
export function formatElapsedTime(ms: number): string {
  const largest = SPANS.findIndex(([, length]) => ms >= length);
  const first = largest < 0 ? SPANS.length - 1 : largest;
  let rest = Math.max(0, ms);
  const words = SPANS.slice(first, first + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return `${count} ${unit}`;
  });
  return words.join(' ');
}

/** True for values that were probably meant as seconds. Such values are marked, never converted. */
export function isLikelySeconds(time: number): boolean {
  return time >= PLAUSIBLE_S && time < PLAUSIBLE_MS;
}

export function formatLocalZoneOffset(time: number): string {
  const minutes = -new Date(time).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/**
 * Formats a time that is already shifted to its time zone, such as `2026-05-04 12:04:31`. Does not use Intl, which
 * takes too long to start.
 */
function formatDateTime(shifted: number): string {
  const date = new Date(shifted);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${year < 0 ? '−' : ''}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(day)} ${clock}`;
}

/** Number of years below which ages are given in months. In years, most ages in a fleet would look the same. */
const MIN_YEARS = 4;

/** Formats a relative time in the largest unit that counts at least two, such as `18 months ago`. */
function formatRelative(distance: number): string {
  const least = (unit: string) => (unit === 'year' ? MIN_YEARS : 2);
  const [unit, length] = UNITS.find(([name, size]) => Math.abs(distance) >= least(name) * size) ?? ['second', 1000];
  return intlFormats.getRelativeTimeFormat().format(Math.trunc(distance / length), unit);
}
