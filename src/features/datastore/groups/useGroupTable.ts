import { max } from 'd3-array';
import { useMemo } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { findKeyColumns } from '#pipeline/documents/describeGroup.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import type { ResultGrouping, ResultGroupValue } from '#pipeline/documents/resultGrouping.ts';
import { sortDocuments } from '#pipeline/documents/sortDocuments.ts';
import { formatChange, toBarLength } from './formatGroupValue.ts';
import { type GroupedResult, useQuerySort } from './useResultGroups.ts';

type GroupColumn = DocumentColumn & ResultGroupValue;

/**
 * `before` is the same group in the period before, if the result is compared with it: `word` if it is missing there.
 * Only the period before has a group that is gone.
 */
export type ComparedGroup = {
  document: JsonObject;
  length: number;
  isGone: boolean;
  before: { group: JsonObject | undefined; word: string; change: string } | undefined;
};

export type GroupTable = ReturnType<typeof useGroupTable>;

/**
 * Returns the columns of groups, and their order in the URL, by default that of the query or, if it has none, by the first
 * number, largest first.
 */
export function useGroupOrder(groups: ResultGrouping | undefined) {
  const querySort = useQuerySort();
  const { state } = useDatastore();
  const { allColumns } = useResults().arrangement;
  return useMemo(() => {
    const keys = groups ? findKeyColumns(groups, allColumns) : [];
    const values = (groups?.values ?? []).flatMap((value): GroupColumn[] => {
      const column = allColumns.find(({ path }) => path.length === 1 && path[0] === value.name);
      return column ? [{ ...column, ...value }] : [];
    });
    const numbers = values.filter(({ type, mostlyNumbers }) => type === 'number' || mostlyNumbers);
    const bar = numbers.find(({ key }) => key === state.plot?.[0]) ?? numbers[0];
    const columns = [...keys, ...values];
    const sorts = [state.sort, querySort, bar && [{ key: bar.key, descending: true }]];
    const sort = sorts.find((one) => columns.some(({ key }) => key === one?.[0]?.key)) ?? [];
    // true if the service has not sorted the groups in this order
    const isLocalSort = sort !== querySort;
    return { keys, values, numbers, bar, columns, sort, isLocalSort };
  }, [groups, querySort, allColumns, state.plot, state.sort]);
}

/** Ranks the loaded groups in their order. Groups that only the period before has come last. */
export function useGroupTable({ groups }: Pick<GroupedResult, 'groups'>) {
  const { rows, totals, periodBefore } = useResults();
  const { comparison } = periodBefore;
  const { documents, isWhole } = rows;
  const order = useGroupOrder(groups);
  return useMemo(() => {
    const { bar, columns, sort } = order;
    const gone = comparison?.gone ?? [];
    const toRow = (document: JsonObject): ComparedGroup => {
      const length = bar ? toBarLength(getValueAtPath(document, bar.path)) : Number.NaN;
      if (!comparison || !bar) return { document, length, isGone: false, before: undefined };
      const { now, past, before: group } = comparison.compare(document, bar);
      const word = group || comparison.hasMore ? '' : 'none';
      const change = Number.isFinite(now - past) ? formatChange(now, past) : '';
      return { document, length, isGone: false, before: { group, word, change } };
    };
    const present = sortDocuments(documents, columns, sort).map(toRow);
    const lengths = present.map(({ length }) => length);
    // parts of unknown sums may be negative
    const canShare = isWhole ? !lengths.some((length) => length < 0) : bar?.operator === '$count';
    const sum = toBarLength(totals?.sums[bar?.path[0] ?? '']);
    return {
      ...order,
      // the groups that are gone have keys only, so no length
      ranked: [...present, ...gone.map((document) => ({ ...toRow(document), isGone: true }))],
      hasBefore: comparison !== undefined,
      goneCount: gone.length,
      longest: max(lengths, Math.abs) || 1,
      /** Sum of all bars. Undefined if it is unknown, or if shares of it have no meaning. */
      total: canShare && sum > 0 ? sum : undefined,
    };
  }, [order, documents, isWhole, totals, comparison]);
}
