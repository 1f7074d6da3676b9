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

/** What was run and what it gave; it changes with the address and with answers, not with what is typed. */
export const [QueryPlace, useDatastore] = place(PAGE, useDatastoreHere);

/** What is being edited and how it is run; it changes with every key that is typed. */
export const [EditingPlace, useEditing] = place(PAGE, () => useEditingHere(useDatastore()));

/** Changes the draft; whoever asks for nothing else is not drawn again when it changes. */
export const [ChangePlace, useChange] = place(PAGE, () => useEditing().change);

/** The page's state. The URL holds the query that was run last; what is being edited is a draft until it is run. */
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
    /** The query with its ranges of time as they were when it was run. */
    state,
    /** The query as it is linked and kept, with such ranges as they are said. */
    linked,
    runAt,
    noteRun,
    dropped,
    show,
    extensions,
    collections: useCollections(savedId),
    ask: useAsk(firstPage),
    pages,
    /** The query and page that the rows on the screen belong to: while another is under way, the one before. */
    onScreen,
    seen: useFieldsSeen(savedId, onScreen?.linked, pages.current.data?.documents),
  };
}

/**
 * When the query was run that the link says, in ms, for what in it depends on that: all of its pages are of one stretch of
 * time, whenever they are asked for. A link that is opened is run then, and again once the service's clock is found to
 * be another.
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
  // where it failed too, they stay
  return current.isPlaceholderData || (current.isError && current.data === undefined && last) ? last : shown;
}

/** The host's collections, then those that were run on this connection. */
function useCollections(savedId: string): readonly string[] {
  const host = useQuery(hostConfigQuery);
  const [recent] = useSetting(recentCollections(savedId));
  return [...new Set([...(host.data?.collections ?? []), ...recent])];
}

/**
 * Keeps what was run and what it gave, once for each answer of a first page. Back and Forward run nothing: they leave a
 * query that is in the history where it is. @returns a function to be called when the user runs a query
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
