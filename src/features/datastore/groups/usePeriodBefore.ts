import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { createGroupsFetcher } from '#features/datastore/results/useResultPage.ts';
import type { ResultRows } from '#features/datastore/results/useResultRows.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { shiftToPeriodBefore } from '#pipeline/draft/timeRange.ts';
import { fetchPagesInOrder } from '#pipeline/run/fetchPagesInOrder.ts';
import { useConnection } from '#session/useSession.ts';
import { compareGroups, explainNoComparison, type GroupComparison, type PeriodGroups } from './compareGroups.ts';
import { useResultGroups } from './useResultGroups.ts';

/** Word of a link that compares its groups with those of the period before. */
export const DRAW_BEFORE = 'before';

const PAGES_MAX = 20;

export type PeriodBefore = {
  isChosen: boolean;
  /** Why the result cannot be compared. */
  reason: string | undefined;
  error: Error | null;
  /** Undefined until the groups of the period before are loaded. */
  comparison: GroupComparison | undefined;
};

/** Compares the groups of the displayed query with the period before, if its chart does. */
export function usePeriodBefore({ documents, isWhole }: ResultRows): PeriodBefore {
  const connection = useConnection();
  const { state, shownQuery, pages } = useDatastore();
  const { fetchPage, supportsGroup, bulkPageSize } = useQueryService();
  const result = useResultGroups();
  const before = useMemo(
    () => (shownQuery ? shiftToPeriodBefore(shownQuery.urlQuery.pipeline, shownQuery.at) : 'No result is shown.'),
    [shownQuery],
  );
  const reason = explainNoPeriod();
  const query =
    result && typeof before !== 'string' ? { ...result.query, pipeline: before.pipeline, page: 1 } : undefined;
  const { data, isPlaceholderData } = pages.current;
  const isChosen = state.view === 'chart' && (state.draw?.includes(DRAW_BEFORE) ?? false);
  const answer = useQuery({
    queryKey: createQueryKey(connection, 'periodBefore', query && getPipelineQueryKey(query), pages.version),
    queryFn: async ({ signal }): Promise<PeriodGroups | null> => {
      if (!query) return null;
      const fetchGroups = createGroupsFetcher(fetchPage, query);
      const pages = fetchPagesInOrder({
        fetchPage: (...args) => fetchGroups(query.pipeline, ...args),
        ...{ from: 1, until: () => PAGES_MAX, pageSize: bulkPageSize, signal },
      });
      const groups: JsonObject[] = [];
      for await (const { documents, page, pageSize = 1 } of pages) {
        groups.push(...documents);
        if (documents.length < pageSize) break;
        if (page === PAGES_MAX) return { groups, hasMore: true };
      }
      return { groups, hasMore: false };
    },
    enabled: isChosen && reason === undefined && data !== undefined && !isPlaceholderData,
    refetchInterval: false,
    retry: false,
  });
  const found = isChosen && reason === undefined ? answer.data : undefined;
  const all = isWhole ? documents : undefined;
  const comparison = useMemo(
    () => (found && result && typeof before !== 'string' ? compareGroups(result, found, before, all) : undefined),
    [found, result, before, all],
  );
  return { isChosen, reason, error: answer.error, comparison };

  function explainNoPeriod(): string | undefined {
    if (!result) return 'Only groups are compared with the period before.';
    if (!supportsGroup) return 'This service does not group documents.';
    return typeof before === 'string' ? before : explainNoComparison(result.groups, before, state);
  }
}

/** Describes what a status line adds about the period before. */
export function describePeriodBefore({ isChosen, error, comparison }: PeriodBefore): string {
  if (isChosen && error) return ` · could not load the period before: ${error.message}`;
  if (!comparison) return '';
  const { groups, gone, hasMore } = comparison;
  if (groups.length === 0) return ' · no documents in the period before';
  const goneText = gone.length > 0 ? ` · ${formatCount(gone.length)} only in the period before` : '';
  return hasMore
    ? `${goneText} · compared with the first ${formatCountWithNoun(groups.length, 'group')} of the period before`
    : goneText;
}

/** Columns of the period before: its value, the difference, and that as a percentage. */
export const COLUMNS_BEFORE: readonly { word: string; of: (now: number, then: number) => number }[] = [
  { word: 'before', of: (_, then) => then },
  { word: 'difference', of: (now, then) => now - then },
  { word: 'change in %', of: (now, then) => Math.round((1000 * (now - then)) / then) / 10 },
];
