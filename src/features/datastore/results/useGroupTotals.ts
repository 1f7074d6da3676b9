import { useQuery } from '@tanstack/react-query';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import { buildTotalsPipeline, type GroupTotals, sumGroups } from '#pipeline/documents/resultGrouping.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { useConnection } from '#session/useSession.ts';
import { createGroupsFetcher } from './useResultPage.ts';
import type { ResultRows } from './useResultRows.ts';

/** Totals of all groups of the displayed result: of the loaded ones if there are no others, otherwise of the service. */
export function useGroupTotals({ documents, more, isWhole }: ResultRows): GroupTotals | undefined {
  const connection = useConnection();
  const { pages } = useDatastore();
  const { supportsGroup, fetchPage } = useQueryService();
  const result = useResultGroups();
  const { data, isPlaceholderData } = pages.current;
  const totals = result && buildTotalsPipeline(result.query.pipeline, result.groups);
  const asked = useQuery({
    queryKey: createQueryKey(connection, 'groupTotals', result && getPipelineQueryKey(result.query), pages.version),
    queryFn: async ({ signal }) => {
      if (!result || !totals) return null;
      return totals.parse(await createGroupsFetcher(fetchPage, result.query)(totals.pipeline, 1, signal, undefined));
    },
    enabled:
      totals !== undefined &&
      supportsGroup &&
      data !== undefined &&
      !isPlaceholderData &&
      !isWhole &&
      more !== 'unknown',
    refetchInterval: false,
    retry: false,
  });
  return result && isWhole ? sumGroups(result.groups, documents) : (asked.data ?? undefined);
}
