import { useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { type ResultSort, setResultSort } from '#pipeline/draft/queryDraft.ts';
import { useResultGroups } from './useResultGroups.ts';

/**
 * Returns a function that sorts all groups with a stage. Undefined if they are all loaded, if the query was edited, or
 * if the service cannot sort.
 */
export function useSortAllGroups(): ((sort: readonly ResultSort[]) => void) | undefined {
  const { extensions, supportsGroup } = useQueryService();
  const { draft, apply, edited } = useQueryEditorContext();
  const { isWhole } = useResults().rows;
  const isGrouped = useResultGroups() !== undefined;
  if (!isGrouped || isWhole || edited || !(extensions.includes('sort') || !supportsGroup)) return undefined;
  return (sort) => apply(setResultSort(draft, sort));
}
