import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useNavigationType } from 'react-router-dom';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { useCollectObservedFields } from '#features/datastore/query/observedFieldsStore.ts';
import { useQueryEditor } from '#features/datastore/query/useQueryEditor.ts';
import {
  type ResultPage,
  usePageFetcher,
  usePageRequestContext,
  useResultPage,
} from '#features/datastore/results/useResultPage.ts';
import { getServiceClockOffset, getServiceTime, subscribeToServiceClock } from '#lib/time/serviceClock.ts';
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

export const [DatastoreQueryProvider, useDatastore] = createProvider(PROVIDER_NAME, useDatastoreState);

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

function useDatastoreState() {
  const { id: savedId, firstPage, extensions } = useCurrentConnection();
  const { state: linked, dropped, change: show } = useUrlState(parseDatastoreUrl, buildDatastoreUrl);
  const { state, at, runAt } = useResolvedQuery(linked);
  const source = usePageRequestContext(firstPage, extensions);
  // whether the service forms groups is known once the host's configuration is loaded
  const { isPending } = useQuery(hostConfigQueryOptions);
  const pages = useResultPage(source, state, { extensions, isReady: !isPending });
  const onScreen = useDisplayedQuery({ linked, state, at }, pages);
  const noteRun = useRecordHistory(savedId, linked, pages);
  return {
    savedId,
    state,
    /** Query as in the URL and in storage. Its relative time ranges are not resolved. */
    linked,
    runAt,
    noteRun,
    dropped,
    show,
    extensions,
    collections: useKnownCollections(savedId),
    ask: usePageFetcher(source),
    supportsGroup: source.supportsGroup,
    bulkPageSize: source.bulkPageSize,
    pages,
    onScreen,
    seen: useCollectObservedFields(savedId, onScreen?.linked, pages.current.data?.documents),
  };
}

/**
 * Resolves relative time ranges at the time of the run, so that all pages cover the same range. Opening a link counts
 * as a run. Repeated when the measured offset of the service's clock changes.
 */
function useResolvedQuery(linked: DatastoreState) {
  const offset = useSyncExternalStore(subscribeToServiceClock, getServiceClockOffset);
  const getKey = useCallback((query: PipelineQuery) => `${offset} ${getPipelineQueryKey(query)}`, [offset]);
  const key = hasRelativeTimeRange(linked.pipeline) ? getKey(linked) : undefined;
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
    const pipeline = resolveTimeRanges(linked.pipeline, at);
    return pipeline === linked.pipeline ? linked : { ...linked, pipeline };
  }, [linked, at]);
  return { state, at, runAt };
}

type DisplayedQuery = { linked: DatastoreState; state: DatastoreState; at: number };

function useDisplayedQuery({ linked, state, at }: DisplayedQuery, { current }: ResultPage): DisplayedQuery | undefined {
  const shown = useMemo(() => ({ linked, state, at }), [linked, state, at]);
  const [last] = useDerivedState<DisplayedQuery | undefined>(
    () => undefined,
    (before) => (current.data !== undefined && !current.isPlaceholderData ? shown : before),
  );
  // the previous rows also stay when the request fails
  return current.isPlaceholderData || (current.isError && current.data === undefined && last) ? last : shown;
}

function useKnownCollections(savedId: string): readonly string[] {
  const host = useQuery(hostConfigQueryOptions);
  const [recent] = useSetting(getRecentCollectionsSetting(savedId));
  return [...new Set([...(host.data?.collections ?? []), ...recent])];
}

/**
 * Adds the query to the history, once per response of its first page. Back and Forward add no entries.
 * @returns a function to call when the user runs a query
 */
function useRecordHistory(savedId: string, state: DatastoreState, { current, more }: ResultPage): () => void {
  const firstPage = current.isPlaceholderData || state.page > 1 ? undefined : current.data;
  const isNavigation = useNavigationType() === 'POP';
  const ran = useRef(false);
  const recorded = useRef(firstPage);
  useEffect(() => {
    if (!firstPage || more === 'unknown' || firstPage === recorded.current) return;
    recorded.current = firstPage;
    const runs = getQueryRunsSetting(savedId);
    const kept = toStoredQuery(state);
    const isRun = ran.current || !isNavigation;
    ran.current = false;
    if (!isRun && hasQueryRun(runs.get(), kept)) return;
    const { fetchedAt: at, latency: ms, documents } = firstPage;
    runs.set(addQueryRun(runs.get(), { ...kept, at, rows: documents.length, more: more === 'yes', ms }));
  }, [savedId, state, firstPage, more, isNavigation]);
  return useCallback(() => {
    ran.current = true;
  }, []);
}
