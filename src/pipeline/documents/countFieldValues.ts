import { ExactNumber, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import type { TimeUnit } from '#pipeline/draft/valueDraft.ts';
import { getValueType } from '#pipeline/draft/valueDraft.ts';
import { getValueAtPath } from './documentColumns.ts';
import type { FieldPath } from './fieldPath.ts';
import { toTimeMs } from './observedFields.ts';

/** Document of a result. `isComplete` is true if no stage removed fields. */
export type ObservedDocument = { document: JsonObject; isComplete: boolean };

export type FieldValueCount = { key: string; value: unknown; count: number };

type FieldValueCounts = {
  documents: number;
  missing: number;
  values: readonly FieldValueCount[];
  numbers: Float64Array;
};

export function countFieldValues(
  documents: Iterable<ObservedDocument>,
  path: FieldPath,
  unit: TimeUnit | undefined,
): FieldValueCounts {
  const counts = new Map<string, { value: unknown; count: number }>();
  const numbers: number[] = [];
  let having = 0;
  let missing = 0;
  for (const { document, isComplete } of documents) {
    const value = getValueAtPath(document, path);
    if (value === undefined) {
      if (isComplete) missing++;
      continue;
    }
    having++;
    const key = getValueKey(value);
    const held = counts.get(key);
    if (held) held.count++;
    else counts.set(key, { value, count: 1 });
    const number = toNumber(value, unit);
    if (number !== undefined) numbers.push(number);
  }
  const values = [...counts].map(([key, held]) => ({ key, ...held })).sort((one, other) => other.count - one.count);
  return { documents: having + missing, missing, values, numbers: Float64Array.from(numbers).sort() };
}

/** Returns a key that includes the type of a value, so that `25` and `"25"` differ. */
export function getValueKey(value: unknown): string {
  return `${getValueType(value)} ${typeof value === 'string' ? value : stringifyJson(value)}`;
}

function toNumber(value: unknown, unit: TimeUnit | undefined): number | undefined {
  if (unit) return toTimeMs(value, unit);
  if (value instanceof ExactNumber) return Number(value.text);
  return typeof value === 'number' ? value : undefined;
}
