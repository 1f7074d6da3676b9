import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { explainUnsupportedField, toFieldKey } from '#pipeline/documents/fieldPath.ts';
import type { ObservedField } from '#pipeline/documents/observedFields.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { canCountValues, fetchQueryValueCounts } from '#pipeline/run/fetchQueryValueCounts.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useConnection } from '#session/useSession.ts';

const VALUES_PER_PAGE = 100;

/**
 * Counts the values of a field in all documents of the displayed query. `isSupported` is false if the service does not
 * group or sort, or if the query results in groups or belongs to another collection than the field.
 */
export function useQueryValueCounts({ path }: ObservedField) {
  const connection = useConnection();
  const { state, onScreen, pages: result, ask, extensions, supportsGroup, bulkPageSize } = useDatastore();
  const collection = useQueryEditorContext().draft.collection.trim();
  const [pages, setPages] = useState(1);
  const query = onScreen?.state ?? state;
  const isSupported =
    supportsGroup &&
    extensions.includes('sort') &&
    query.collection === collection &&
    explainUnsupportedField(path) === undefined &&
    !hasGroupStage(query.pipeline) &&
    canCountValues(query.pipeline);
  const answer = useQuery({
    queryKey: createQueryKey(
      connection,
      'valueCounts',
      getPipelineQueryKey(query),
      toFieldKey(path),
      result.current.data?.fetchedAt,
      pages,
    ),
    queryFn: ({ signal }) =>
      fetchQueryValueCounts({
        pipeline: query.pipeline,
        path,
        pages,
        pageSize: bulkPageSize === undefined ? undefined : VALUES_PER_PAGE,
        fetchGroups: async (pipeline, page, ended, pageSize) =>
          (await ask({ ...query, pipeline }, page, ended, { once: true, isServiceOnly: true, pageSize })).documents,
        signal,
      }),
    enabled: isSupported,
    placeholderData: keepPreviousData,
    refetchInterval: false,
    retry: false,
  });
  return {
    isSupported: isSupported && !answer.isError,
    isLoading: answer.isFetching,
    counts: isSupported ? answer.data : undefined,
    loadMore: () => setPages(pages + 1),
  };
}
