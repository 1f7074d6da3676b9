import { useEffect } from 'react';
import type { PipelineResult } from '#api/fetchPipeline.ts';
import { createObservedFieldsStore, type ObservedFieldsStore } from '#features/datastore/query/observedFieldsStore.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import type { TaskContext, TaskSpec } from '#lib/tasks/backgroundTask.ts';
import { getPipelineQueryKey } from '#pipeline/draft/queryDraft.ts';
import { appendNewDocuments, LOADED_ROWS_MAX, loadMoreRows, mergeRefreshedPage } from '#pipeline/run/loadedRows.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { createTaskRegistryFactory, useTaskState } from '#session/useBackgroundTask.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { createLastResultCache, type LoadedExtent, type LoadedResult } from './lastResultCache.ts';
import type { PageFetcher, ResultPage } from './useResultPage.ts';

type ResultRowsOptions = {
  savedConnectionId: string;
  state: DatastoreState;
  pages: ResultPage;
  fetchPage: PageFetcher;
  /** True to insert new rows above the existing ones. False to replace the existing rows. */
  isFollowing: boolean;
};

export function useResultRows({ savedConnectionId, state, pages, fetchPage, isFollowing }: ResultRowsOptions) {
  const cache = useService(createLastResultCache);
  const fieldsStore = useService(createObservedFieldsStore);
  const { data: answer, isPlaceholderData } = pages.current;
  const subject = `${getPipelineQueryKey(state)} ${state.page}${pages.pageSize === undefined ? '' : ` of ${pages.pageSize}`}`;
  const key = JSON.stringify([savedConnectionId, subject]);
  const loading = useTaskState(createLoadTasks, key);
  const loadTasks = useService(createLoadTasks);
  const loaded = loading.progress ?? loading.result;
  const [now] = useDerivedState<LoadedResult | undefined>(
    () => undefined,
    (held) => {
      // the previous rows stay while another query is pending
      const response =
        isPlaceholderData || !answer ? undefined : { subject, answer, page: state.page, following: isFollowing };
      const isKnown = held?.subject === subject && held.response === answer;
      const merged = response && !isKnown ? mergeResponse(held ?? cache.get(key)?.result, response) : held;
      return loaded && merged?.subject === subject ? addLoadedPages(merged, loaded) : merged;
    },
  );
  const cacheKey = JSON.stringify([savedConnectionId, now?.subject]);
  // kept outside React, so that they outlive the page
  useEffect(() => {
    if (now) cache.set(cacheKey, { result: now });
  }, [cache, cacheKey, now]);
  const more =
    !now || now.extent.until === state.page ? pages.more : now.extent.more ? ('yes' as const) : ('no' as const);
  return {
    documents: now?.documents ?? NO_DOCUMENTS,
    fresh: now?.newKeys,
    subject: now?.subject,
    key: cacheKey,
    until: now?.extent.until ?? state.page,
    more,
    /** True if `documents` is the whole result. */
    isWhole: state.page === 1 && more === 'no',
    isFull: (now?.documents.length ?? 0) >= LOADED_ROWS_MAX,
    loading: { ...loading, rows: loading.progress?.rows ?? now?.documents.length ?? 0 },
    loadMore: (wanted: number) =>
      now &&
      loadTasks.start(
        key,
        createLoadTask({ fieldsStore, savedConnectionId, state, pages, fetchPage, result: now, rowLimit: wanted }),
      ),
  };
}

export type ResultRows = ReturnType<typeof useResultRows>;

type LoadProgress = { documents: LoadedResult['documents']; reached: LoadedExtent; rows: number };

const createLoadTasks = createTaskRegistryFactory<LoadProgress, LoadProgress>();

type LoadTaskOptions = Pick<ResultRowsOptions, 'savedConnectionId' | 'state' | 'pages' | 'fetchPage'> & {
  fieldsStore: ObservedFieldsStore;
  result: LoadedResult;
  rowLimit: number;
};

function createLoadTask({
  fieldsStore,
  savedConnectionId,
  state,
  pages,
  fetchPage,
  result,
  rowLimit,
}: LoadTaskOptions): TaskSpec<LoadProgress, LoadProgress> {
  const run = async ({ signal, reportProgress, waitWhilePaused }: TaskContext<LoadProgress>) => {
    let shownAt = performance.now();
    let { documents } = result;
    let { until } = result.extent;
    let shown = { documents, reached: result.extent };
    const more = await loadMoreRows({
      fetchPage: async (page, ended) => {
        await waitWhilePaused();
        return (await fetchPage(state, page, ended, { once: true, pageSize: pages.pageSize })).documents;
      },
      until,
      rows: documents.length,
      wanted: rowLimit,
      signal,
      onPage: (page, last) => {
        fieldsStore.collect(savedConnectionId, state, page);
        documents = [...documents, ...page];
        until = last;
        if (performance.now() - shownAt > RENDER_INTERVAL_MS) {
          shownAt = performance.now();
          shown = { documents, reached: { until, more: true } };
        }
        reportProgress({ ...shown, rows: documents.length });
      },
    });
    return { documents, reached: { until, more }, rows: documents.length };
  };
  return {
    title: `Rows of ${state.collection}`,
    run,
    describeProgress: ({ rows }) => ({
      text: `${formatCount(rows)} of ${formatCount(rowLimit)} rows`,
      share: rows / rowLimit,
    }),
    createReport: ({ rows }) => ({ text: `Loaded ${formatCountWithNoun(rows, 'row')}.` }),
    describeError: ({ message }) => `Could not load all rows: ${message}`,
    pausable: true,
  };
}

const RENDER_INTERVAL_MS = 500;

const NO_DOCUMENTS: LoadedResult['documents'] = [];

/** Adds the pages of a running load, including those that were loaded while the page was closed. */
function addLoadedPages(result: LoadedResult, { documents, reached }: LoadProgress): LoadedResult {
  if (!isAhead(reached, result.extent)) return result;
  return { ...result, documents: appendNewDocuments(result.documents, documents), extent: reached };
}

function isAhead(one: LoadedExtent, other: LoadedExtent): boolean {
  return one.until === other.until ? other.more && !one.more : one.until > other.until;
}

type PageResponse = { subject: string; answer: PipelineResult; page: number; following: boolean };

function mergeResponse(
  held: LoadedResult | undefined,
  { subject, answer, page, following }: PageResponse,
): LoadedResult {
  const isSameQuery = held?.subject === subject;
  if (!isSameQuery || (!following && held.extent.until === page)) {
    return {
      subject,
      response: answer,
      documents: answer.documents,
      newKeys: new Set(),
      extent: { until: page, more: true },
    };
  }
  return { ...held, response: answer, ...mergeRefreshedPage(held, answer.documents) };
}
