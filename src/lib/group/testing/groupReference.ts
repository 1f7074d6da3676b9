import type { GroupExpression, GroupStage } from '#lib/group/groupSpec.ts';
import { ExactNumber, isJsonObject, OrderedJsonObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';

/**
 * Reference implementation of the group stage for tests. It shares no code with the other implementations, and is slow:
 * it uses fractions of BigInt and reads clocks minute by minute.
 */
export function computeReferenceGroups(
  texts: readonly string[],
  { condition, fields }: GroupStage,
): Record<string, unknown>[] {
  const groups: { id: string; keys: Record<string, unknown>; documents: unknown[] }[] = [];
  for (const document of texts.map((text) => toPlain(parseOrderedJson(text)))) {
    const keys: Record<string, unknown> = {};
    for (const [name, expression] of Object.entries(condition ?? {})) {
      const key = computeKey(document, expression);
      if (key !== MISSING) keys[name] = key;
    }
    const id = JSON.stringify(sortMembers(keys));
    const group = groups.find((one) => one.id === id);
    if (group) group.documents.push(document);
    else groups.push({ id, keys, documents: [document] });
  }
  return groups.map(({ keys, documents }) => {
    const results = Object.entries(fields ?? {}).map(([name, accumulator]) => {
      const [[operator, operand] = ['', undefined]] = Object.entries(accumulator);
      return [name, accumulate(operator, operand, documents)];
    });
    return { ...keys, ...Object.fromEntries(results) };
  });
}

export function normalizeGroupResult(result: unknown): unknown {
  return sortMembers(toPlain(result));
}

const MISSING = Symbol('missing');

/** Exact fraction. `bottom` is positive. */
type Fraction = { top: bigint; bottom: bigint };

/** Number as its digits without exponent. Equal numbers have equal texts. */
type PlainNumber = { number: string };

function toPlain(value: unknown): unknown {
  if (typeof value === 'number' || value instanceof ExactNumber) return toPlainNumber(toFraction(String(value)));
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof OrderedJsonObject)
    return Object.fromEntries(value.entries.map(([name, item]) => [name, toPlain(item)]));
  if (isPlainNumber(value)) return value;
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toPlain(item)]));
  return value;
}

function isPlainNumber(value: unknown): value is PlainNumber {
  return isJsonObject(value) && Object.keys(value).join() === 'number' && typeof value['number'] === 'string';
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name])]));
}

function readField(document: unknown, reference: string): unknown {
  let value: unknown = document;
  for (const name of reference.slice(1).split('.')) {
    if (!isJsonObject(value) || isPlainNumber(value) || !Object.hasOwn(value, name)) return MISSING;
    value = value[name];
  }
  return value;
}

function computeKey(document: unknown, expression: GroupExpression): unknown {
  if (typeof expression === 'string') return readField(document, expression);
  if ('$bucket' in expression) {
    const value = readField(document, expression.$bucket.of);
    if (!isPlainNumber(value)) return null;
    const [number, by] = [toFraction(value.number), toFraction(String(expression.$bucket.by))];
    const quotient = floor({ top: number.top * by.bottom, bottom: number.bottom * by.top });
    return toPlainNumber({ top: quotient * by.top, bottom: by.bottom });
  }
  const { date, unit, timezone } = expression.$dateTrunc;
  const time = toTime(readField(document, date));
  return time === undefined
    ? null
    : toPlainNumber({ top: BigInt(truncateByClock(time, unit, timezone ?? 'UTC')), bottom: 1n });
}

