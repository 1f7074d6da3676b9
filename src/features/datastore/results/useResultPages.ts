import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Connection } from '#api/connection.ts';
import { createPipelineQueryOptions, fetchPipelinePage, type PipelineResult } from '#api/pipeline.ts';
import { createRandomId } from '#lib/createRandomId.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import type { PipelineQuery } from '#pipeline/draft/draft.ts';
import { resolveTimeRanges } from '#pipeline/draft/timeRange.ts';
import { useConnection } from '#session/useSession.ts';
import type { DatastoreState } from '#urls/datastore.ts';

export type ResultPages = ReturnType<typeof useResultPages>;

/**
 * Loads the displayed page and the next one, which shows whether more rows exist. An error of the next page does not
 * mean that the result ends.
 */
export function useResultPages(state: DatastoreState, firstPage: number) {
  const { collection, documentID, page } = state;
  const connection = useConnection();
  const queryClient = useQueryClient();
  const request = useMemo(() => createPageRequest(state, firstPage + state.page - 1), [state, firstPage]);
  const getOptions = (ordinal: number) =>
    createPipelineQueryOptions(connection, createPageRequest(state, firstPage + ordinal - 1));

  const current = useQuery({ ...getOptions(page), enabled: collection !== '', placeholderData: keepPreviousData });
  const isLoaded = current.isSuccess && !current.isPlaceholderData;
  const isLastPage = isLoaded && (current.data.documents.length === 0 || documentID !== '');
  const next = useQuery({ ...getOptions(page + 1), enabled: isLoaded && !isLastPage });
  const before = useQuery({ ...getOptions(page - 1), enabled: false });

  return {
    current,
    request,
    /** `unknown` while the next page is loading or after it failed. */
    more: isLastPage ? 'no' : next.data ? (next.data.documents.length > 0 ? 'yes' : 'no') : 'unknown',
    /** Number of documents on a full page. Known once a page that is followed by another one has loaded. */
    size: (next.data?.documents.length ? current.data?.documents.length : before.data?.documents.length) ?? undefined,
    nextPageError: next.error && !next.isFetching ? { error: next.error, ask: () => void next.refetch() } : undefined,
    cancel: () => queryClient.cancelQueries({ queryKey: getOptions(page).queryKey }),
  } as const;
}

function createPageRequest({ collection, documentID, pipeline }: PipelineQuery, nPage: number) {
  return { collection, index: documentID ? { documentID } : {}, pipeline, nPage };
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

/** `once` disables retries, for callers that retry themselves. */
type PageFetchOptions = { fresh?: boolean; once?: boolean };

export function usePageFetcher(firstPage: number): PageFetcher {
  const connection = useConnection();
  const queryClient = useQueryClient();
  return useMemo(() => createPageFetcher(queryClient, connection, firstPage), [queryClient, connection, firstPage]);
}

export function createPageFetcher(queryClient: QueryClient, connection: Connection, firstPage: number): PageFetcher {
  return (query, page, signal, { fresh = false, once = false } = {}) => {
    // a relative time range of a draft is resolved now
    const sent = { ...query, pipeline: resolveTimeRanges(query.pipeline, getServiceTime()) };
    const queryOptions = createPipelineQueryOptions(connection, createPageRequest(sent, firstPage + page - 1));
    const options = once ? { ...queryOptions, retry: false } : queryOptions;
    if (!fresh) return fetchPipelinePage(queryClient, options, signal);
    return fetchPipelinePage(
      queryClient,
      { ...options, queryKey: [...options.queryKey, createRandomId()], gcTime: 0 },
      signal,
    );
  };
}
