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
