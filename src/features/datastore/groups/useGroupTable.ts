import { max } from 'd3-array';
import { useMemo } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import type { ResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { sortDocumentIndexes } from '#pipeline/documents/sortDocumentIndexes.ts';
import { getResultSort } from '#pipeline/draft/compileDraft.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { toBarLength } from './formatGroupValue.ts';

type GroupColumn = DocumentColumn & { operator: string };

export type GroupTable = ReturnType<typeof useGroupTable>;

/**
 * Ranks the loaded groups in the order of the URL, by default that of the query or, if it has none, by the first number,
 * largest first.
 */
export function useGroupTable(groups: ResultGrouping, { pipeline }: DatastoreState) {
  const { state } = useDatastore();
  const { rows, totals, arrangement } = useResults();
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
    const querySort = getResultSort(pipeline).map(({ field, descending }) => ({ key: field, descending }));
    const sorts = [state.sort, querySort, bar && [{ key: bar.key, descending: true }]];
    const sort = sorts.find((one) => columns.some(({ key }) => key === one?.[0]?.key)) ?? [];
    const lengths = documents.map((document) => (bar ? toBarLength(getValueAtPath(document, bar.path)) : Number.NaN));
    const isWhole = state.page === 1 && rows.more === 'no';
    // parts of unknown sums may be negative
    const canShare = isWhole ? !lengths.some((length) => length < 0) : bar?.operator === '$count';
    const sum = toBarLength(totals?.sums[bar?.path[0] ?? '']);
    return {
      keys,
      values,
      numbers,
      bar,
      sort,
      /** True if the service has not sorted the groups in this order. */
      isLocalSort: sort !== querySort,
      ranked: sortDocumentIndexes(documents, columns, sort).map((index) => ({
        document: documents[index] ?? NO_GROUP,
        length: lengths[index] ?? Number.NaN,
      })),
      longest: max(lengths, Math.abs) || 1,
      /** Sum of all bars. Undefined if it is unknown, or if shares of it have no meaning. */
      total: canShare && sum > 0 ? sum : undefined,
    };
  }, [groups, pipeline, allColumns, documents, state.plot, state.sort, state.page, rows.more, totals]);
}

const NO_GROUP: JsonObject = {};

function findColumn(columns: readonly DocumentColumn[], name: string): DocumentColumn {
  const column = columns.find(({ path }) => path.length === 1 && path[0] === name);
  return column ?? { key: name, label: name, path: [name], type: 'text', time: undefined };
}
