import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigationType } from 'react-router-dom';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { useFieldsSeen } from '#features/datastore/query/fieldsStore.ts';
import { useEditingHere } from '#features/datastore/query/useEditingHere.ts';
import { type Pages, useAsk, usePages } from '#features/datastore/results/usePages.ts';
import { getClockOffset, getServiceTime, subscribeToClock } from '#lib/time/serviceClock.ts';
import { type DatastoreState, datastorePath, parseDatastoreUrl } from '#paths/datastore.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { recentCollections } from '#pipeline/draft/recentCollections.ts';
import { hasRun, keptQuery, pastRuns, withRun } from '#pipeline/draft/savedQueries.ts';
import { movesOn, sentStages } from '#pipeline/draft/timeRange.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { useLink } from '#ui/browser/useLink.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { place } from '#ui/page/place.tsx';
import { identity } from './useDraft.ts';

const PAGE = 'the page of the datastore';

/** State of the last query run and its results; changes with the URL and the responses, not with typing. */
export const [QueryPlace, useDatastore] = place(PAGE, useDatastoreHere);

/** State of the draft and its run commands; changes with every keystroke. */
export const [EditingPlace, useEditing] = place(PAGE, () => useEditingHere(useDatastore()));

/** Provides only `change`, so that its consumers do not rerender when the draft changes. */
export const [ChangePlace, useChange] = place(PAGE, () => useEditing().change);

/** State of the Datastore page. The URL holds the last query run; edits stay in a draft until they are run. */
export function DatastorePlace({ children }: { children: ReactNode }) {
  return (
    <QueryPlace>
      <EditingPlace>
        <ChangePlace>{children}</ChangePlace>
      </EditingPlace>
    </QueryPlace>
  );
}

function useDatastoreHere() {
  const { id: savedId, firstPage, extensions } = useConnectionInUse();
  const { state: linked, dropped, change: show } = useLink(parseDatastoreUrl, datastorePath);
  const { state, at, runAt } = useRunTime(linked);
  const pages = usePages(state, firstPage);
  const onScreen = useOnScreen({ linked, state, at }, pages);
  const noteRun = useHistory(savedId, linked, pages);
  return {
    savedId,
    /** The query with relative time ranges resolved at the time of the run. */
    state,
    /** The query as in the URL and in storage, with relative time ranges unresolved. */
    linked,
    runAt,
    noteRun,
    dropped,
    show,
    extensions,
    collections: useCollections(savedId),
    ask: useAsk(firstPage),
    pages,
    /** The query and page of the displayed rows: the previous ones while another request is pending. */
    onScreen,
    seen: useFieldsSeen(savedId, onScreen?.linked, pages.current.data?.documents),
  };
}

/**
 * Resolves relative time ranges of the linked query at the time of its run, in epoch ms, so that all of its pages cover the
 * same time range. A link that is opened counts as run at that moment, and again when the measured offset of the service's
 * clock changes.
 */
function useRunTime(linked: DatastoreState) {
  const [times, setTimes] = useState<ReadonlyMap<string, number>>(new Map());
  const offset = useSyncExternalStore(subscribeToClock, getClockOffset);
  const keyOf = useCallback((query: Query) => `${offset} ${identity(query)}`, [offset]);
  const runAt = useCallback(
    (query: Query, at: number) => setTimes((old) => new Map(old).set(keyOf(query), at)),
    [keyOf],
  );
  const known = movesOn(linked.pipeline) ? times.get(keyOf(linked)) : 0;
  const at = known ?? getServiceTime();
  if (known === undefined) runAt(linked, at);
  const state = useMemo(() => {
    const pipeline = sentStages(linked.pipeline, at);
    return pipeline === linked.pipeline ? linked : { ...linked, pipeline };
  }, [linked, at]);
  return { state, at, runAt };
}

type Shown = { linked: DatastoreState; state: DatastoreState; at: number };

function useOnScreen({ linked, state, at }: Shown, { current }: Pages): Shown | undefined {
  const [last, setLast] = useState<Shown>();
  const shown = last?.linked === linked && last.at === at ? last : { linked, state, at };
  if (current.data !== undefined && !current.isPlaceholderData && last !== shown) setLast(shown);
  // the previous rows also stay when the request fails
  return current.isPlaceholderData || (current.isError && current.data === undefined && last) ? last : shown;
}

function useCollections(savedId: string): readonly string[] {
  const host = useQuery(hostConfigQuery);
  const [recent] = useSetting(recentCollections(savedId));
  return [...new Set([...(host.data?.collections ?? []), ...recent])];
}

/**
 * Adds the linked query to the history once per first-page response. Back and Forward do not add or move an entry that
 * exists. @returns a function to call when the user runs a query
 */
function useHistory(savedId: string, state: DatastoreState, { current, more }: Pages): () => void {
  const answer = current.isPlaceholderData || state.page > 1 ? undefined : current.data;
  const isNavigation = useNavigationType() === 'POP';
  const ran = useRef(false);
  const recorded = useRef(answer);
  useEffect(() => {
    if (!answer || more === 'unknown' || answer === recorded.current) return;
    recorded.current = answer;
    const runs = pastRuns(savedId);
    const kept = keptQuery(state);
    const isRun = ran.current || !isNavigation;
    ran.current = false;
    if (!isRun && hasRun(runs.get(), kept)) return;
    const { fetchedAt: at, latency: ms, documents } = answer;
    runs.set(withRun(runs.get(), { ...kept, at, rows: documents.length, more: more === 'yes', ms }));
  }, [savedId, state, answer, more, isNavigation]);
  return useCallback(() => {
    ran.current = true;
  }, []);
}
