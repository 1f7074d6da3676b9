import { isJsonObject } from '#lib/json/json.ts';
import { formatDecimal, isNumberOrExact, toDecimal } from './decimal.ts';

/**
 * Returns a text that is the same for equal JSON values: members are sorted, numbers have no exponent and no trailing
 * zeros.
 */
export function toCanonicalJson(value: unknown): string {
  if (value === undefined) return '';
  if (isNumberOrExact(value)) return Number.isSafeInteger(value) ? String(value) : formatDecimal(toDecimal(value));
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonicalJson(value[name])}`).join()}}`;
}
