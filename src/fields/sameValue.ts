import { ExactNumber, isJsonObject } from '#lib/json/json.ts';

/**
 * Whether two values of a field say the same. A missing field, null and an empty text are three things; the order of an
 * object's members is none.
 */
export function sameValue(value: unknown, other: unknown): boolean {
  if (value instanceof ExactNumber || other instanceof ExactNumber) return String(value) === String(other);
  if (Array.isArray(value) && Array.isArray(other)) {
    return value.length === other.length && value.every((item, at) => sameValue(item, other[at]));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return Object.is(value, other);
  const names = Object.keys(value);
  const has = (name: string) => Object.hasOwn(other, name) && sameValue(value[name], other[name]);
  return names.length === Object.keys(other).length && names.every(has);
}
