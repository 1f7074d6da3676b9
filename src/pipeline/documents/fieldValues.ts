import { ExactNumber, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import type { TimeUnit } from '#pipeline/draft/value.ts';
import { typeOf } from '#pipeline/draft/value.ts';
import { valueAt } from './documentColumns.ts';
import type { FieldPath } from './fieldPath.ts';
import { timeOf } from './fieldsSeen.ts';

/** A document that was seen; `whole` where no stage had left fields out of it. */
export type SeenDocument = { document: JsonObject; whole: boolean };

/** A value, equal to no other of its field but by its key, and in how many documents it was. */
export type FieldValue = { key: string; value: unknown; count: number };

type FieldValues = {
  /** Documents that tell of the field: those that have it, and those that would have it. */
  documents: number;
  missing: number;
  /** The commonest first, those as common in the order in which they were met. */
  values: readonly FieldValue[];
  /** Its numbers, of times their ms, in rising order. */
  numbers: Float64Array;
};

/** What a field holds in these documents; `unit` is what its values are times in. */
export function fieldValues(
  documents: Iterable<SeenDocument>,
  path: FieldPath,
  unit: TimeUnit | undefined,
): FieldValues {
  const counts = new Map<string, { value: unknown; count: number }>();
  const numbers: number[] = [];
  let having = 0;
  let missing = 0;
  for (const { document, whole } of documents) {
    const value = valueAt(document, path);
    if (value === undefined) {
      if (whole) missing++;
      continue;
    }
    having++;
    const key = valueKey(value);
    const held = counts.get(key);
    if (held) held.count++;
    else counts.set(key, { value, count: 1 });
    const number = numberOf(value, unit);
    if (number !== undefined) numbers.push(number);
  }
  const values = [...counts].map(([key, held]) => ({ key, ...held })).sort((one, other) => other.count - one.count);
  return { documents: having + missing, missing, values, numbers: Float64Array.from(numbers).sort() };
}

/** A text that no other value has: `25` and `"25"` are two. */
function valueKey(value: unknown): string {
  return `${typeOf(value)} ${typeof value === 'string' ? value : stringifyJson(value)}`;
}

function numberOf(value: unknown, unit: TimeUnit | undefined): number | undefined {
  if (unit) return timeOf(value, unit);
  if (value instanceof ExactNumber) return Number(value.text);
  return typeof value === 'number' ? value : undefined;
}