function accumulate(operator: string, operand: unknown, documents: readonly unknown[]): unknown {
  if (operator === '$count') return toPlainNumber({ top: BigInt(documents.length), bottom: 1n });
  if (typeof operand !== 'string') {
    const { top, bottom } = toFraction(String(operand));
    return toPlainNumber({ top: top * BigInt(documents.length), bottom });
  }
  const values = documents.map((document) => readField(document, operand)).filter((value) => value !== MISSING);
  const numbers = values.filter(isPlainNumber).map(({ number }) => toFraction(number));
  const sum = numbers.reduce((one, other) => add(one, other), { top: 0n, bottom: 1n });
  switch (operator) {
    case '$sum':
      return toPlainNumber(sum);
    case '$avg':
      if (numbers.length === 0) return null;
      return toPlainNumber(round({ top: sum.top, bottom: sum.bottom * BigInt(numbers.length) }, 20));
    case '$first':
      return values.length > 0 ? values[0] : null;
    case '$last':
      return values.length > 0 ? values.at(-1) : null;
  }
  const texts = values.filter((value) => typeof value === 'string');
  const flags = values.filter((value) => typeof value === 'boolean');
  const most = Math.max(numbers.length, texts.length, flags.length);
  const end = operator === '$min' ? 0 : -1;
  if (most === 0) return null;
  if (numbers.length === most) {
    const sorted = numbers.sort((one, other) => (one.top * other.bottom < other.top * one.bottom ? -1 : 1));
    return toPlainNumber(sorted.at(end) ?? sum);
  }
  // UTF-8 bytes sort in code point order
  if (texts.length === most)
    return texts.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))).at(end);
  return flags.sort((one, other) => Number(one) - Number(other)).at(end);
}

function toFraction(text: string): Fraction {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const top = BigInt(`${whole}${fraction}`) * (sign ? -1n : 1n);
  const power = Number(exponent) - fraction.length;
  return power >= 0 ? { top: top * 10n ** BigInt(power), bottom: 1n } : { top, bottom: 10n ** BigInt(-power) };
}

function add(one: Fraction, other: Fraction): Fraction {
  return { top: one.top * other.bottom + other.top * one.bottom, bottom: one.bottom * other.bottom };
}

function floor({ top, bottom }: Fraction): bigint {
  const rest = ((top % bottom) + bottom) % bottom;
  return (top - rest) / bottom;
}

/** Rounds half away from zero to a number of significant digits. */
function round({ top, bottom }: Fraction, digits: number): Fraction {
  if (top === 0n) return { top, bottom };
  const size = top < 0n ? -top : top;
  for (let places = 1000; ; places--) {
    const [power, other] = places >= 0 ? [10n ** BigInt(places), 1n] : [1n, 10n ** BigInt(-places)];
    const rounded = (2n * size * power + bottom * other) / (2n * bottom * other);
    // the digits before rounding decide, because 9.99… may become 10
    if (String((size * power) / (bottom * other)).length > digits) continue;
    return { top: (top < 0n ? -rounded : rounded) * other, bottom: power };
  }
}

function toPlainNumber({ top, bottom }: Fraction): PlainNumber {
  const size = top < 0n ? -top : top;
  let decimals = '';
  for (let rest = size % bottom; rest > 0n; rest = (rest * 10n) % bottom) decimals += String((rest * 10n) / bottom);
  const number = `${size / bottom}${decimals && '.'}${decimals}`;
  return { number: top < 0n ? `-${number}` : number };
}

function toTime(value: unknown): number | undefined {
  let time: number;
  if (isPlainNumber(value)) time = Number(floor(toFraction(value.number)));
  else {
    if (typeof value !== 'string') return undefined;
    const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/.test(value);
    const whole = value
      .replace(/\.\d+/, '')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
      .replace(/T(\d\d:\d\d)(?=Z|[+-])/, 'T$1:00');
    const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
    // Date.parse converts the 30th of February to the 1st of March
    const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.slice(0, 10));
    time = isIso && isDay && !value.startsWith('0000') ? Date.parse(whole) : Number.NaN;
  }
  return time >= Date.parse('0001-01-01T00:00:00Z') && time <= Date.parse('9999-12-31T23:59:59.999Z')
    ? time
    : undefined;
}

const MINUTE = 60_000;

function truncateByClock(time: number, unit: string, zone: string): number {
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'long' });
  const show = (at: number) => format.format(at);
  const name = (at: number) => {
    const text = show(at);
    if (unit === 'month') return text.slice(0, 7);
    if (unit === 'day') return text.slice(0, 10);
    if (unit === 'week') return toMonday(text.slice(0, 10));
    // includes the zone's name, because a repeated hour counts as two hours
    return `${text.slice(0, unit === 'hour' ? 13 : 16)}${text.slice(19)}`;
  };
  const start = Math.floor(time / MINUTE) * MINUTE;
  const wanted = name(start);
  // goes back in steps of days while the unit is the same
  let at = start;
  for (const step of [24 * 60, 60, 1]) while (name(at - step * MINUTE) === wanted) at -= step * MINUTE;
  return at;
}

function toMonday(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
