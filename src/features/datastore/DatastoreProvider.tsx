import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from 'react';
import { useNavigationType } from 'react-router-dom';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { useCollectObservedFields } from '#features/datastore/query/observedFieldsStore.ts';
import { useQueryEditor } from '#features/datastore/query/useQueryEditor.ts';
import {
  type PageFetcher,
  type ResultPage,
  usePageFetcher,
  usePageRequestContext,
  useResultPage,
} from '#features/datastore/results/useResultPage.ts';
import { getServiceClockOffset, getServiceTime, subscribeToServiceClock } from '#lib/time/serviceClock.ts';
import type { ObservedFields } from '#pipeline/documents/observedFields.ts';
import { getPipelineQueryKey, type PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { getRecentCollectionsSetting } from '#pipeline/draft/recentCollections.ts';
import { addQueryRun, getQueryRunsSetting, hasQueryRun, toStoredQuery } from '#pipeline/draft/savedQueries.ts';
import { hasRelativeTimeRange, resolveTimeRanges } from '#pipeline/draft/timeRange.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { useDerivedState } from '#ui/browser/useDerivedState.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { useUrlState } from '#ui/browser/useUrlState.ts';
import { createProvider } from '#ui/page/createProvider.tsx';
import { buildDatastoreUrl, type DatastoreState, parseDatastoreUrl } from '#urls/datastore.ts';

const PROVIDER_NAME = 'the page of the datastore';

export const [DatastoreQueryProvider, useDatastore] = createProvider(PROVIDER_NAME, useDatastoreContext);

/** Returns the service of the queries, and what it can do. */
export const useQueryService = () => useDatastore().service;

export const [QueryEditorProvider, useQueryEditorContext] = createProvider(PROVIDER_NAME, () =>
  useQueryEditor(useDatastore()),
);

/** Provides only `change`, so that its consumers do not render again when the draft changes. */
export const [ChangeDraftProvider, useChangeDraft] = createProvider(
  PROVIDER_NAME,
  () => useQueryEditorContext().change,
);

/** State of the Datastore page. The URL holds the last query run. Edits stay in a draft until they are run. */
export function DatastoreProvider({ children }: { children: ReactNode }) {
  return (
    <DatastoreQueryProvider>
      <QueryEditorProvider>
        <ChangeDraftProvider>{children}</ChangeDraftProvider>
      </QueryEditorProvider>
    </DatastoreQueryProvider>
  );
}

/** Query of the page and what the service returned for it. */
type DatastoreContext = {
  savedConnectionId: string;
  /** Query that is requested. Its relative time ranges are resolved. */
  state: DatastoreState;
  /** Query as in the URL and in storage. Its relative time ranges are not resolved. */
  urlQuery: DatastoreState;
  /** Query of the displayed rows, which stay while another one loads. Undefined before the first result. */
  shownQuery: DisplayedQuery | undefined;
  /** Names of the URL's unreadable parts. */
  dropped: readonly string[];
  /** Changes the URL. With `replace`, without a new entry in the browser history. */
  show: (change: Partial<DatastoreState>, replace?: boolean) => void;
  /** Sets the time in ms that the relative time ranges of a query refer to. */
  runAt: (query: PipelineQuery, at: number) => void;
  /** Tells that the user runs the query, so that it is added to the history and its whole result is read again. */
  noteRun: () => void;
  collections: readonly string[];
  pages: ResultPage;
  /** Fields of the documents received for the displayed query. */
  observedFields: ObservedFields;
  service: {
    extensions: readonly string[];
    fetchPage: PageFetcher;
    /** False once the service has refused a group stage. */
    supportsGroup: boolean;
    /** Page size for reading many documents. Undefined where the service decides. */
    bulkPageSize: number | undefined;
  };
};

function useDatastoreContext(): DatastoreContext {
  const { id: savedConnectionId, firstPage, extensions } = useCurrentConnection();
  const { state: urlQuery, dropped, change: show } = useUrlState(parseDatastoreUrl, buildDatastoreUrl);
  const { state, at, runAt } = useResolvedQuery(urlQuery);
  const source = usePageRequestContext(firstPage, extensions);
  const { supportsGroup, bulkPageSize } = source;
  // whether the service forms groups is known once the host's configuration is loaded
  const { isPending } = useQuery(hostConfigQueryOptions);
  const [runs, noteRun] = useReducer((count: number) => count + 1, 0);
  const pages = useResultPage(source, state, { extensions, isReady: !isPending, runs });
  const shownQuery = useDisplayedQuery({ urlQuery, state, at }, pages);
  useRecordHistory(savedConnectionId, urlQuery, pages, runs);
  return {
    savedConnectionId,
    state,
    urlQuery,
    shownQuery,
    dropped,
    show,
    runAt,
    noteRun,
    collections: useKnownCollections(savedConnectionId),
    pages,
    observedFields: useCollectObservedFields(savedConnectionId, shownQuery?.urlQuery, pages.current.data?.documents),
    service: { extensions, fetchPage: usePageFetcher(source), supportsGroup, bulkPageSize },
  };
}

/**
 * Resolves relative time ranges at the time of the run, so that all pages cover the same range. Opening a link counts
 * as a run. Repeated when the measured offset of the service's clock changes.
 */
function useResolvedQuery(urlQuery: DatastoreState) {
  const offset = useSyncExternalStore(subscribeToServiceClock, getServiceClockOffset);
  const getKey = useCallback((query: PipelineQuery) => `${offset} ${getPipelineQueryKey(query)}`, [offset]);
  const key = hasRelativeTimeRange(urlQuery.pipeline) ? getKey(urlQuery) : undefined;
  const [times, updateTimes] = useDerivedState<ReadonlyMap<string, number>>(
    () => new Map(),
    (known) => (key === undefined || known.has(key) ? known : new Map(known).set(key, getServiceTime())),
  );
  const runAt = useCallback(
    (query: PipelineQuery, at: number) => updateTimes((known) => new Map(known).set(getKey(query), at)),
    [getKey, updateTimes],
  );
  const at = (key !== undefined && times.get(key)) || 0;
  const state = useMemo(() => {
    const pipeline = resolveTimeRanges(urlQuery.pipeline, at);
    return pipeline === urlQuery.pipeline ? urlQuery : { ...urlQuery, pipeline };
  }, [urlQuery, at]);
  return { state, at, runAt };
}

type DisplayedQuery = { urlQuery: DatastoreState; state: DatastoreState; at: number };

function useDisplayedQuery(
  { urlQuery, state, at }: DisplayedQuery,
  { current }: ResultPage,
): DisplayedQuery | undefined {
  const shown = useMemo(() => ({ urlQuery, state, at }), [urlQuery, state, at]);
  const [last] = useDerivedState<DisplayedQuery | undefined>(
    () => undefined,
    (before) => (current.data !== undefined && !current.isPlaceholderData ? shown : before),
  );
  // the previous rows also stay when the request fails
  return current.isPlaceholderData || (current.isError && current.data === undefined && last) ? last : shown;
}

function useKnownCollections(savedConnectionId: string): readonly string[] {
  const host = useQuery(hostConfigQueryOptions);
  const [recent] = useSetting(getRecentCollectionsSetting(savedConnectionId));
  return [...new Set([...(host.data?.collections ?? []), ...recent])];
}

/** Adds the query to the history, once per response of its first page. Back and Forward add no entries. */
function useRecordHistory(
  savedConnectionId: string,
  state: DatastoreState,
  { current, more }: ResultPage,
  runs: number,
): void {
  const firstPage = current.isPlaceholderData || state.page > 1 ? undefined : current.data;
  const isNavigation = useNavigationType() === 'POP';
  const recorded = useRef({ firstPage, runs });
  useEffect(() => {
    if (!firstPage || more === 'unknown' || firstPage === recorded.current.firstPage) return;
    const isRun = runs !== recorded.current.runs || !isNavigation;
    recorded.current = { firstPage, runs };
    const history = getQueryRunsSetting(savedConnectionId);
    const kept = toStoredQuery(state);
    if (!isRun && hasQueryRun(history.get(), kept)) return;
    const { fetchedAt: at, latency: ms, documents } = firstPage;
    history.set(addQueryRun(history.get(), { ...kept, at, rows: documents.length, more: more === 'yes', ms }));
  }, [savedConnectionId, state, firstPage, more, isNavigation, runs]);
}
