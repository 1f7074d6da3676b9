import { hashKey, keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Connection } from '#api/connection.ts';
import { fetchPageInParts, type PipelineResult } from '#api/fetchPipeline.ts';
import { createPipelineQueryOptions, fetchPipelinePage } from '#api/pipeline.ts';
import { PAGE_SIZE_MAX, type PipelineRequest } from '#contract/pipeline.ts';
import { createInPageGroupStore } from '#features/datastore/groups/inPageGroupStore.ts';
import {
  type GroupReadMode,
  getInPageKey,
  type PageRequestContext,
} from '#features/datastore/groups/pageRequestContext.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { createBooleanSetting } from '#lib/setting.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { findResultGrouping, hasTimeKey } from '#pipeline/documents/resultGrouping.ts';
import { getPipelineQueryKey, type PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { resolveTimeRanges } from '#pipeline/draft/timeRange.ts';
import { createPageRequest } from '#pipeline/run/createPageRequest.ts';
import type { GroupsFetcher } from '#pipeline/run/fetchPagesInOrder.ts';
import { hasGroupStage } from '#pipeline/run/inPage/findGroupStageIndex.ts';
import { useService } from '#services/ServicesProvider.tsx';
import { createSessionStore } from '#session/sessionStore.ts';
import { useConnection } from '#session/useSession.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import type { DatastoreState } from '#urls/datastore.ts';

/** Whether tables of groups over time also list times without documents. */
export const emptyTimesSetting = createBooleanSetting('emptyTimes', false);

export type ResultPage = ReturnType<typeof useResultPage>;

/** Returns what requests for pages depend on. `supportsGroup` is false once the service has refused a group stage. */
export function usePageRequestContext(firstPage: number, extensions: readonly string[]): PageRequestContext {
  const connection = useConnection();
  const queryClient = useQueryClient();
  const groups = useService(createInPageGroupStore);
  const session = useService(createSessionStore);
  const isRefused = useSyncExternalStore(groups.subscribe, () => groups.isRefused(connection.id));
  const supportsGroup = extensions.includes('group') && !isRefused;
  const bulkPageSize = extensions.includes('pageSize') ? PAGE_SIZE_MAX : undefined;
  return useMemo(
    () => ({ queryClient, connection, firstPage, supportsGroup, bulkPageSize, groups, session }),
    [queryClient, connection, firstPage, supportsGroup, bulkPageSize, groups, session],
  );
}

type ResultPageOptions = { extensions: readonly string[]; isReady: boolean; runs: number };

/**
 * Page size of a view, or undefined for the service's own. A chart of groups shows many of them at once, and the other
 * views as many as are chosen.
 */
function getPageSize(
  { supportsGroup }: PageRequestContext,
  state: DatastoreState,
  { extensions, needsAllGroups }: { extensions: readonly string[]; needsAllGroups: boolean },
) {
  if (!hasGroupStage(state.pipeline) || (supportsGroup && !extensions.includes('pageSize'))) return undefined;
  return state.view === 'chart' || needsAllGroups ? PAGE_SIZE_MAX : state.top && Math.min(state.top, PAGE_SIZE_MAX);
}

/**
 * Loads the displayed page and the next one, which shows whether more rows exist. An error of the next page does not
 * mean that the result ends.
 */
export function useResultPage(
  source: PageRequestContext,
  state: DatastoreState,
  { extensions, isReady, runs }: ResultPageOptions,
) {
  const { queryClient, groups, firstPage, supportsGroup } = source;
  const { collection, documentID, page } = state;
  const [showsEmptyTimes] = useSetting(emptyTimesSetting);
  const needsAllGroups = state.view === 'table' && showsEmptyTimes && hasTimeKey(findResultGrouping(state.pipeline));
  const pageSize = getPageSize(source, state, { extensions, needsAllGroups });
  const request = useMemo(
    () => createPageRequest(state, firstPage + state.page - 1, pageSize),
    [state, firstPage, pageSize],
  );
  const getOptions = (ordinal: number) => createPageQueryOptions(source, state, ordinal, pageSize);

  const isGrouped = hasGroupStage(state.pipeline);
  const current = useQuery({
    ...getOptions(page),
    enabled: collection !== '' && (isReady || !isGrouped),
    placeholderData: keepPreviousData,
  });
  const isLoaded = current.isSuccess && !current.isPlaceholderData;
  const count = current.data?.documents.length ?? 0;
  // a page of a requested size that is not full is the last one
  const isShort = pageSize !== undefined && count < pageSize;
  const isLastPage = isLoaded && (count === 0 || isShort || (documentID !== '' && !isGrouped));
  const next = useQuery({ ...getOptions(page + 1), enabled: isLoaded && !isLastPage });
  const before = useQuery({ ...getOptions(page - 1), enabled: false });
  const size = pageSize ?? (next.data?.documents.length ? count : before.data?.documents.length);
  const inPageKey = !supportsGroup && isGrouped ? getInPageKey(source, state) : undefined;

  return {
    current,
    request,
    pageSize,
    /** Version of the whole result. It changes when the query is run or refreshed, but not when another page opens. */
    version: useResultVersion(`${runs} ${getPipelineQueryKey(state)}`, `${page} of ${pageSize}`, current),
    /** Key of the task that forms the groups in the page. Undefined if the service does. */
    inPageKey,
    /** `unknown` while the next page is loading or after it failed. */
    more: isLastPage ? 'no' : next.data ? (next.data.documents.length > 0 ? 'yes' : 'no') : 'unknown',
    /** Number of the first row in the result. Undefined until the number of documents on a full page is known. */
    firstRow: page === 1 ? 1 : size ? (page - 1) * size + 1 : undefined,
    nextPageError: next.error && !next.isFetching ? { error: next.error, retry: () => void next.refetch() } : undefined,
    cancel: () => {
      if (inPageKey !== undefined) groups.drop(inPageKey);
      return queryClient.cancelQueries({ queryKey: getOptions(page).queryKey });
    },
  } as const;
}

type PageQuery = { data: PipelineResult | undefined; isPlaceholderData: boolean; isFetching: boolean };

function useResultVersion(subject: string, page: string, { data, isPlaceholderData, isFetching }: PageQuery): number {
  const [shown] = useDerivedState(
    () => ({ subject: '', page: '', fetchedAt: 0, version: 0 }),
    (before) => {
      if (!data || isPlaceholderData) return before;
      const { fetchedAt } = data;
      const isSameQuery = before.subject === subject;
      const isOpening = isSameQuery && before.page !== page;
      // an outdated page from the cache is requested again when it opens
      if (isOpening ? isFetching : isSameQuery && before.fetchedAt === fetchedAt) return before;
      return { subject, page, fetchedAt, version: isOpening ? before.version : fetchedAt };
    },
  );
  return shown.version;
}

/** Options of a query for a page. Groups come from the service, or from the page if the service does not form them. */
function createPageQueryOptions(
  source: PageRequestContext,
  query: PipelineQuery,
  page: number,
  pageSize: number | undefined,
  extent?: GroupReadMode | 'none',
) {
  const { queryClient, connection, firstPage, supportsGroup, groups } = source;
  const request = createPageRequest(query, firstPage + page - 1, pageSize);
  const options = createPipelineQueryOptions(connection, request);
  if (!hasGroupStage(query.pipeline)) return options;
  const inPageKey = getInPageKey(source, query);
  const isOutdated = ({ inPage }: PipelineResult) =>
    inPage?.run !== undefined && inPage.run !== groups.getRun(inPageKey);
  const isRefetch = () => {
    const shown = queryClient.getQueryData<PipelineResult>(options.queryKey);
    return shown !== undefined && !isOutdated(shown);
  };
  return {
    ...options,
    // reading all documents again is too costly to happen automatically
    ...(!supportsGroup && {
      staleTime: ({ state: { data } }: { state: { data: PipelineResult | undefined } }) =>
        data && (groups.isRunning(inPageKey) || isOutdated(data)) ? 0 : Number.POSITIVE_INFINITY,
      refetchInterval: false as const,
      retry: false,
    }),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PipelineResult> => {
      if (supportsGroup && !groups.isRefused(connection.id)) {
        try {
          return await fetchPageInParts(connection, request, firstPage, signal);
        } catch (error) {
          const { isGroupUnsupported } = await import('#features/datastore/groups/isGroupUnsupported.ts');
          if (!isGroupUnsupported(error, query.pipeline)) throw error;
          groups.refuse(connection.id);
          if (extent === 'none') throw error;
        }
      }
      const { fetchGroupedPage } = await import('#features/datastore/groups/fetchGroupedPage.ts');
      const used = extent === undefined || extent === 'none' ? (isRefetch() ? 'again' : 'all') : extent;
      const result = await fetchGroupedPage(source, { query, page, pageSize, signal }, used);
      if (used === 'again') removeOtherPages(queryClient, connection, request);
      return result;
    },
  };
}

/** Removes the other pages of a query, so that all pages show the same groups. */
function removeOtherPages(queryClient: QueryClient, connection: Connection, request: PipelineRequest): void {
  const hashWithoutPage = ({ nPage, ...one }: PipelineRequest) => hashKey([one]);
  queryClient.removeQueries({
    queryKey: createPipelineQueryOptions(connection, request).queryKey.slice(0, 2),
    predicate: ({ queryKey: [, , other] }) => {
      const page = other as PipelineRequest; // of a key of pipelines
      return page.nPage !== request.nPage && hashWithoutPage(page) === hashWithoutPage(request);
    },
  });
}

/**
 * Fetches one page of a query. Pages count from 1. With `fresh`, the request is neither cached nor shared with the
 * displayed page. Otherwise leaving that page would cancel it, and the cache could return outdated rows.
 */
export type PageFetcher = (
  query: PipelineQuery,
  page: number,
  signal: AbortSignal,
  how?: PageFetchOptions,
) => Promise<PipelineResult>;

/**
 * `once` disables retries, for callers that retry themselves. `isSample` lets groups that are formed in the page come
 * from the first documents only. With `isServiceOnly`, groups are never formed in the page: the service's error is
 * thrown.
 */
type PageFetchOptions = {
  fresh?: boolean;
  once?: boolean;
  isSample?: boolean;
  isServiceOnly?: boolean;
  pageSize?: number | undefined;
};

export function usePageFetcher(source: PageRequestContext): PageFetcher {
  return useMemo(() => createPageFetcher(source), [source]);
}

export function createPageFetcher(source: PageRequestContext): PageFetcher {
  const { queryClient } = source;
  return (
    query,
    page,
    signal,
    { fresh = false, once = false, isSample = false, isServiceOnly = false, pageSize } = {},
  ) => {
    // a relative time range of a draft is resolved now
    const sent = { ...query, pipeline: resolveTimeRanges(query.pipeline, getServiceTime()) };
    const extent = isServiceOnly ? 'none' : isSample ? 'sample' : 'all';
    const queryOptions = createPageQueryOptions(source, sent, page, pageSize, extent);
    const options = once ? { ...queryOptions, retry: false } : queryOptions;
    // a sample must not be cached as the whole result
    if (!fresh && !(isSample && hasGroupStage(sent.pipeline))) return fetchPipelinePage(queryClient, options, signal);
    return fetchPipelinePage(
      queryClient,
      { ...options, queryKey: [...options.queryKey, createRandomId()], gcTime: 0 },
      signal,
    );
  };
}

/** Creates a function that has the service group the documents of a query, without the cache. */
export function createGroupsFetcher(fetchPage: PageFetcher, query: PipelineQuery): GroupsFetcher {
  const options = { fresh: true, once: true, isServiceOnly: true } as const;
  return async (pipeline, page, signal, pageSize) =>
    (await fetchPage({ ...query, pipeline }, page, signal, { ...options, pageSize })).documents;
}
