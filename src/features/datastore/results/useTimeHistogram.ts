import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { getLocalZoneName } from '#lib/time/zones.ts';
import type { ObservedField } from '#pipeline/documents/observedFields.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { findTimeRange } from '#pipeline/draft/timeRange.ts';
import { fetchTimeHistogram } from '#pipeline/run/fetchTimeHistogram.ts';
import { useConnection } from '#session/useSession.ts';
import { createTimeBins, getAxisTimeZone } from '#ui/charts/timeBins.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { createGroupsFetcher } from './useResultPage.ts';

const BINS_MAX = 48;

export function useTimeHistogram({ path, time = 'ms' }: ObservedField) {
  const connection = useConnection();
  const { state, shownQuery, pages } = useDatastore();
  const { fetchPage, bulkPageSize } = useQueryService();
  const query = shownQuery?.state ?? state;
  const zone = getAxisTimeZone(useTimeMode());
  const chosen = shownQuery && findTimeRange(shownQuery.urlQuery.pipeline, shownQuery.at);
  const hasBounds = chosen?.field === path.join('.') && chosen.from !== undefined && chosen.below !== undefined;
  const range = hasBounds ? chosen : undefined;
  return useQuery({
    queryKey: createQueryKey(connection, 'timeHistogram', getPipelineQueryKey(query), path, zone, pages.version),
    queryFn: async ({ signal }) =>
      (await fetchTimeHistogram({
        pipeline: query.pipeline,
        axis: { path, time },
        zone: zone === 'utc' ? 'utc' : getLocalZoneName(),
        // also the parts of a chosen range without documents
        createBins: (least, most) => createTimeBins(range?.from ?? least, range?.below ?? most, zone, BINS_MAX),
        fetchGroups: createGroupsFetcher(fetchPage, query),
        pageSize: bulkPageSize,
        signal,
      })) ?? null,
    placeholderData: keepPreviousData,
    refetchInterval: false,
    retry: false,
  });
}
