import { type FetchQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PipelineRequest } from '#contract/pipeline.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { ApiError } from './apiError.ts';
import type { Connection } from './connection.ts';
import { type OperationResult, sendOperation } from './http.ts';

export type PipelineResult = Omit<OperationResult, 'envelope'> & {
  documents: JsonObject[];
  invalidCount: number;
  /** Total number of documents. Known only if the service reports more documents than the page contains. */
  total: number | undefined;
  /** Set if the page formed the groups itself. `leftOut` counts the documents of groups above the maximum. */
  inPage?: { documents: number; requests: number; isComplete: boolean; leftOut: number };
};

export function createPipelineQueryOptions(connection: Connection, request: PipelineRequest) {
  return queryOptions({
    queryKey: [connection.id, 'pipeline', request],
    queryFn: ({ signal }) => fetchPipeline(connection, request, signal),
  });
}

/**
 * Requests one page without cache and retries.
 * @throws ApiError
 */
export async function fetchPipeline(
  connection: Connection,
  request: PipelineRequest,
  signal: AbortSignal,
): Promise<PipelineResult> {
  const { envelope, ...measured } = await sendOperation(connection, 'pipeline', request, signal);
  const { documents: list, nDocuments } = envelope;
  if (!Array.isArray(list)) throw new ApiError('notThisInterface', 'The response contains no list of documents.');
  const documents = list.filter(isJsonObject);
  const total = typeof nDocuments === 'number' && nDocuments > list.length ? nDocuments : undefined;
  return { ...measured, documents, invalidCount: list.length - documents.length, total };
}

type PageOptions = FetchQueryOptions<PipelineResult, Error, PipelineResult, (string | PipelineRequest)[]>;

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
