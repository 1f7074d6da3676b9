import { useMemo } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { findResultGrouping, type ResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { getResultSort } from '#pipeline/draft/compileDraft.ts';
import type { GridSort } from '#ui/grid/gridColumn.ts';
import type { DatastoreState } from '#urls/datastore.ts';

export type GroupedResult = { groups: ResultGrouping; query: DatastoreState };

/** Groups of the displayed result, and its query. Undefined if the result consists of documents. */
export function useResultGroups(): GroupedResult | undefined {
  const { state, shownQuery } = useDatastore();
  const query = shownQuery?.state ?? state;
  return useMemo(() => {
    const groups = findResultGrouping(query.pipeline);
    return groups && { groups, query };
  }, [query]);
}

/** Order of the displayed query, as columns. */
export function useQuerySort(): readonly GridSort[] {
  const { state, shownQuery } = useDatastore();
  const { pipeline } = shownQuery?.state ?? state;
  return useMemo(
    () => getResultSort(pipeline).map(({ field, descending }) => ({ key: field, descending })),
    [pipeline],
  );
}
