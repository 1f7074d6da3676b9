import { IMPORT_MESSAGES } from '#server/importing/messages.ts';

export const DATE_ORDERS = ['dmy', 'mdy', 'iso'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const DATE_PATTERN =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?(?: ?([AP])M)?)?$/i;

const SHORT_YEAR_PATTERN = /^\d{1,2}([./-])\d{1,2}\1\d\d(?!\d)/;

/** Parses a date with optional time, in UTC, to ms since 1970. Undefined for any other cell. */
export function parseDayOrMonthFirstDate(cell: string, order: 'dmy' | 'mdy'): number | undefined {
  const match = DATE_PATTERN.exec(cell.trim());
  if (!match) return undefined;
  const [, first = '', , second = '', year = '', hour = '0', minute = '0', seconds = '0', fraction = '0', half] = match;
  const [day, month] = order === 'dmy' ? [Number(first), Number(second)] : [Number(second), Number(first)];
  const hours = half === undefined ? Number(hour) : to24Hours(Number(hour), half);
  if (hours === undefined || hours > 23 || Number(minute) > 59 || Number(seconds) > 59) return undefined;
  const date = Date.UTC(Number(year), month - 1, day);
  // Date.UTC converts the 31st of February to the 3rd of March
  const isReal =
    new Date(date).getUTCMonth() === month - 1 && new Date(date).getUTCDate() === day && Number(year) >= 100;
  if (!isReal) return undefined;
  return date + ((hours * 60 + Number(minute)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}

function to24Hours(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

export function isDayOrMonthFirstDate(cell: string): boolean {
  return parseDayOrMonthFirstDate(cell, 'dmy') !== undefined || parseDayOrMonthFirstDate(cell, 'mdy') !== undefined;
}

export function hasTwoDigitYear(cell: string): boolean {
  return SHORT_YEAR_PATTERN.test(cell.trim());
}

type DateEvidence = { cell: string; line: number };

type DateGuess = { order: 'dmy' | 'mdy'; because: DateEvidence | undefined } | { order: undefined; unclear: string };

export class DateOrderDetector {
  private readonly only: { dmy?: DateEvidence; mdy?: DateEvidence } = {};
  private either: DateEvidence | undefined;
  private dateCount = 0;

  add(cell: string, line: number): boolean {
    const [dmy, mdy] = [parseDayOrMonthFirstDate(cell, 'dmy'), parseDayOrMonthFirstDate(cell, 'mdy')];
    if (dmy === undefined && mdy === undefined) return false;
    this.dateCount++;
    if (mdy === undefined) this.only.dmy ??= { cell, line };
    else if (dmy === undefined) this.only.mdy ??= { cell, line };
    // 01.01.2025 is the same day in both orders
    else if (dmy !== mdy) this.either ??= { cell, line };
    return true;
  }

  fits(order: 'dmy' | 'mdy'): boolean {
    return this.only[order === 'dmy' ? 'mdy' : 'dmy'] === undefined;
  }

  /** Returns the most likely order of the dates. Undefined for a column without dates. */
  guess(): DateGuess | undefined {
    const { dmy, mdy } = this.only;
    if (this.dateCount === 0) return undefined;
    if (dmy && mdy) {
      const quoteEvidence = ({ cell, line }: DateEvidence) => ({ cell: quote(cell), line });
      return { order: undefined, unclear: IMPORT_MESSAGES.mixedDates(quoteEvidence(dmy), quoteEvidence(mdy)) };
    }
    if (dmy) return { order: 'dmy', because: dmy };
    if (mdy) return { order: 'mdy', because: mdy };
    if (!this.either) return { order: 'dmy', because: undefined };
    return { order: undefined, unclear: describeAmbiguousDate(this.either.cell) };
  }
}

export function describeDateOrder(order: 'dmy' | 'mdy'): string {
  return order === 'dmy' ? 'day, month, year' : 'month, day, year';
}

function describeAmbiguousDate(cell: string): string {
  const [dmy, mdy] = (['dmy', 'mdy'] as const).map((order) =>
    new Date(parseDayOrMonthFirstDate(cell, order) ?? 0).toISOString().slice(0, 10),
  );
  return IMPORT_MESSAGES.ambiguousDate(quote(cell), dmy ?? '', mdy ?? '');
}

function quote(cell: string): string {
  return JSON.stringify(cell.slice(0, 40));
}
