import { ExactNumber, isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { isTimeFieldName, Y2000_MS } from '#lib/time/time.ts';
import {
  getValueType,
  type TimeUnit,
  VALUE_TYPE_LABELS,
  type ValueType,
  type ZonelessForm,
} from '#pipeline/draft/valueDraft.ts';
import { explainUnsupportedField, type FieldPath, formatFieldPath, toFieldKey } from './fieldPath.ts';

export type ObservedField = {
  name: string;
  path: FieldPath;
  count: number;
  types: ReadonlyMap<ValueType, number>;
  examples: readonly string[];
  time: TimeUnit | undefined;
  /** Number of values that are times, of any unit. */
  times: number;
  /** Unit in which queries can compare the times of the field. Undefined if text order would differ from time order. */
  compared: TimeUnit | undefined;
  /** Common format of times without a time zone. Queries then require the choice of a time zone. */
  zoneless: ZonelessForm | undefined;
  exact: boolean;
};

export type ObservedFields = {
  documents: number;
  fields: ReadonlyMap<string, ObservedField>;
  unaskable: ReadonlyMap<string, ObservedField>;
};

export const NO_OBSERVED_FIELDS: ObservedFields = { documents: 0, fields: new Map(), unaskable: new Map() };

const EXAMPLES_MAX = 5;
const EXAMPLE_LENGTH_MAX = 60;
const FIELDS_MAX = 500;
const DEPTH_MAX = 4;

const EPOCH_MAX_MS = Date.UTC(2100, 0);
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const ISO_ZONED = /:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

export function observeDocumentFields(
  observed: ObservedFields,
  documents: readonly JsonObject[],
  isComplete: boolean,
): ObservedFields {
  const fields = new Map(observed.fields);
  const unaskable = new Map(observed.unaskable);
  for (const document of documents) {
    visitFields(document, [], (path, value) => {
      const [kind, key] = locateField({ fields, unaskable }, path);
      const before = kind.get(key);
      if (!before && fields.size + unaskable.size >= FIELDS_MAX) return;
      kind.set(key, addValue(before, path, value, isComplete));
    });
  }
  return { documents: observed.documents + (isComplete ? documents.length : 0), fields, unaskable };
}

export function findObservedField(observed: ObservedFields, path: FieldPath): ObservedField | undefined {
  const [kind, key] = locateField(observed, path);
  return kind.get(key);
}

/**
 * Finds the field with the time of the documents. Everything that needs it follows this rule: of the fields that hold
 * times in most of their values, the first by `compareTimeFields`. With `compared`, only those that queries can compare.
 */
export function findTimeField({ fields }: ObservedFields, which?: 'compared'): ObservedField | undefined {
  const isTime = (field: ObservedField) => field.compared ?? (!which && 2 * field.times > countValued(field));
  return [...fields.values()].filter(isTime).sort(compareTimeFields)[0];
}

/**
 * Returns the unit of times that a group stage has truncated, which reads any number as ms, also one that hardly is a time.
 * Undefined if the field has values of several types.
 */
export function getGroupedTimeUnit({ compared, types }: ObservedField): 'iso' | 'ms' | undefined {
  if (compared === 'iso') return compared;
  return [...types.keys()].every((type) => type === 'number' || type === 'null') ? 'ms' : undefined;
}

type TimeField = Pick<ObservedField, 'name' | 'time' | 'times'>;

/** Orders fields with times: the most complete first, then numbers before texts, then usual names. */
export function compareTimeFields(one: TimeField, other: TimeField): number {
  const rank = ({ name, time }: TimeField) =>
    (time === 'ms' || time === 's' ? 0 : 3) + (name === 'time' ? 0 : isTimeFieldName(name) || name === 'ts' ? 1 : 2);
  return other.times - one.times || rank(one) - rank(other);
}

function locateField<Fields>(kept: { fields: Fields; unaskable: Fields }, path: FieldPath): [Fields, string] {
  return explainUnsupportedField(path) === undefined
    ? [kept.fields, path.join('.')]
    : [kept.unaskable, toFieldKey(path)];
}

/** Converts a value to ms since 1970. Dates without time are UTC; times without a time zone are local. */
export function toTimeMs(value: unknown, unit: TimeUnit): number | undefined {
  if (unit === 'iso') return typeof value === 'string' ? toFiniteNumber(Date.parse(value)) : undefined;
  return typeof value === 'number' ? value * (unit === 's' ? 1000 : 1) : undefined;
}

/** Describes the types of a field, most frequent first, such as "number, 1 null" or "epoch ms". */
export function describeFieldTypes({ types, time, exact }: ObservedField): string {
  const [first, ...others] = [...types].sort(([, a], [, b]) => b - a);
  const name = first?.[0] ?? 'text';
  const words = { ...VALUE_TYPE_LABELS, number: exact ? 'integer, exact' : 'number', json: 'object or list' };
  const time_ = time && (time === 'iso' ? 'ISO time' : `epoch ${time}`);
  return [time_ ?? words[name], ...others.map(([type, count]) => `${count} ${words[type]}`)].join(', ');
}

function visitFields(object: JsonObject, within: FieldPath, visit: (path: FieldPath, value: unknown) => void): void {
  for (const [name, value] of Object.entries(object)) {
    const path = [...within, name];
    visit(path, value);
    if (isJsonObject(value) && path.length < DEPTH_MAX) visitFields(value, path, visit);
  }
}

function addValue(before: ObservedField | undefined, path: FieldPath, value: unknown, whole: boolean): ObservedField {
  const type = getValueType(value);
  const { count = 0, types = new Map<ValueType, number>(), examples = [] } = before ?? {};
  return {
    name: before?.name ?? formatFieldPath(path),
    path,
    count: count + (whole ? 1 : 0),
    types: new Map(types).set(type, (types.get(type) ?? 0) + 1),
    examples: addExample(examples, value),
    time: mergeUnit(before, before?.time, value, detectTimeUnit),
    times: (before?.times ?? 0) + (detectTimeUnit(value) ? 1 : 0),
    compared: mergeUnit(before, before?.compared, value, detectComparableUnit),
    zoneless: mergeUnit(before, before?.zoneless, value, detectZonelessForm),
    exact: (before?.exact ?? false) || value instanceof ExactNumber,
  };
}

/** Returns the common unit of all values so far. Ignores null. */
function mergeUnit<Unit>(
  field: ObservedField | undefined,
  before: Unit | undefined,
  value: unknown,
  unitOf: (value: unknown) => Unit | undefined,
): Unit | undefined {
  if (value === null) return before;
  const unit = unitOf(value);
  return !field || countValued(field) === 0 || before === unit ? unit : undefined;
}

function countValued({ types }: ObservedField): number {
  return [...types].reduce((sum, [type, count]) => sum + (type === 'null' ? 0 : count), 0);
}

export function detectTimeUnit(value: unknown): TimeUnit | undefined {
  if (typeof value === 'string')
    return ISO.test(value) && toFiniteNumber(Date.parse(value)) !== undefined ? 'iso' : undefined;
  if (typeof value !== 'number') return undefined;
  if (value >= Y2000_MS && value < EPOCH_MAX_MS) return 'ms';
  return value >= Y2000_MS / 1000 && value < EPOCH_MAX_MS / 1000 ? 's' : undefined;
}

/**
 * Finds the unit in which queries can compare a time. Undefined for texts with another offset or without a time zone,
 * whose text order differs from their time order.
 */
function detectComparableUnit(value: unknown): TimeUnit | undefined {
  return typeof value === 'string' && !ISO_UTC.test(value) ? undefined : detectTimeUnit(value);
}

const ZONELESS = /^\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;

function detectZonelessForm(value: unknown): ZonelessForm | undefined {
  const match = typeof value === 'string' && detectTimeUnit(value) === 'iso' ? ZONELESS.exec(value) : null;
  if (!match) return undefined;
  return match[1] === undefined ? 'day' : match[1] === ' ' ? 'space' : 'T';
}

/** True for a date without time, or a time without time zone. */
export function lacksTimeZone(value: unknown): boolean {
  return typeof value === 'string' && !ISO_ZONED.test(value);
}

function addExample(examples: readonly string[], value: unknown): readonly string[] {
  if (examples.length >= EXAMPLES_MAX || value === null || isJsonObject(value) || Array.isArray(value)) return examples;
  const text = String(value).slice(0, EXAMPLE_LENGTH_MAX);
  return text === '' || examples.includes(text) ? examples : [...examples, text];
}

function toFiniteNumber(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
