import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Connection } from '#api/connection.ts';
import { fetchPage, type PipelineAnswer, pipelineQuery } from '#api/pipeline.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { sentStages } from '#pipeline/draft/timeRange.ts';
import { useConnection } from '#session/session.ts';

export type Pages = ReturnType<typeof usePages>;

/** The page that is shown and the one after it, which alone tells whether there is one. An error there is not the end. */
export function usePages(state: DatastoreState, firstPage: number) {
  const { collection, documentID, page } = state;
  const connection = useConnection();
  const queryClient = useQueryClient();
  const request = useMemo(() => requestFor(state, firstPage + state.page - 1), [state, firstPage]);
  const optionsOf = (ordinal: number) => pipelineQuery(connection, requestFor(state, firstPage + ordinal - 1));

  const current = useQuery({ ...optionsOf(page), enabled: collection !== '', placeholderData: keepPreviousData });
  const settled = current.isSuccess && !current.isPlaceholderData;
  const ended = settled && (current.data.documents.length === 0 || documentID !== '');
  const next = useQuery({ ...optionsOf(page + 1), enabled: settled && !ended });
  const before = useQuery({ ...optionsOf(page - 1), enabled: false });

  return {
    current,
    request,
    /** `unknown` while the next page is being fetched or when it failed. */
    more: ended ? 'no' : next.data ? (next.data.documents.length > 0 ? 'yes' : 'no') : 'unknown',
    /** Documents on a full page, as far as a page before another one tells. */
    size: (next.data?.documents.length ? current.data?.documents.length : before.data?.documents.length) ?? undefined,
    /** Why it is not known whether there is a next page, and the way to find out. */
    unknownNext: next.error && !next.isFetching ? { error: next.error, ask: () => void next.refetch() } : undefined,
    cancel: () => queryClient.cancelQueries({ queryKey: optionsOf(page).queryKey }),
  } as const;
}

function requestFor({ collection, documentID, pipeline }: Query, nPage: number) {
  return { collection, index: documentID ? { documentID } : {}, pipeline, nPage };
}

/**
 * Asks for one page of a query, counted from 1; ended by the signal alone. What is to be `fresh` is neither kept nor shared
 * with whoever shows the same page: leaving that one would end the request and give what was there before.
 */
export type Ask = (query: Query, page: number, signal: AbortSignal, how?: AskHow) => Promise<PipelineAnswer>;

/** `once` is for whoever asks again by himself, as he does who gathers pages and backs off with all of them. */
type AskHow = { fresh?: boolean; once?: boolean };

let asked = 0;

/** Asks the service through the query cache, so that what was fetched a moment ago is not fetched again. */
export function useAsk(firstPage: number): Ask {
  const connection = useConnection();
  return useMemo(() => askWith(connection, firstPage), [connection, firstPage]);
}

export function askWith(connection: Connection, firstPage: number): Ask {
  return (query, page, signal, { fresh = false, once = false } = {}) => {
    // of a draft that was not run, a range of time is as of now
    const sent = { ...query, pipeline: sentStages(query.pipeline, getServiceTime()) };
    const usual = pipelineQuery(connection, requestFor(sent, firstPage + page - 1));
    const options = once ? { ...usual, retry: false } : usual;
    if (!fresh) return fetchPage(options, signal);
    return fetchPage({ ...options, queryKey: [...options.queryKey, `anew ${++asked}`], gcTime: 0 }, signal);
  };
}
