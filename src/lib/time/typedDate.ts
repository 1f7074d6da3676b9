/** Earlier years are treated as incomplete: 2, 20 and 202 are steps of typing 2026. */
const FIRST_YEAR = 1000;

/** Matches a date while it is typed. A part with one digit may become one with two. */
const TYPED = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const FINISHED = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

type ParseDateOptions = {
  withTime: boolean;
  finished: boolean;
};

/**
 * Parses a typed date such as `2026-01-31`, or with a time, `2026-01-31T12:04:31`.
 * @returns undefined if it is incomplete
 */
export function normalizeTypedDate(text: string, { withTime, finished }: ParseDateOptions): string | undefined {
  const trimmed = text.trim();
  const parts = TYPED.exec(trimmed) ?? (finished ? FINISHED.exec(trimmed) : null);
  if (!parts) return undefined;
  const [year = 0, month = 0, date = 0] = parts.slice(1, 4).map(Number);
  const isDay = year >= FIRST_YEAR && month >= 1 && date >= 1 && date <= countDays(year, month);
  const isTimed = parts[4] !== undefined;
  if (!isDay || (isTimed && !withTime) || (withTime && !isTimed && !finished)) return undefined;
  const day = [String(year), ...[month, date].map(padTwoDigits)].join('-');
  if (!withTime) return day;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(4, 7).map((part = '0') => Number(part));
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return `${day}T${[hours, minutes, seconds].map(padTwoDigits).join(':')}`;
}

export function shiftIsoDate(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = countDays(first.getUTCFullYear(), first.getUTCMonth() + 1);
  first.setUTCDate(Math.min(date, last) + days);
  return first.toISOString().slice(0, 10);
}

export function getMondayBasedWeekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function countDays(year: number, month: number): number {
  return month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function padTwoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
