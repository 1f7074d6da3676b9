import { permute } from 'd3-array';
import { ExactNumber, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { type DocumentColumn, getValueAtPath } from './documentColumns.ts';

type DocumentSort = { key: string; descending: boolean };

/**
 * Sorts documents by a field: numbers, then texts, then others. Null and missing values come last in both directions.
 * The sort is stable.
 */
export function sortDocuments(
  documents: readonly JsonObject[],
  columns: readonly DocumentColumn[],
  sort: readonly DocumentSort[],
): readonly JsonObject[] {
  const keys = sort.flatMap(({ key, descending }) => {
    const column = columns.find((candidate) => candidate.key === key);
    return column ? [{ descending, values: documents.map((document) => getValueAtPath(document, column.path)) }] : [];
  });
  if (keys.length === 0) return documents;
  const order = documents.map((_, place) => place);
  order.sort((one, other) => {
    for (const { descending, values } of keys) {
      const by = compareValues(values[one], values[other], descending);
      if (by !== 0) return by;
    }
    return 0;
  });
  return permute(documents, order);
}

function compareValues(one: unknown, other: unknown, descending: boolean): number {
  const [first, second] = [getTypeRank(one), getTypeRank(other)];
  if (first >= NULL_RANK || second >= NULL_RANK) return first - second;
  const by = first - second || compareSameRank(one, other);
  return descending ? -by : by;
}

const NULL_RANK = 4;

function getTypeRank(value: unknown): number {
  if (value === undefined) return NULL_RANK + 1;
  if (value === null) return NULL_RANK;
  if (typeof value === 'number' || value instanceof ExactNumber) return 0;
  if (typeof value === 'string') return 1;
  return typeof value === 'boolean' ? 2 : 3;
}

function compareSameRank(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return compareOrdered(one, other);
  if (typeof one === 'object' && !(one instanceof ExactNumber))
    return compareOrdered(stringifyJson(one), stringifyJson(other));
  return compareExactIntegers(one, other) ?? compareOrdered(Number(one), Number(other));
}

function compareExactIntegers(one: unknown, other: unknown): number | undefined {
  if (!(one instanceof ExactNumber || other instanceof ExactNumber)) return undefined;
  const [first, second] = [String(one), String(other)];
  return /^-?\d+$/.test(first) && /^-?\d+$/.test(second) ? compareOrdered(BigInt(first), BigInt(second)) : undefined;
}

function compareOrdered<Value extends string | number | bigint>(one: Value, other: Value): number {
  return one < other ? -1 : Number(one > other);
}
