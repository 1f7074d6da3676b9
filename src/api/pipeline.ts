import { type FetchQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PipelineRequest } from '#contract/pipeline.ts';
import { type Connection, createQueryKey } from './connection.ts';
import { fetchPipeline, type PipelineResult } from './fetchPipeline.ts';

export function createPipelineQueryOptions(connection: Connection, request: PipelineRequest) {
  return queryOptions({
    queryKey: createQueryKey(connection, 'pipeline', request),
    queryFn: ({ signal }) => fetchPipeline(connection, request, signal),
  });
}

type PageOptions = FetchQueryOptions<PipelineResult, Error, PipelineResult, readonly unknown[]>;

/** Fetches a page through the query cache. Only `signal` cancels the request. */
export async function fetchPipelinePage(
  queryClient: QueryClient,
  options: PageOptions,
  signal: AbortSignal,
): Promise<PipelineResult> {
  const cancel = () => void queryClient.cancelQueries({ queryKey: options.queryKey, exact: true });
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answer = await queryClient.fetchQuery(options);
    // a canceled query resolves with its previous data
    signal.throwIfAborted();
    return answer;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
