import { IconArrowsDiff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createQueryKey } from '#api/connection.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { createTimeTruncater } from '#lib/group/dateTrunc.ts';
import { createEmptyGroups } from '#pipeline/documents/emptyGroups.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { shiftToPeriodBefore } from '#pipeline/draft/timeRange.ts';
import { useConnection } from '#session/useSession.ts';
import shared from '#ui/theme/shared.module.css';
import { useResultGroups } from './useResultGroups.ts';

/** Word of a link that compares its groups with those of the period before. */
const DRAW_BEFORE = 'before';

export type PeriodBefore = ReturnType<typeof usePeriodBefore>;

/** Groups of the displayed query in the period before, if the link compares with it. */
export function usePeriodBefore() {
  const connection = useConnection();
  const { state, shownQuery, pages } = useDatastore();
  const { fetchPage, supportsGroup } = useQueryService();
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
  const isChosen = state.draw?.includes(DRAW_BEFORE) ?? false;
  const { pageSize } = pages;
  const answer = useQuery({
    queryKey: createQueryKey(
      connection,
      'periodBefore',
      query && getPipelineQueryKey(query),
      pageSize,
      data?.fetchedAt,
    ),
    queryFn: async ({ signal }) => {
      if (!query) return null;
      const { documents } = await fetchPage(query, 1, signal, {
        fresh: true,
        once: true,
        isServiceOnly: true,
        pageSize,
      });
      const isWhole = pageSize !== undefined && documents.length < pageSize;
      // a count of a time without documents is 0
      return { isWhole, groups: isWhole ? [...documents, ...createEmptyGroups(query.pipeline, documents)] : documents };
    },
    enabled: isChosen && reason === undefined && data !== undefined && !isPlaceholderData,
    refetchInterval: false,
    retry: false,
  });
  const found = isChosen && reason === undefined ? answer.data : undefined;
  return useMemo(() => {
    const truncate = timeKey && createTimeTruncater(timeKey.per, timeKey.zone);
    return {
      isChosen,
      /** Why the result cannot be compared. */
      reason,
      error: answer.error,
      groups: found?.groups,
      /** True if `groups` are all groups of the period. */
      isWhole: found?.isWhole ?? false,
      timeName: timeKey?.name ?? '',
      /** Converts the time of a group to that of the group that it is compared with. */
      toCurrent: (time: number) => (typeof before === 'string' || !truncate ? time : truncate(before.toCurrent(time))),
    };
  }, [isChosen, reason, answer.error, found, timeKey, before]);

  function explainNoPeriod(): string | undefined {
    if (!result) return 'Only groups are compared with the period before.';
    if (!supportsGroup) return 'This service does not group documents.';
    if (typeof before === 'string') return before;
    return timeKey && timeKey.field !== before.field
      ? `The time range is of ${before.field}, and the groups are of ${timeKey.field}.`
      : undefined;
  }
}

export function PeriodBeforeButton({ before: { isChosen, reason, error, groups, isWhole } }: { before: PeriodBefore }) {
  const { state, show } = useDatastore();
  const others = (state.draw ?? []).filter((word) => word !== DRAW_BEFORE);
  return (
    <>
      {isChosen && error && (
        <span className={shared['attention']}>{`Could not load the period before: ${error.message}`}</span>
      )}
      {groups && (groups.length === 0 || !isWhole) && (
        <span className={shared['hint']}>
          {groups.length === 0
            ? 'No documents in the period before'
            : `Compared with the first ${formatCountWithNoun(groups.length, 'group')} of the period before`}
        </span>
      )}
      <ToolbarButton
        label="Period before"
        Icon={IconArrowsDiff}
        aria-pressed={isChosen && reason === undefined}
        disabled={reason !== undefined}
        data-tip={reason ?? 'Compare with the period before'}
        onClick={() => show({ draw: isChosen ? others : [...others, DRAW_BEFORE] }, true)}
      />
    </>
  );
}
