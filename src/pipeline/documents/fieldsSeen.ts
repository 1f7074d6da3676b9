import { ExactNumber, isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { type TimeUnit, TYPE_NAMES, typeOf, type ValueType, type ZonelessForm } from '#pipeline/draft/value.ts';
import { type FieldPath, fieldKey, fieldLabel, whyUnaskable } from './fieldPath.ts';

export type SeenField = {
  /** Name in queries; for fields that the API cannot address, the display name. */
  name: string;
  path: FieldPath;
  /** Complete documents with the field. */
  count: number;
  types: ReadonlyMap<ValueType, number>;
  examples: readonly string[];
  time: TimeUnit | undefined;
  /** Unit in which its times can be compared in queries; undefined if the order would be wrong. */
  compared: TimeUnit | undefined;
  /** Common form of its times without zone; queries need a zone choice. */
  zoneless: ZonelessForm | undefined;
  /** At least one number exceeds the precision of a double. */
  exact: boolean;
};

export type FieldsSeen = {
  documents: number;
  fields: ReadonlyMap<string, SeenField>;
  /** Fields that the API cannot address, by key, such as names with a dot. */
  unaskable: ReadonlyMap<string, SeenField>;
};

export const NOTHING_SEEN: FieldsSeen = { documents: 0, fields: new Map(), unaskable: new Map() };

const EXAMPLES_MAX = 5;
const EXAMPLE_LENGTH_MAX = 60;
/** Maximum number of fields, and nesting depth. */
const FIELDS_MAX = 500;
const DEPTH_MAX = 4;

const [FROM, UNTIL] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
/** UTC, so that text order is time order. */
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const ISO_ZONED = /:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Adds documents to the field statistics. Only `whole` ones, without fields removed by a stage, count for frequencies. */
export function withDocuments(seen: FieldsSeen, documents: readonly JsonObject[], whole: boolean): FieldsSeen {
  const fields = new Map(seen.fields);
  const unaskable = new Map(seen.unaskable);
  for (const document of documents) {
    walk(document, [], (path, value) => {
      const [kind, key] = placeOf({ fields, unaskable }, path);
      const before = kind.get(key);
      if (!before && fields.size + unaskable.size >= FIELDS_MAX) return;
      kind.set(key, withValue(before, path, value, whole));
    });
  }
  return { documents: seen.documents + (whole ? documents.length : 0), fields, unaskable };
}

export function seenAt(seen: FieldsSeen, path: FieldPath): SeenField | undefined {
  const [kind, key] = placeOf(seen, path);
  return kind.get(key);
}

function placeOf<Fields>(kept: { fields: Fields; unaskable: Fields }, path: FieldPath): [Fields, string] {
  return whyUnaskable(path) === undefined ? [kept.fields, path.join('.')] : [kept.unaskable, fieldKey(path)];
}

/** Converts a value to ms since 1970. Dates without time are UTC; times without zone are local. */
export function timeOf(value: unknown, unit: TimeUnit): number | undefined {
  if (unit === 'iso') return typeof value === 'string' ? finite(Date.parse(value)) : undefined;
  return typeof value === 'number' ? value * (unit === 's' ? 1000 : 1) : undefined;
}

/** Describes the types of a field, most frequent first, such as "number, 1 null" or "epoch ms". */
export function typeWords({ types, time, exact }: SeenField): string {
  const [first, ...others] = [...types].sort(([, a], [, b]) => b - a);
  const name = first?.[0] ?? 'text';
  const words = { ...TYPE_NAMES, number: exact ? 'integer, exact' : 'number', json: 'object or list' };
  const time_ = time && (time === 'iso' ? 'ISO time' : `epoch ${time}`);
  return [time_ ?? words[name], ...others.map(([type, count]) => `${count} ${words[type]}`)].join(', ');
}

function walk(object: JsonObject, within: FieldPath, visit: (path: FieldPath, value: unknown) => void): void {
  for (const [name, value] of Object.entries(object)) {
    const path = [...within, name];
    visit(path, value);
    if (isJsonObject(value) && path.length < DEPTH_MAX) walk(value, path, visit);
  }
}

function withValue(before: SeenField | undefined, path: FieldPath, value: unknown, whole: boolean): SeenField {
  const type = typeOf(value);
  const { count = 0, types = new Map<ValueType, number>(), examples = [] } = before ?? {};
  return {
    name: before?.name ?? fieldLabel(path),
    path,
    count: count + (whole ? 1 : 0),
    types: new Map(types).set(type, (types.get(type) ?? 0) + 1),
    examples: withExample(examples, value),
    time: sameUnit(before, before?.time, value, timeUnit),
    compared: sameUnit(before, before?.compared, value, comparedUnit),
    zoneless: sameUnit(before, before?.zoneless, value, zonelessForm),
    exact: (before?.exact ?? false) || value instanceof ExactNumber,
  };
}

/** Common unit of all values so far; null is ignored. */
function sameUnit<Unit>(
  field: SeenField | undefined,
  before: Unit | undefined,
  value: unknown,
  unitOf: (value: unknown) => Unit | undefined,
): Unit | undefined {
  if (value === null) return before;
  const unit = unitOf(value);
  return !field || valued(field) === 0 || before === unit ? unit : undefined;
}

function valued({ types }: SeenField): number {
  return [...types].reduce((sum, [type, count]) => sum + (type === 'null' ? 0 : count), 0);
}

export function timeUnit(value: unknown): TimeUnit | undefined {
  if (typeof value === 'string') return ISO.test(value) && finite(Date.parse(value)) !== undefined ? 'iso' : undefined;
  if (typeof value !== 'number') return undefined;
  if (value >= FROM && value < UNTIL) return 'ms';
  return value >= FROM / 1000 && value < UNTIL / 1000 ? 's' : undefined;
}

/** Unit for comparison in queries; texts with other offsets or without zone sort differently. */
function comparedUnit(value: unknown): TimeUnit | undefined {
  return typeof value === 'string' && !ISO_UTC.test(value) ? undefined : timeUnit(value);
}

const ZONELESS = /^\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;

function zonelessForm(value: unknown): ZonelessForm | undefined {
  const match = typeof value === 'string' && timeUnit(value) === 'iso' ? ZONELESS.exec(value) : null;
  if (!match) return undefined;
  return match[1] === undefined ? 'day' : match[1] === ' ' ? 'space' : 'T';
}

/** Tests for a date, or a time without zone, which is not a unique moment. */
export function isZoneless(value: unknown): boolean {
  return typeof value === 'string' && !ISO_ZONED.test(value);
}

function withExample(examples: readonly string[], value: unknown): readonly string[] {
  if (examples.length >= EXAMPLES_MAX || value === null || isJsonObject(value) || Array.isArray(value)) return examples;
  const text = String(value).slice(0, EXAMPLE_LENGTH_MAX);
  return text === '' || examples.includes(text) ? examples : [...examples, text];
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
