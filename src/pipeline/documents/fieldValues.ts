import { ExactNumber, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import type { TimeUnit } from '#pipeline/draft/value.ts';
import { typeOf } from '#pipeline/draft/value.ts';
import { valueAt } from './documentColumns.ts';
import type { FieldPath } from './fieldPath.ts';
import { timeOf } from './fieldsSeen.ts';

/** A document; `whole` if no stage has removed fields. */
export type SeenDocument = { document: JsonObject; whole: boolean };

/** A distinct value (by `key`) and its number of documents. */
export type FieldValue = { key: string; value: unknown; count: number };

type FieldValues = {
  documents: number;
  missing: number;
  /** Most frequent first, else as found. */
  values: readonly FieldValue[];
  /** Numbers, or times in ms, ascending. */
  numbers: Float64Array;
};

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

/** Unique text per value and type: `25` and `"25"` differ. */
function valueKey(value: unknown): string {
  return `${typeOf(value)} ${typeof value === 'string' ? value : stringifyJson(value)}`;
}

function numberOf(value: unknown, unit: TimeUnit | undefined): number | undefined {
  if (unit) return timeOf(value, unit);
  if (value instanceof ExactNumber) return Number(value.text);
  return typeof value === 'number' ? value : undefined;
}
