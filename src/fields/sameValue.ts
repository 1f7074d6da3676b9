import { ExactNumber, isJsonObject } from '#lib/json/json.ts';

/**
 * Whether two values of a field say the same. A missing field, null and an empty text are three things; the order of an
 * object's members is none.
 */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one instanceof ExactNumber || other instanceof ExactNumber) return String(one) === String(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => sameValue(item, other[at]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return Object.is(one, other);
  const names = Object.keys(one);
  const has = (name: string) => Object.hasOwn(other, name) && sameValue(one[name], other[name]);
  return names.length === Object.keys(other).length && names.every(has);
}
