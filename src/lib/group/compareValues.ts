import type { ExactNumber } from '#lib/json/json.ts';
import { compareDecimals, toDecimal } from './decimal.ts';

export function compareNumbers(one: number | ExactNumber, other: number | ExactNumber): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareDecimals(toDecimal(one), toDecimal(other));
}

/**
 * Compares by code point. The operator `<` compares UTF-16 units, which sorts characters beyond U+FFFF before U+E000.
 */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) return toCodePointOrder(a) - toCodePointOrder(b);
  }
  return one.length - other.length;
}

/** Maps a UTF-16 unit so that surrogates, which encode characters beyond U+FFFF, sort after all other units. */
function toCodePointOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
