import { useMemo } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { findResultGroups, type ResultGroups } from '#pipeline/documents/resultGroups.ts';
import type { DatastoreState } from '#urls/datastore.ts';

/** Groups of the displayed result, and its query. Undefined if the result consists of documents. */
export function useResultGroups(): { groups: ResultGroups; query: DatastoreState } | undefined {
  const { state, onScreen } = useDatastore();
  const query = onScreen?.state ?? state;
  return useMemo(() => {
    const groups = findResultGroups(query.pipeline);
    return groups && { groups, query };
  }, [query]);
}

/** True for groups over time, which are drawn as lines instead of bars. */
export function hasTimeKey({ keys }: ResultGroups): boolean {
  return keys.some(({ kind }) => kind === 'time');
}
