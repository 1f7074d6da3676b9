import type { PipelineRequest } from '#contract/pipeline.ts';
import { isJsonObject, type JsonObject, OrderedJsonObject } from '#lib/json/json.ts';
import { ApiError } from './apiError.ts';
import type { Connection } from './connection.ts';
import { type OperationResult, sendOperation } from './http.ts';

export type PipelineResult = Omit<OperationResult, 'envelope'> & {
  documents: JsonObject[];
  invalidCount: number;
  /** Total number of documents. Known only if the service reports more documents than the page contains. */
  total: number | undefined;
  /**
   * Set if the page formed the groups itself. `leftOut` counts the documents of groups above the maximum. `run` changes
   * when they are formed again; undefined for a sample.
   */
  inPage?: { documents: number; requests: number; isComplete: boolean; leftOut: number; run: number | undefined };
};

/**
 * Requests one page without cache and retries.
 * @throws ApiError, also if the service ignored a group stage
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
  const ignored = findIgnoredGroup(request.pipeline, documents);
  if (ignored !== undefined)
    throw new ApiError('invalid', 'The service ignored the group stage.', { at: `/pipeline/${ignored}/type` });
  const total = typeof nDocuments === 'number' && nDocuments > list.length ? nDocuments : undefined;
  return { ...measured, documents, invalidCount: list.length - documents.length, total };
}

/**
 * Fetches one page without cache and retries, in parts if it is too large for one response. `firstPage` is the number of
 * the first page.
 * @throws ApiError
 */
export async function fetchPageInParts(
  connection: Connection,
  request: PipelineRequest,
  firstPage: number,
  signal: AbortSignal,
): Promise<PipelineResult> {
  try {
    return await fetchPipeline(connection, request, signal);
  } catch (error) {
    const size = (request.pageSize ?? 1) / 2;
    if (!(error instanceof ApiError) || error.code !== 'PAGE-TOO-LARGE' || !Number.isInteger(size)) throw error;
    const nPage = firstPage + 2 * (request.nPage - firstPage);
    const fetchHalf = (half: number) =>
      fetchPageInParts(connection, { ...request, nPage: nPage + half, pageSize: size }, firstPage, signal);
    const first = await fetchHalf(0);
    if (first.documents.length + first.invalidCount < size) return first;
    const second = await fetchHalf(1);
    return {
      ...second,
      documents: [...first.documents, ...second.documents],
      invalidCount: first.invalidCount + second.invalidCount,
      latency: first.latency + second.latency,
      bytes: first.bytes + second.bytes,
    };
  }
}

/** Finds a group stage that the service did not run: groups have no documentID. */
function findIgnoredGroup(pipeline: PipelineRequest['pipeline'], documents: readonly JsonObject[]): number | undefined {
  if (!documents.some((document) => Object.hasOwn(document, 'documentID'))) return undefined;
  const at = pipeline.findLastIndex((stage) =>
    stage instanceof OrderedJsonObject
      ? stage.entries.some(([name, value]) => name === 'type' && value === 'group')
      : 'type' in stage && stage.type === 'group',
  );
  return at < 0 ? undefined : at;
}
