import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { getLocalZoneName } from '#lib/time/zones.ts';
import { explainUnsupportedField, toFieldKey } from '#pipeline/documents/fieldPath.ts';
import type { ObservedField } from '#pipeline/documents/observedFields.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import type { GroupsFetcher } from '#pipeline/run/fetchPagesInOrder.ts';
import { canCountValues, fetchNumberBins, fetchQueryValueCounts } from '#pipeline/run/fetchQueryValueCounts.ts';
import { fetchTimeHistogram } from '#pipeline/run/fetchTimeHistogram.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useConnection } from '#session/useSession.ts';
import { createTimeBins, getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { BINS_MAX, createNumberEdges, describeRange, type ValueBins } from './valueBins.ts';

const VALUES_PER_PAGE = 100;

/**
 * Counts the values of a field and, with `hasNumbers`, their distribution, in all documents of the displayed query.
 * `all` is undefined until both are known, and if the service does not group or sort, or if the query results in groups
 * or belongs to another collection than the field.
 */
export function useQueryValueCounts({ path, time, compared }: ObservedField, hasNumbers: boolean) {
  const connection = useConnection();
  const { state, shownQuery, pages: result } = useDatastore();
  const { fetchPage, extensions, supportsGroup, bulkPageSize } = useQueryService();
  const collection = useQueryEditorContext().draft.collection.trim();
  const zone = getAxisTimeZone(useTimeMode());
  const [pages, setPages] = useState(1);
  const query = shownQuery?.state ?? state;
  // a service truncates times in ms, and texts with a time zone
  const canDivide = !hasNumbers || !time || (time !== 's' && compared !== undefined);
  const isSupported =
    supportsGroup &&
    canDivide &&
    extensions.includes('sort') &&
    query.collection === collection &&
    explainUnsupportedField(path) === undefined &&
    !hasGroupStage(query.pipeline) &&
    canCountValues(query.pipeline);
  const { pipeline } = query;
  const fetchGroups: GroupsFetcher = async (stages, page, ended, pageSize) =>
    (await fetchPage({ ...query, pipeline: stages }, page, ended, { once: true, isServiceOnly: true, pageSize }))
      .documents;
  const subject = [getPipelineQueryKey(query), toFieldKey(path), result.version];
  const options = {
    enabled: isSupported,
    placeholderData: keepPreviousData,
    refetchInterval: false,
    retry: false,
  } as const;
  const counts = useQuery({
    ...options,
    queryKey: createQueryKey(connection, 'valueCounts', ...subject, pages),
    queryFn: ({ signal }) => {
      const pageSize = bulkPageSize === undefined ? undefined : VALUES_PER_PAGE;
      return fetchQueryValueCounts({ pipeline, path, pages, pageSize, fetchGroups, signal });
    },
  });
  const bins = useQuery({
    ...options,
    enabled: isSupported && hasNumbers,
    queryKey: createQueryKey(connection, 'valueBins', ...subject, zone),
    queryFn: async ({ signal }): Promise<ValueBins | null> => {
      const groups = { pipeline, fetchGroups, pageSize: bulkPageSize, signal };
      if (!time) {
        const found = await fetchNumberBins({ ...groups, path, createEdges: createNumberEdges });
        return found ? { ...found, range: describeRange(found.least, found.most, found.mean) } : null;
      }
      const histogram = await fetchTimeHistogram({
        ...groups,
        axis: { path, time },
        zone: zone === 'utc' ? 'utc' : getLocalZoneName(),
        createBins: (least, most) => createTimeBins(least, most, zone, BINS_MAX),
      });
      return histogram ? { edges: histogram.bins.edges, counts: histogram.counts, scale: histogram.bins } : null;
    },
  });
  const isKnown = isSupported && !counts.isError && !bins.isError && (!hasNumbers || bins.data !== undefined);
  return {
    all: isKnown && counts.data ? { ...counts.data, bins: bins.data ?? undefined } : undefined,
    isLoading: isSupported && (counts.isFetching || bins.isFetching),
    loadMore: () => setPages(pages + 1),
  };
}
