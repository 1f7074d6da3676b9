import { MAX_NUMBER_LENGTH } from '#lib/csv.ts';

export const DECIMAL_MARKS = ['point', 'comma'] as const;
export const DATE_ORDERS = ['dmy', 'mdy', 'iso'] as const;

/** Notation of numbers (by decimal mark) or of dates (by the order of day, month and year). */
export type Notation = (typeof DECIMAL_MARKS)[number] | (typeof DATE_ORDERS)[number];

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBERS = { point: createNumberPattern('\\.', ','), comma: createNumberPattern(',', '.') };

const ISO =
  /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|UTC|GMT|([+-]\d\d)(?::?(\d\d))?)?)?$/i;
const DATE =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|(?<=\/)\d\d)(?:,?[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?(?: ?([AP])M)?)?$/i;

/** Matches dates with a year of two digits, whose order is only known from `--dates`. `1.2.10` may be a version. */
export const SHORT_YEAR = /^\d+\/\d+\/\d\d(?!\d)/;

/** Parses a cell in a notation to JSON text, with times in ms since 1970. Undefined for a cell in another notation. */
export function parseNotation(cell: string, notation: Notation): string | undefined {
  if (notation === 'point' || notation === 'comma') return parseNumber(cell, notation);
  return (notation === 'iso' ? parseIsoTime(cell) : parseDate(cell, notation))?.toString();
}

/** Matches a number with a sign, groups of three digits, one decimal mark and an exponent. */
function createNumberPattern(mark: string, group: string): RegExp {
  const grouped = `[1-9]\\d{0,2}([${group}'’ \u00a0\u2009\u202f])\\d{3}(?:\\2\\d{3})*`;
  const mantissa = `(?:(${grouped}|0|[1-9]\\d*)(?:${mark}(\\d*))?|${mark}(\\d+))`;
  return new RegExp(`^[-+\u2212]?${mantissa}(?:[eE]([-+\u2212]?\\d{1,3}))?$`);
}

/** Keeps every digit. Numbers that begin with zeros or that a double cannot hold are text. */
function parseNumber(cell: string, mark: 'point' | 'comma'): string | undefined {
  if (mark === 'point' && PLAIN_NUMBER.test(cell) && cell.length <= MAX_NUMBER_LENGTH) return cell;
  const match = NUMBERS[mark].exec(cell);
  if (!match) return undefined;
  const [, whole = '0', , decimals, onlyDecimals, exponent] = match;
  // an export adds this fraction to whole numbers with an exponent
  const fraction = exponent !== undefined && decimals === '0' ? '' : (decimals ?? onlyDecimals ?? '');
  const text =
    (/^[-\u2212]/.test(cell) ? '-' : '') +
    whole.replace(/\D/g, '') +
    (fraction === '' ? '' : `.${fraction}`) +
    (exponent === undefined ? '' : `e${exponent.replace('\u2212', '-')}`);
  return Number.isFinite(Number(text)) && text.length <= MAX_NUMBER_LENGTH ? text : undefined;
}

/** Parses a time in ISO 8601 to ms since 1970, in UTC if it has no offset. Undefined for any other text. */
export function parseIsoTime(text: string): number | undefined {
  const [, year, , month, day, clock = '00:00', , hours, minutes = '00'] = ISO.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(`${date}T${clock.replace(',', '.')}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  // the engine converts the 30th of February to the 2nd of March
  const start = Date.parse(`${date}T00:00Z`);
  const isReal = !Number.isNaN(time) && !Number.isNaN(start) && new Date(start).toISOString().startsWith(date);
  return isReal ? time : undefined;
}

/** Parses a date with optional time, in UTC, to ms since 1970. */
function parseDate(cell: string, order: 'dmy' | 'mdy'): number | undefined {
  const match = DATE.exec(cell);
  if (!match) return undefined;
  const [, first = '', , second = '', year = '', hour = '0', minute = '0', seconds = '0', fraction = '0', half] = match;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const isHour = half === undefined ? hours < 24 : hour !== '0' && Number(hour) <= 12;
  const two = (text: string | number) => String(text).padStart(2, '0');
  // as POSIX does: 69 to 99 are in the last century
  const century = year.length === 4 ? '' : year < '69' ? '20' : '19';
  const clock = [hours, minute, seconds].map(two).join(':');
  const date = parseIsoTime(`${century}${year}-${two(month)}-${two(day)}T${clock}`);
  return date === undefined || !isHour ? undefined : date + Number(fraction.padEnd(3, '0'));
}
