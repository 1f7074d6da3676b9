import { isJsonObject } from '#lib/json/json.ts';
import { formatDecimal, isNumber, toDecimal } from './decimal.ts';

/**
 * Returns a text that is the same for equal JSON values: members are sorted, numbers have no exponent and no trailing
 * zeros.
 */
export function toKeyText(value: unknown): string {
  if (value === undefined) return '';
  if (isNumber(value)) return Number.isSafeInteger(value) ? String(value) : formatDecimal(toDecimal(value));
  if (Array.isArray(value)) return `[${value.map(toKeyText).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toKeyText(value[name])}`).join()}}`;
}
