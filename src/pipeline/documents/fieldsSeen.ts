import { ExactNumber, isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { TYPE_NAMES, typeOf, type ValueType } from '#pipeline/draft/value.ts';

/** What a field's numbers or texts are, when all that were seen are times. */
export type TimeUnit = 'ms' | 's' | 'iso';

export type SeenField = {
  name: string;
  /** Documents that had it, of those that had every field (no stage had left any out). */
  count: number;
  /** How often each type was seen. */
  types: ReadonlyMap<ValueType, number>;
  /** A few values, as texts. */
  examples: readonly string[];
  time: TimeUnit | undefined;
  /** Whether a number was seen that a double cannot hold. */
  exact: boolean;
};

export type FieldsSeen = {
  /** Documents seen whole. */
  documents: number;
  fields: ReadonlyMap<string, SeenField>;
};

export const NOTHING_SEEN: FieldsSeen = { documents: 0, fields: new Map() };

const EXAMPLES_MAX = 5;
const EXAMPLE_LENGTH_MAX = 60;
/** Fields that are kept; how deep dotted names reach. */
const FIELDS_MAX = 500;
const DEPTH_MAX = 4;

const [FROM, UNTIL] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * What is known after these documents. `whole` says that no stage had left fields out of them: only such documents tell
 * how frequent a field is.
 */
export function withDocuments(seen: FieldsSeen, documents: readonly JsonObject[], whole: boolean): FieldsSeen {
  const fields = new Map(seen.fields);
  for (const document of documents) {
    walk(document, '', 0, (name, value) => {
      const before = fields.get(name);
      if (!before && fields.size >= FIELDS_MAX) return;
      fields.set(name, withValue(before, name, value, whole));
    });
  }
  return { documents: seen.documents + (whole ? documents.length : 0), fields };
}

/** What a time is written as where the data holds times of this unit. */
export function timeText(time: number, unit: TimeUnit): { type: 'number' | 'text'; text: string } {
  if (unit === 'iso') return { type: 'text', text: new Date(time).toISOString() };
  return { type: 'number', text: String(unit === 's' ? Math.floor(time / 1000) : time) };
}

/** The time that a value is in its unit, in ms since 1970. */
export function timeOf(value: unknown, unit: TimeUnit): number | undefined {
  if (unit === 'iso') return typeof value === 'string' ? finite(Date.parse(value)) : undefined;
  return typeof value === 'number' ? value * (unit === 's' ? 1000 : 1) : undefined;
}

/** "number", "number, 1 null", "epoch ms": what was seen of a field, the commonest first. */
export function typeWords({ types, time, exact }: SeenField): string {
  const [first, ...others] = [...types].sort(([, a], [, b]) => b - a);
  const name = first?.[0] ?? 'text';
  const words = { ...TYPE_NAMES, number: exact ? 'integer, exact' : 'number', json: 'object or list' };
  const time_ = time && (time === 'iso' ? 'ISO time' : `epoch ${time}`);
  return [time_ ?? words[name], ...others.map(([type, count]) => `${count} ${words[type]}`)].join(', ');
}

function walk(object: JsonObject, path: string, depth: number, visit: (name: string, value: unknown) => void): void {
  for (const [name, value] of Object.entries(object)) {
    if (name === '' || name.startsWith('$')) continue;
    visit(path + name, value);
    if (isJsonObject(value) && depth + 1 < DEPTH_MAX) walk(value, `${path}${name}.`, depth + 1, visit);
  }
}

function withValue(before: SeenField | undefined, name: string, value: unknown, whole: boolean): SeenField {
  const type = typeOf(value);
  const { count = 0, types = new Map<ValueType, number>(), examples = [] } = before ?? {};
  return {
    name,
    count: count + (whole ? 1 : 0),
    types: new Map(types).set(type, (types.get(type) ?? 0) + 1),
    examples: withExample(examples, value),
    time: sameUnit(before, value),
    exact: (before?.exact ?? false) || value instanceof ExactNumber,
  };
}

/** The unit that all values have; null says nothing of it. */
function sameUnit(before: SeenField | undefined, value: unknown): TimeUnit | undefined {
  if (value === null) return before?.time;
  const unit = timeUnit(value);
  return !before || valued(before) === 0 || before.time === unit ? unit : undefined;
}

/** How often it had a value. */
function valued({ types }: SeenField): number {
  return [...types].reduce((sum, [type, count]) => sum + (type === 'null' ? 0 : count), 0);
}

/** The unit that a value is a time in, if it looks like one. */
export function timeUnit(value: unknown): TimeUnit | undefined {
  if (typeof value === 'string') return ISO.test(value) && finite(Date.parse(value)) !== undefined ? 'iso' : undefined;
  if (typeof value !== 'number') return undefined;
  if (value >= FROM && value < UNTIL) return 'ms';
  return value >= FROM / 1000 && value < UNTIL / 1000 ? 's' : undefined;
}

function withExample(examples: readonly string[], value: unknown): readonly string[] {
  if (examples.length >= EXAMPLES_MAX || value === null || isJsonObject(value) || Array.isArray(value)) return examples;
  const text = String(value).slice(0, EXAMPLE_LENGTH_MAX);
  return text === '' || examples.includes(text) ? examples : [...examples, text];
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
