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

/** The displayed page and the next one: only the latter shows whether more rows exist. An error there is not the end. */
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
    /** `unknown` while the next page is pending or failed. */
    more: ended ? 'no' : next.data ? (next.data.documents.length > 0 ? 'yes' : 'no') : 'unknown',
    /** Number of documents on a full page, if a page followed by another one is loaded. */
    size: (next.data?.documents.length ? current.data?.documents.length : before.data?.documents.length) ?? undefined,
    /** The error of the next page's request, and a function that retries it. */
    unknownNext: next.error && !next.isFetching ? { error: next.error, ask: () => void next.refetch() } : undefined,
    cancel: () => queryClient.cancelQueries({ queryKey: optionsOf(page).queryKey }),
  } as const;
}

function requestFor({ collection, documentID, pipeline }: Query, nPage: number) {
  return { collection, index: documentID ? { documentID } : {}, pipeline, nPage };
}

/**
 * Fetches one page of a query; pages count from 1. Only the signal cancels it. With `fresh`, the request is neither cached
 * nor shared with the displayed page: leaving that page would cancel it, and the cache could return old rows.
 */
export type Ask = (query: Query, page: number, signal: AbortSignal, how?: AskHow) => Promise<PipelineAnswer>;

/** `once` disables retries, for callers that retry themselves. */
type AskHow = { fresh?: boolean; once?: boolean };

let asked = 0;

export function useAsk(firstPage: number): Ask {
  const connection = useConnection();
  return useMemo(() => askWith(connection, firstPage), [connection, firstPage]);
}

export function askWith(connection: Connection, firstPage: number): Ask {
  return (query, page, signal, { fresh = false, once = false } = {}) => {
    // a relative time range of a draft is resolved now
    const sent = { ...query, pipeline: sentStages(query.pipeline, getServiceTime()) };
    const usual = pipelineQuery(connection, requestFor(sent, firstPage + page - 1));
    const options = once ? { ...usual, retry: false } : usual;
    if (!fresh) return fetchPage(options, signal);
    return fetchPage({ ...options, queryKey: [...options.queryKey, `anew ${++asked}`], gcTime: 0 }, signal);
  };
}
