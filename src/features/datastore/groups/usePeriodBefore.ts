import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import type { ResultRows } from '#features/datastore/results/useResultRows.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { createTimeTruncater } from '#lib/group/dateTrunc.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { createEmptyGroups } from '#pipeline/documents/emptyGroups.ts';
import { isAdditiveGroupValue, leavesOutGroups, type ResultGroupValue } from '#pipeline/documents/resultGrouping.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { shiftToPeriodBefore } from '#pipeline/draft/timeRange.ts';
import { useConnection } from '#session/useSession.ts';
import { getGroupId } from './describeGroup.ts';
import { type GroupedResult, useResultGroups } from './useResultGroups.ts';

/** Word of a link that compares its groups with those of the period before. */
export const DRAW_BEFORE = 'before';

const PAGES_MAX = 20;

export type PeriodBefore = ReturnType<typeof usePeriodBefore>;

/** Groups of the displayed query in the period before, if its chart compares with it. */
export function usePeriodBefore({ documents, isWhole }: ResultRows) {
  const connection = useConnection();
  const { state, shownQuery, pages } = useDatastore();
  const { fetchPage, supportsGroup, bulkPageSize } = useQueryService();
  const result = useResultGroups();
  const before = useMemo(
    () => (shownQuery ? shiftToPeriodBefore(shownQuery.urlQuery.pipeline, shownQuery.at) : 'No result is shown.'),
    [shownQuery],
  );
  const timeKey = result?.groups.keys.find((key) => key.kind === 'time');
  const reason = explainNoPeriod();
  const query =
    result && typeof before !== 'string' ? { ...result.query, pipeline: before.pipeline, page: 1 } : undefined;
  const { data, isPlaceholderData } = pages.current;
  const isChosen = state.view === 'chart' && (state.draw?.includes(DRAW_BEFORE) ?? false);
  const answer = useQuery({
    queryKey: createQueryKey(connection, 'periodBefore', query && getPipelineQueryKey(query), data?.fetchedAt),
    queryFn: async ({ signal }) => {
      if (!query) return null;
      const groups: JsonObject[] = [];
      const options = { fresh: true, once: true, isServiceOnly: true, pageSize: bulkPageSize } as const;
      for (let page = 1; page <= PAGES_MAX; page++) {
        const { documents: found } = await fetchPage(query, page, signal, options);
        groups.push(...found);
        // a count of a time without documents is 0
        if (found.length < (bulkPageSize ?? 1))
          return { groups, empty: createEmptyGroups(query.pipeline, groups), hasMore: false };
      }
      return { groups, empty: [], hasMore: true };
    },
    enabled: isChosen && reason === undefined && data !== undefined && !isPlaceholderData,
    refetchInterval: false,
    retry: false,
  });
  const found = isChosen && reason === undefined ? answer.data : undefined;
  return useMemo(() => {
    const keys = result?.groups.keys ?? [];
    const timeName = timeKey?.name ?? '';
    const truncate = timeKey && createTimeTruncater(timeKey.per, timeKey.zone);
    const toCurrent = (time: number) =>
      typeof before === 'string' || !truncate ? time : truncate(before.toCurrent(time));
    const toCurrentKeys = (group: JsonObject): JsonObject => {
      const time = group[timeName];
      const current = typeof time === 'number' ? { ...group, [timeName]: toCurrent(time) } : group;
      return Object.fromEntries(Object.entries(current).filter(([name]) => keys.some((key) => key.name === name)));
    };
    const groups = found ? [...found.groups, ...found.empty] : undefined;
    const byId = new Map(groups?.map((group) => [getGroupId(keys, toCurrentKeys(group)), group]));
    const ids = new Set(isWhole ? documents.map((group) => getGroupId(keys, group)) : undefined);
    return {
      isChosen,
      /** Why the result cannot be compared. */
      reason,
      error: answer.error,
      groups,
      /** Finds the group that a group of the result is compared with. */
      find: (group: JsonObject) => byId.get(getGroupId(keys, group)),
      /** True if the period has more groups than `groups`. */
      hasMore: found?.hasMore ?? false,
      /** Keys of the groups that only the period before has. None unless all groups of the result are loaded. */
      gone: isWhole
        ? (found?.groups.map(toCurrentKeys).filter((group) => !ids.has(getGroupId(keys, group))) ?? [])
        : [],
      timeName,
      text: typeof before === 'string' ? '' : `compared with the period ${before.text}`,
      /** Converts the time of a group to that of the group that it is compared with. */
      toCurrent,
    };
  }, [isChosen, reason, answer.error, found, result, timeKey, before, documents, isWhole]);

  function explainNoPeriod(): string | undefined {
    if (!result) return 'Only groups are compared with the period before.';
    if (!supportsGroup) return 'This service does not group documents.';
    if (typeof before === 'string') return before;
    return timeKey && timeKey.field !== before.field
      ? `The time range is of ${before.field}, and the groups are of ${timeKey.field}.`
      : undefined;
  }
}

/** Describes what a status line adds about the period before. */
export function describePeriodBefore({ isChosen, error, groups, gone, hasMore }: PeriodBefore): string {
  if (isChosen && error) return ` · could not load the period before: ${error.message}`;
  if (groups?.length === 0) return ' · no documents in the period before';
  const goneText = gone.length > 0 ? ` · ${formatCount(gone.length)} only in the period before` : '';
  return hasMore && groups
    ? `${goneText} · compared with the first ${formatCountWithNoun(groups.length, 'group')} of the period before`
    : goneText;
}

/** Columns of the period before: its value, the difference, and that as a percentage. */
export const COLUMNS_BEFORE: readonly { word: string; of: (now: number, then: number) => number }[] = [
  { word: 'before', of: (_, then) => then },
  { word: 'difference', of: (now, then) => now - then },
  { word: 'change in %', of: (now, then) => Math.round((1000 * (now - then)) / then) / 10 },
];

/** Value of a group that a period does not have: 0 if it is a count or a sum, otherwise NaN. */
export function getMissingValue(value: ResultGroupValue | undefined, { groups, query }: GroupedResult): number {
  return value && isAdditiveGroupValue(value) && !leavesOutGroups(query.pipeline, groups) ? 0 : Number.NaN;
}
