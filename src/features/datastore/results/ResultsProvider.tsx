import { useMemo, useState } from 'react';
import { isQueryRefusal } from '#api/apiError.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { usePeriodBefore } from '#features/datastore/groups/usePeriodBefore.ts';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import { useAddValueCondition } from '#features/datastore/query/useAddValueCondition.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { addEmptyGroups } from '#pipeline/documents/emptyGroups.ts';
import { sortDocuments } from '#pipeline/documents/sortDocuments.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { addCountStage, parseCount } from '#pipeline/run/addCountStage.ts';
import { type CountProgress, countRows, type RowCount } from '#pipeline/run/countRows.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { createTaskRegistryFactory, useBackgroundTask } from '#session/useBackgroundTask.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import type { GridSort } from '#ui/grid/gridColumn.ts';
import { createProvider } from '#ui/page/createProvider.tsx';
import type { DatastoreState } from '#urls/datastore.ts';
import { createLastResultCache } from './lastResultCache.ts';
import { useApplyLinkedColumns, useDocumentColumns } from './useDocumentColumns.ts';
import { useGroupTotals } from './useGroupTotals.ts';
import { emptyTimesSetting, type PageFetcher, type ResultPage } from './useResultPage.ts';
import { type ResultRows, useResultRows } from './useResultRows.ts';

export const [ResultsProvider, useResults] = createProvider('the results', useResultsState);

export type ResultsState = ReturnType<typeof useResultsState>;

function useResultsState() {
  const { savedConnectionId, state, urlQuery, shownQuery, pages } = useDatastore();
  const { fetchPage, supportsGroup } = useQueryService();
  useApplyLinkedColumns();
  const [wantsToFollow, follow] = useState(false);
  // groups change in place, and are not added one by one
  const following = useResultGroups() === undefined && wantsToFollow;
  const loaded = useResultRows({ savedConnectionId, state, pages, fetchPage, isFollowing: following });
  const rows = useEmptyGroups(loaded);
  const { documents } = rows;
  const arrangement = useDocumentColumns(rows, savedConnectionId, state.collection);
  const { allColumns } = arrangement;
  const { sort = UNSORTED } = shownQuery?.urlQuery ?? urlQuery;
  return {
    rows,
    sort,
    /** Documents in the order of the table. */
    sorted: useMemo(() => sortDocuments(documents, allColumns, sort), [documents, allColumns, sort]),
    totals: useGroupTotals(loaded),
    periodBefore: usePeriodBefore(loaded),
    arrangement,
    following,
    follow,
    count: useRowCount({ savedConnectionId, query: state, pages, fetchPage, supportsGroup }),
    charted: useService(createLastResultCache).lastChart,
    filterByValue: useAddValueCondition('result'),
  };
}

const UNSORTED: readonly GridSort[] = [];

/** Adds the groups of times without documents if they are chosen and the other groups are all loaded. */
function useEmptyGroups(rows: ResultRows): ResultRows {
  const { state } = useDatastore();
  const [isChosen] = useSetting(emptyTimesSetting);
  const isOn = isChosen && state.view === 'table' && rows.isWhole;
  const documents = useMemo(
    () => (isOn ? addEmptyGroups(state.pipeline, rows.documents) : rows.documents),
    [isOn, state.pipeline, rows.documents],
  );
  return { ...rows, documents };
}

const createRowCountTasks = createTaskRegistryFactory<CountProgress, RowCount>();

type RowCountOptions = {
  savedConnectionId: string;
  query: DatastoreState;
  pages: ResultPage;
  fetchPage: PageFetcher;
  supportsGroup: boolean;
};

function useRowCount({ savedConnectionId, query, pages, fetchPage, supportsGroup }: RowCountOptions) {
  const { collection } = query;
  const { current, pageSize } = pages;
  const count = async ({ signal, reportProgress: onProgress }: TaskContext<CountProgress>): Promise<RowCount> => {
    const counting = supportsGroup ? addCountStage(query) : undefined;
    if (counting) {
      const rows = await fetchPage(counting, 1, signal, { fresh: true, once: true, isServiceOnly: true }).then(
        ({ documents }) => parseCount(documents),
        (error: unknown) => {
          if (!isQueryRefusal(error)) throw error;
        },
      );
      if (rows !== undefined) return { rows, requests: 1, changed: false };
    }
    const fetchRowCount = async (page: number) => {
      // bypasses the cache: cached pages would hide rows that were added or deleted in the meantime
      const { documents, invalidCount, total } = await fetchPage(query, page, signal, { fresh: true, pageSize });
      return { rows: documents.length + invalidCount, total };
    };
    const { data, isPlaceholderData } = current;
    const loadedPage =
      data && !isPlaceholderData && query.page > 1
        ? { page: query.page, rows: data.documents.length + data.invalidCount }
        : undefined;
    const began = Date.now();
    const first = await fetchPage(query, 1, signal, { pageSize });
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
  return useBackgroundTask(createRowCountTasks, JSON.stringify([savedConnectionId, getPipelineQueryKey(query)]), {
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
