import { useMemo } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { findResultGrouping, type ResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import type { DatastoreState } from '#urls/datastore.ts';

/** Groups of the displayed result, and its query. Undefined if the result consists of documents. */
export function useResultGroups(): { groups: ResultGrouping; query: DatastoreState } | undefined {
  const { state, shownQuery } = useDatastore();
  const query = shownQuery?.state ?? state;
  return useMemo(() => {
    const groups = findResultGrouping(query.pipeline);
    return groups && { groups, query };
  }, [query]);
}
