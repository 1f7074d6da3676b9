import { MAX_NUMBER_LENGTH } from '#lib/csv.ts';

export const DECIMAL_MARKS = ['point', 'comma'] as const;
export const DATE_ORDERS = ['dmy', 'mdy', 'iso'] as const;

export type DecimalMark = (typeof DECIMAL_MARKS)[number];
export type DateOrder = (typeof DATE_ORDERS)[number];

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBERS = {
  plain: createNumberPattern('\\.'),
  point: createNumberPattern('\\.', ','),
  comma: createNumberPattern(',', '.'),
};

const ISO =
  /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|UTC|GMT|([+-]\d\d)(?::?(\d\d))?)?)?$/i;
const DATE =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|(?<=\/)\d\d)(?:,?[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?(?: ?([AP])M)?)?$/i;

/** Matches a number with a sign, one decimal mark, an exponent and, if they have a mark, groups of three digits. */
function createNumberPattern(mark: string, group?: string): RegExp {
  const grouped = `[1-9]\\d{0,2}(?<group>[${group}'’ \u00a0\u2009\u202f])\\d{3}(?:\\k<group>\\d{3})*|`;
  const whole = `(?<whole>${group === undefined ? '' : grouped}0|[1-9]\\d*)`;
  const mantissa = `(?:${whole}(?:${mark}(?<decimals>\\d*))?|${mark}(?<only>\\d+))`;
  return new RegExp(`^[-+\u2212]?${mantissa}(?:[eE](?<exponent>[-+\u2212]?\\d{1,3}))?$`);
}

/**
 * Parses a number to JSON text that keeps every digit. `plain` numbers have a decimal point and no groups. Undefined for
 * numbers that begin with zeros or that a double cannot hold, and for other text.
 */
export function parseNumber(cell: string, notation: DecimalMark | 'plain'): string | undefined {
  if (notation !== 'comma' && PLAIN_NUMBER.test(cell) && cell.length <= MAX_NUMBER_LENGTH) return cell;
  const parts = NUMBERS[notation].exec(cell)?.groups;
  if (!parts) return undefined;
  const { whole = '0', decimals, only = '', exponent } = parts;
  // an export adds this fraction to whole numbers with an exponent
  const fraction = exponent !== undefined && decimals === '0' ? '' : (decimals ?? only);
  const text =
    (/^[-\u2212]/.test(cell) ? '-' : '') +
    whole.replace(/\D/g, '') +
    (fraction === '' ? '' : `.${fraction}`) +
    (exponent === undefined ? '' : `e${exponent.replace('\u2212', '-')}`);
  return Number.isFinite(Number(text)) && text.length <= MAX_NUMBER_LENGTH ? text : undefined;
}

/**
 * Parses a date with optional time to ms since 1970, in UTC if it has no offset. A year of two digits needs slashes,
 * because `1.2.10` may be a version.
 */
export function parseTime(cell: string, order: DateOrder): string | undefined {
  return (order === 'iso' ? parseIsoTime(cell) : parseDate(cell, order))?.toString();
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
