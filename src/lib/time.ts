/** How a time is shown. Times are milliseconds since 1970 everywhere. */
const DATE_TIME = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium' });

/** 2001-01-01 in seconds since 1970 stays below this as milliseconds: such a value was probably meant as seconds. */
const PLAUSIBLE_MS = 978_307_200_000;
const PLAUSIBLE_S = PLAUSIBLE_MS / 1000;
const LAST_DATE_MS = 8.64e15;

/** Missing, null and 0 are "never". */
export function isNever(time: unknown): boolean {
  return time === undefined || time === null || time === 0;
}

/** `2026-05-04 12:04:31` in the browser's zone, or nothing when no date can be made of it. */
export function formatDateTime(time: number): string | undefined {
  return Math.abs(time) <= LAST_DATE_MS ? DATE_TIME.format(time) : undefined;
}

/** `12:04:31` in the browser's zone. */
export function formatClock(time: number): string {
  return CLOCK.format(time);
}

/** `2026-05-04T10:04:31.000Z`, exact to the millisecond. */
export function formatIso(time: number): string {
  return new Date(time).toISOString();
}

/** A value too early to be milliseconds but fit to be seconds; it is marked, never rescaled. */
export function looksLikeSeconds(time: number): boolean {
  return time >= PLAUSIBLE_S && time < PLAUSIBLE_MS;
}

/** The browser's zone as an offset: `UTC+02:00`. */
export function zoneOffset(time: number): string {
  const minutes = -new Date(time).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
