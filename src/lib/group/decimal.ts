import { ExactNumber, isExactAsDouble } from '#lib/json/json.ts';

/** Exact decimal number, `digits` × 10^-`scale`. `scale` is not negative. */
export type Decimal = { digits: bigint; scale: number };

export const MEAN_SIGNIFICANT_DIGITS = 20;

export const DECIMAL_ZERO: Decimal = { digits: 0n, scale: 0 };

export function isNumberOrExact(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Larger exponents count as this one, because the digits of such numbers would fill the memory. */
const EXPONENT_MAX = 10_000;

export function parseDecimal(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Math.max(-EXPONENT_MAX, Math.min(EXPONENT_MAX, Number(exponent)));
  // BigInt('-0') is 0n, but "-0.5" keeps its sign, because its digits are "-05"
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

export function toDecimal(number: number | ExactNumber): Decimal {
  if (Number.isSafeInteger(number)) return { digits: BigInt(Number(number)), scale: 0 };
  return parseDecimal(String(number));
}

/** Formats a decimal without exponent or trailing zeros. */
export function formatDecimal(decimal: Decimal): string {
  const { digits, scale } = trimDecimal(decimal);
  if (scale === 0) return String(digits);
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

export function toNumberOrExact(decimal: Decimal): number | ExactNumber {
  const text = formatDecimal(decimal);
  return isExactAsDouble(text) ? Number(text) : new ExactNumber(text);
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: rescale(one, scale) + rescale(other, scale), scale };
}

export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale };
}

export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const [a, b] = [rescale(one, scale), rescale(other, scale)];
  return a < b ? -1 : Number(a > b);
}

export function floorToMultiple(value: Decimal, width: Decimal): Decimal {
  const scale = Math.max(value.scale, width.scale);
  const [digits, by] = [rescale(value, scale), rescale(width, scale)];
  const rest = digits % by;
  return { digits: digits - rest - (rest < 0n ? by : 0n), scale };
}

/** Computes a mean, rounded half away from zero to 20 significant digits. */
export function divideDecimal({ digits, scale }: Decimal, count: number): Decimal {
  if (digits === 0n) return DECIMAL_ZERO;
  const [negative, absolute, divisor] = [digits < 0n, digits < 0n ? -digits : digits, BigInt(count)];
  // places of the quotient that yield at least the significant digits
  let places = Math.max(0, MEAN_SIGNIFICANT_DIGITS + String(divisor).length - String(absolute).length);
  let quotient = (absolute * 10n ** BigInt(places)) / divisor;
  const excess = String(quotient).length - MEAN_SIGNIFICANT_DIGITS;
  places -= excess;
  const [numerator, denominator] =
    places >= 0 ? [absolute * 10n ** BigInt(places), divisor] : [absolute, divisor * 10n ** BigInt(-places)];
  quotient = (2n * numerator + denominator) / (2n * denominator);
  const rounded = { digits: negative ? -quotient : quotient, scale: scale + places };
  if (rounded.scale >= 0) return rounded;
  return { digits: rounded.digits * 10n ** BigInt(-rounded.scale), scale: 0 };
}

export function floorDecimal(decimal: Decimal): bigint {
  return floorToMultiple(decimal, { digits: 1n, scale: 0 }).digits / 10n ** BigInt(decimal.scale);
}

function rescale({ digits, scale }: Decimal, to: number): bigint {
  return to === scale ? digits : digits * 10n ** BigInt(to - scale);
}

function trimDecimal({ digits, scale }: Decimal): Decimal {
  let trimmed = { digits, scale };
  while (trimmed.scale > 0 && trimmed.digits % 10n === 0n) {
    trimmed = { digits: trimmed.digits / 10n, scale: trimmed.scale - 1 };
  }
  return trimmed;
}
