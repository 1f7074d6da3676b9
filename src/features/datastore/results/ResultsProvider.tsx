import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useAddValueCondition } from '#features/datastore/query/useAddValueCondition.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { autoRefreshSetting } from '#lib/time/autoRefreshSetting.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { addCountStage } from '#pipeline/run/addCountStage.ts';
import { type CountProgress, countRows, type RowCount } from '#pipeline/run/countRows.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { createTaskRegistryFactory, useBackgroundTask } from '#session/useBackgroundTask.ts';
import { createProvider } from '#ui/page/createProvider.tsx';
import type { DatastoreState } from '#urls/datastore.ts';
import { createLastResultCache } from './lastResultCache.ts';
import { useApplyLinkedColumns, useDocumentColumns } from './useDocumentColumns.ts';
import type { PageFetcher, ResultPage } from './useResultPage.ts';
import { useResultRows } from './useResultRows.ts';

/** Follow mode. `previousInterval` is the refresh interval before follow mode was started, in seconds; 0 means off. */
type FollowMode = { previousInterval: number };

export const [ResultsProvider, useResults] = createProvider('the results', useResultsState);

export type ResultsState = ReturnType<typeof useResultsState>;

function useResultsState() {
  const { savedId, state, linked, pages, ask, supportsGroup } = useDatastore();
  useApplyLinkedColumns(savedId, linked);
  const [following, follow] = useState<FollowMode>();
  useRestoreRefreshInterval(following);
  const rows = useResultRows({ savedId, state, pages, fetchPage: ask, isFollowing: following !== undefined });
  return {
    rows,
    arrangement: useDocumentColumns(rows, savedId, state.collection),
    following,
    follow,
    count: useRowCount({ savedId, query: state, pages, ask, supportsGroup }),
    charted: useService(createLastResultCache).lastChart,
    filterByValue: useAddValueCondition('result'),
  };
}

function useRestoreRefreshInterval(following: FollowMode | undefined) {
  const leave = useEffectEvent(() => {
    if (following?.previousInterval === 0) autoRefreshSetting.set(0);
  });
  useEffect(() => () => leave(), []);
  // a page in the back/forward cache continues to follow when it is restored
  useWindowEvent('pagehide', ({ persisted }) => {
    if (!persisted) leave();
  });
}

const createRowCountTasks = createTaskRegistryFactory<CountProgress, RowCount>();

type RowCountOptions = {
  savedId: string;
  query: DatastoreState;
  pages: ResultPage;
  ask: PageFetcher;
  supportsGroup: boolean;
};

function useRowCount({ savedId, query, pages, ask, supportsGroup }: RowCountOptions) {
  const { collection } = query;
  const count = async ({ signal, reportProgress: onProgress }: TaskContext<CountProgress>): Promise<RowCount> => {
    const counting = supportsGroup ? addCountStage(query) : undefined;
    if (counting) {
      const { documents } = await ask(counting, 1, signal, { fresh: true });
      const rows = documents[0]?.['count'];
      return { rows: typeof rows === 'number' ? rows : 0, requests: 1, changed: false };
    }
    const fetchRowCount = async (page: number) => {
      // bypasses the cache: cached pages would hide rows that were added or deleted in the meantime
      const { documents, invalidCount, total } = await ask(query, page, signal, { fresh: true });
      return { rows: documents.length + invalidCount, total };
    };
    const { data, isPlaceholderData } = pages.current;
    const loadedPage =
      data && !isPlaceholderData && query.page > 1
        ? { page: query.page, rows: data.documents.length + data.invalidCount }
        : undefined;
    const began = Date.now();
    const first = await ask(query, 1, signal);
    // a cached first page costs no request
    const requestsUsed = first.fetchedAt >= began ? 1 : 0;
    const firstRows = first.documents.length + first.invalidCount;
    return countRows({
      fetchRowCount,
      firstPageRows: firstRows,
      requestsBefore: requestsUsed,
      knownPage: loadedPage,
      signal,
      onProgress,
    });
  };
  return useBackgroundTask(createRowCountTasks, JSON.stringify([savedId, getPipelineQueryKey(query)]), {
    title: `Count of ${collection}`,
    run: count,
    describeProgress: ({ requests }) => ({ text: formatCountWithNoun(requests, 'request') }),
    createReport: ({ rows, requests, changed }) => ({
      text: `${formatCountWithNoun(rows, 'row')}, ${formatCountWithNoun(requests, 'request')}${changed ? '; rows changed while counting' : ''}`,
      hasWarnings: changed,
    }),
    describeError: ({ message }) => `Could not count the rows: ${message}`,
  });
}
