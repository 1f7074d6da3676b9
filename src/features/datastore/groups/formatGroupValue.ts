import { formatCount, formatMean, formatNumber, formatShare } from '#lib/formatNumber.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import { ExactNumber } from '#lib/json/json.ts';
import type { ResultGroupValue } from '#pipeline/documents/resultGrouping.ts';

/** Formats a number of a group: means with four significant digits, integers with every digit. */
export function formatGroupNumber(value: number | ExactNumber, operator: ResultGroupValue['operator']): string {
  if (operator === '$avg') return formatMean(Number(String(value)));
  if (value instanceof ExactNumber) {
    return /^-?\d+$/.test(value.text) ? BigInt(value.text).toLocaleString('en') : value.text;
  }
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
}

/** Formats the difference to an earlier value, such as `+2 (+20.0 %)`. */
export function formatChange(value: number, before: number): string {
  const difference = value - before;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  const share = before === 0 ? '' : ` (${formatShare(Math.abs(difference / before)).replace(/^(< )?/, `$1${sign}`)})`;
  return sign + formatMean(Math.abs(difference)) + share;
}

/** Number of a group as a double, for the length of its bar. NaN for other values. */
export function toBarLength(value: unknown): number {
  return isNumberOrExact(value) ? Number(String(value)) : Number.NaN;
}
