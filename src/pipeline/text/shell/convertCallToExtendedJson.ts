import { ExactNumber, type OrderedJsonEntry, OrderedJsonObject, type OrderedJsonValue } from '#lib/json/json.ts';

/**
 * Converts a call such as `NumberLong("5")` or `new Date()` to Extended JSON. `names` is the path of the called
 * function.
 * @returns undefined for other calls
 */
export function convertCallToExtendedJson(
  names: readonly string[],
  values: readonly OrderedJsonValue[],
): OrderedJsonValue | undefined {
  if (names.join('.') === 'Date.now') return createExtendedJsonValue('$nowMs', 0);
  const [last = ''] = names.slice(-1);
  // the same time in every zone
  if (names.length > 1 && (last === 'now' || last === 'utcnow')) return createExtendedJsonValue('$now', 0);
  const name = FACTORY_METHODS.has(last) ? (names.at(-2) ?? last) : last;
  return Object.hasOwn(CALL_CONVERTERS, name) ? CALL_CONVERTERS[name]?.(values) : undefined;
}

/**
 * Creates an Extended JSON value. Types added by this project: `$now` and `$nowMs` are a date and its number, relative
 * to the time of the paste; `$span` is a duration. All are in ms.
 */
export function createExtendedJsonValue(type: string, value: OrderedJsonValue): OrderedJsonObject {
  return new OrderedJsonObject([[type, value]]);
}

export function createDurationValue(parts: readonly OrderedJsonEntry[]): OrderedJsonValue | undefined {
  let ms = 0;
  for (const [unit, count] of parts) {
    if (!Object.hasOwn(UNIT_MS, unit) || typeof count !== 'number') return undefined;
    ms += count * (UNIT_MS[unit] ?? 0);
  }
  return createExtendedJsonValue('$span', ms);
}

const UNIT_MS: Readonly<Record<string, number>> = {
  weeks: 604_800_000,
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
};

export function createRegexValue(pattern: string, flags: string): OrderedJsonObject {
  return new OrderedJsonObject([['$regex', pattern], ...(flags ? [['$options', flags] as const] : [])]);
}

const FACTORY_METHODS = new Set(['fromString', 'fromNumber', 'fromInt', 'createFromHexString', 'fromisoformat']);

type CallConverter = (values: readonly OrderedJsonValue[]) => OrderedJsonValue | undefined;

const CALL_CONVERTERS: Readonly<Record<string, CallConverter>> = {
  NumberLong: createNumberConverter('$numberLong'),
  Long: createNumberConverter('$numberLong'),
  Int64: createNumberConverter('$numberLong'),
  NumberInt: createNumberConverter('$numberInt'),
  Int32: createNumberConverter('$numberInt'),
  Double: createNumberConverter('$numberDouble'),
  NumberDecimal: createNumberConverter('$numberDecimal'),
  Decimal128: createNumberConverter('$numberDecimal'),
  Decimal: createNumberConverter('$numberDecimal'),
  ObjectId: createTextConverter('$oid'),
  ObjectID: createTextConverter('$oid'),
  UUID: createTextConverter('$uuid'),
  ISODate: ([value]) =>
    value === undefined
      ? createExtendedJsonValue('$now', 0)
      : typeof value === 'string'
        ? createDate(parseUtcTime(value))
        : undefined,
  Date: convertDateCall,
  datetime: convertDatetimeCall,
  RegExp: convertRegexCall,
  // Python's `re` module
  compile: convertRegexCall,
};

/** Parses a time to ms since 1970, or NaN. A time without a time zone is read as UTC. */
export function parseUtcTime(text: string): number {
  return Date.parse(/\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}

function createNumberConverter(type: string): CallConverter {
  return ([value]) =>
    typeof value === 'string' || typeof value === 'number' || value instanceof ExactNumber
      ? createExtendedJsonValue(type, String(value))
      : undefined;
}

function createTextConverter(type: string): CallConverter {
  return ([value]) => (typeof value === 'string' ? createExtendedJsonValue(type, value) : undefined);
}

function createDate(time: number): OrderedJsonValue | undefined {
  return Number.isFinite(time) ? createExtendedJsonValue('$date', time) : undefined;
}

function convertDateCall(values: readonly OrderedJsonValue[]): OrderedJsonValue | undefined {
  const [first] = values;
  if (first === undefined) return createExtendedJsonValue('$now', 0);
  if (first instanceof OrderedJsonObject) return values.length === 1 ? toDate(first) : undefined;
  if (typeof first === 'string') return createDate(Date.parse(first));
  const numbers = values.filter((value) => typeof value === 'number');
  if (typeof first !== 'number' || numbers.length < values.length) return undefined;
  if (values.length === 1) return createDate(first);
  const [year = 0, month = 0, ...rest] = numbers;
  return createDate(new Date(year, month, ...(rest as [])).getTime()); // at most as many as the constructor takes
}

function toDate(moment: OrderedJsonObject): OrderedJsonValue | undefined {
  const [type, value] = moment.entries[0] ?? [];
  if (type === '$date' || type === '$now') return moment;
  return type === '$nowMs' && value !== undefined ? createExtendedJsonValue('$now', value) : undefined;
}

/** Converts a call of Python's datetime. Its parts are read as UTC, as by MongoDB's drivers. */
function convertDatetimeCall(values: readonly OrderedJsonValue[]): OrderedJsonValue | undefined {
  const [first] = values;
  if (first === undefined) return createExtendedJsonValue('$now', 0);
  if (typeof first === 'string') return createDate(parseUtcTime(first));
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < Math.max(3, values.length)) return undefined;
  const [year = 0, month = 1, day, hour, minute, second, micros = 0] = numbers;
  return createDate(Date.UTC(year, month - 1, day, hour ?? 0, minute ?? 0, second ?? 0, Math.floor(micros / 1000)));
}

function convertRegexCall([pattern, flags]: readonly OrderedJsonValue[]): OrderedJsonValue | undefined {
  return typeof pattern === 'string' ? createRegexValue(pattern, typeof flags === 'string' ? flags : '') : undefined;
}
