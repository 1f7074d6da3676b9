import { ExactNumber, type JsonEntry, type OrderedJson, OrderedObject } from '#lib/json/json.ts';

/**
 * Converts a call such as `NumberLong("5")` or `new Date()` to Extended JSON; `names` is the callee's path. Undefined for other
 * calls.
 */
export function calledValue(names: readonly string[], values: readonly OrderedJson[]): OrderedJson | undefined {
  if (names.join('.') === 'Date.now') return extended('$nowMs', 0);
  const [last = ''] = names.slice(-1);
  // the same moment in every zone
  if (names.length > 1 && (last === 'now' || last === 'utcnow')) return extended('$now', 0);
  const name = MAKERS.has(last) ? (names.at(-2) ?? last) : last;
  return Object.hasOwn(CALLS, name) ? CALLS[name]?.(values) : undefined;
}

/**
 * Creates an Extended JSON value. Own types: `$now` and `$nowMs`, a date and its number at an offset in ms from the paste;
 * `$span`, a duration in ms.
 */
export function extended(type: string, value: OrderedJson): OrderedObject {
  return new OrderedObject([[type, value]]);
}

export function spanOf(parts: readonly JsonEntry[]): OrderedJson | undefined {
  let ms = 0;
  for (const [unit, count] of parts) {
    if (!Object.hasOwn(SPANS, unit) || typeof count !== 'number') return undefined;
    ms += count * (SPANS[unit] ?? 0);
  }
  return extended('$span', ms);
}

const SPANS: Readonly<Record<string, number>> = {
  weeks: 604_800_000,
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
};

export function regex(pattern: string, flags: string): OrderedObject {
  return new OrderedObject([['$regex', pattern], ...(flags ? [['$options', flags] as const] : [])]);
}

const MAKERS = new Set(['fromString', 'fromNumber', 'fromInt', 'createFromHexString', 'fromisoformat']);

type Call = (values: readonly OrderedJson[]) => OrderedJson | undefined;

const CALLS: Readonly<Record<string, Call>> = {
  NumberLong: typed('$numberLong'),
  Long: typed('$numberLong'),
  Int64: typed('$numberLong'),
  NumberInt: typed('$numberInt'),
  Int32: typed('$numberInt'),
  Double: typed('$numberDouble'),
  NumberDecimal: typed('$numberDecimal'),
  Decimal128: typed('$numberDecimal'),
  Decimal: typed('$numberDecimal'),
  ObjectId: texted('$oid'),
  ObjectID: texted('$oid'),
  UUID: texted('$uuid'),
  ISODate: ([value]) =>
    value === undefined ? extended('$now', 0) : typeof value === 'string' ? at(utcTime(value)) : undefined,
  Date: dateCalled,
  datetime: datetimeCalled,
  RegExp: regexCalled,
  // Python's `re`
  compile: regexCalled,
};

/** Parses a time; without zone it is UTC, as in the shell and Extended JSON. */
export function utcTime(text: string): number {
  return Date.parse(/\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}

function typed(type: string): Call {
  return ([value]) =>
    typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber
      ? extended(type, String(value))
      : undefined;
}

function texted(type: string): Call {
  return ([value]) => (typeof value === 'string' ? extended(type, value) : undefined);
}

function at(time: number): OrderedJson | undefined {
  return Number.isFinite(time) ? extended('$date', time) : undefined;
}

/** JavaScript's Date: no arguments, ms, text, or parts in the local zone. */
function dateCalled(values: readonly OrderedJson[]): OrderedJson | undefined {
  const [first] = values;
  if (first === undefined) return extended('$now', 0);
  if (first instanceof OrderedObject) return values.length === 1 ? dateOf(first) : undefined;
  if (typeof first === 'string') return at(Date.parse(first));
  const numbers = values.filter((value) => typeof value === 'number');
  if (typeof first !== 'number' || numbers.length < values.length) return undefined;
  if (values.length === 1) return at(first);
  const [year = 0, month = 0, ...rest] = numbers;
  return at(new Date(year, month, ...(rest as [])).getTime()); // at most as many as the constructor takes
}

function dateOf(moment: OrderedObject): OrderedJson | undefined {
  const [type, value] = moment.entries[0] ?? [];
  if (type === '$date' || type === '$now') return moment;
  return type === '$nowMs' && value !== undefined ? extended('$now', value) : undefined;
}

/** Python's datetime; parts are UTC, as the drivers send them. */
function datetimeCalled(values: readonly OrderedJson[]): OrderedJson | undefined {
  const [first] = values;
  if (first === undefined) return extended('$now', 0);
  if (typeof first === 'string') return at(utcTime(first));
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < Math.max(3, values.length)) return undefined;
  const [year = 0, month = 1, day, hour, minute, second, micros = 0] = numbers;
  return at(Date.UTC(year, month - 1, day, hour ?? 0, minute ?? 0, second ?? 0, Math.floor(micros / 1000)));
}

function regexCalled([pattern, flags]: readonly OrderedJson[]): OrderedJson | undefined {
  return typeof pattern === 'string' ? regex(pattern, typeof flags === 'string' ? flags : '') : undefined;
}
