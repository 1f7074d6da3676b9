import { ExactNumber, type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { type DocumentColumn, valueAt } from './documentColumns.ts';

type DocumentSort = { key: string; descending: boolean };

/**
 * Sorted document indexes: numbers before texts before others; null and missing come last in both directions. The sort is
 * stable.
 */
export function documentOrder(
  documents: readonly JsonObject[],
  columns: readonly DocumentColumn[],
  sort: readonly DocumentSort[],
): number[] {
  const order = documents.map((_, position) => position);
  const keys = sort.flatMap(({ key, descending }) => {
    const column = columns.find((candidate) => candidate.key === key);
    return column ? [{ descending, values: documents.map((document) => valueAt(document, column.path)) }] : [];
  });
  if (keys.length === 0) return order;
  return order.sort((one, other) => {
    for (const { descending, values } of keys) {
      const by = compare(values[one], values[other], descending);
      if (by !== 0) return by;
    }
    return one - other;
  });
}

function compare(one: unknown, other: unknown, descending: boolean): number {
  const [first, second] = [rank(one), rank(other)];
  if (first >= NOTHING || second >= NOTHING) return first - second;
  const by = first - second || within(one, other);
  return descending ? -by : by;
}

/** Rank of null; missing ranks after it. */
const NOTHING = 4;

function rank(value: unknown): number {
  if (value === undefined) return NOTHING + 1;
  if (value === null) return NOTHING;
  if (typeof value === 'number' || value instanceof ExactNumber) return 0;
  if (typeof value === 'string') return 1;
  return typeof value === 'boolean' ? 2 : 3;
}

function within(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return order(one, other);
  if (typeof one === 'object' && !(one instanceof ExactNumber)) return order(stringifyJson(one), stringifyJson(other));
  return exactly(one, other) ?? order(Number(one), Number(other));
}

/** Integers beyond 53 bits are compared exactly. */
function exactly(one: unknown, other: unknown): number | undefined {
  if (!(one instanceof ExactNumber || other instanceof ExactNumber)) return undefined;
  const [first, second] = [String(one), String(other)];
  return /^-?\d+$/.test(first) && /^-?\d+$/.test(second) ? order(BigInt(first), BigInt(second)) : undefined;
}

function order<Value extends string | number | bigint>(one: Value, other: Value): number {
  return one < other ? -1 : Number(one > other);
}
