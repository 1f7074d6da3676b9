import { max } from 'd3-array';
import { useMemo } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import {
  isAdditiveGroupValue,
  type ResultGrouping,
  type ResultGroupValue,
} from '#pipeline/documents/resultGrouping.ts';
import { sortDocumentIndexes } from '#pipeline/documents/sortDocumentIndexes.ts';
import { toBarLength } from './formatGroupValue.ts';

type GroupColumn = DocumentColumn & { operator: string };

export type GroupTable = ReturnType<typeof useGroupTable>;

/** Ranks the loaded groups by the value of the URL, by default the first numeric one, largest first. */
export function useGroupTable(groups: ResultGrouping) {
  const { state } = useDatastore();
  const { rows, arrangement } = useResults();
  const { documents } = rows;
  const { allColumns } = arrangement;
  return useMemo(() => {
    const keys = groups.keys.map(({ name }) => findColumn(allColumns, name));
    const values = groups.values.flatMap((value): GroupColumn[] => {
      const column = allColumns.find(({ path }) => path.length === 1 && path[0] === value.name);
      return column ? [{ ...column, operator: value.operator }] : [];
    });
    const numbers = values.filter(({ type, mostlyNumbers }) => type === 'number' || mostlyNumbers);
    const bar = numbers.find(({ key }) => key === state.plot?.[0]) ?? numbers[0];
    const columns = [...keys, ...values];
    const sort = columns.some(({ key }) => key === state.sort?.[0]?.key)
      ? (state.sort ?? [])
      : bar
        ? [{ key: bar.key, descending: true }]
        : [];
    const lengths = documents.map((document) => (bar ? toBarLength(getValueAtPath(document, bar.path)) : Number.NaN));
    const isWhole = state.page === 1 && rows.more === 'no';
    return {
      keys,
      values,
      numbers,
      bar,
      sort,
      ranked: sortDocumentIndexes(documents, columns, sort).map((index) => ({
        document: documents[index] ?? NO_GROUP,
        length: lengths[index] ?? Number.NaN,
      })),
      longest: max(lengths, Math.abs) || 1,
      /** Sum of all bars. Undefined if some groups are not loaded, or if a sum has no meaning. */
      total: bar && isWhole && hasTotal(groups.values, bar) ? sumPositive(lengths) : undefined,
    };
  }, [groups, allColumns, documents, state.plot, state.sort, state.page, rows.more]);
}

const NO_GROUP: JsonObject = {};

function findColumn(columns: readonly DocumentColumn[], name: string): DocumentColumn {
  const column = columns.find(({ path }) => path.length === 1 && path[0] === name);
  return column ?? { key: name, label: name, path: [name], type: 'text', time: undefined };
}

function hasTotal(values: readonly ResultGroupValue[], { path: [name] }: DocumentColumn): boolean {
  const value = values.find((each) => each.name === name);
  return value !== undefined && isAdditiveGroupValue(value);
}

/** Sums values of which shares can be formed. Undefined if one is negative or if all are 0. */
function sumPositive(lengths: readonly number[]): number | undefined {
  let sum = 0;
  for (const length of lengths) {
    if (length < 0) return undefined;
    if (length > 0) sum += length;
  }
  return sum > 0 ? sum : undefined;
}
