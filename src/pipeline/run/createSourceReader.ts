import type { PipelineRequest } from '#contract/pipeline.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { fetchPagesInOrder } from './fetchPagesInOrder.ts';
import type { LastSeenSpec } from './lastSeenSpec.ts';

type PageResponse = { documents: readonly JsonObject[]; invalidCount: number; total: number | undefined };

type PageReaderOptions = {
  /** Requests one page without retries. */
  fetchPage: (request: PipelineRequest, signal: AbortSignal) => Promise<PageResponse>;
  signal: AbortSignal;
  waitWhilePaused?: () => Promise<void>;
  attemptsMax?: number;
};

/** Creates a reader of all pages of a pipeline. With a known page size, a shorter page is the last one. */
export function createSourceReader(
  { source: { collection }, firstPage, pageSize }: LastSeenSpec,
  { fetchPage: fetchOne, ...options }: PageReaderOptions,
) {
  return async function* (pipeline: readonly object[]): AsyncGenerator<readonly JsonObject[]> {
    let last = Number.POSITIVE_INFINITY;
    const fetchPage = async (page: number, signal: AbortSignal) => {
      const request = { collection, index: {}, pipeline, nPage: firstPage + page - 1, ...(pageSize && { pageSize }) };
      const { documents, invalidCount, total } = await fetchOne(request, signal);
      const isShort = pageSize !== undefined && documents.length + invalidCount < pageSize;
      if (isShort && total === undefined) last = Math.min(last, page);
      return documents;
    };
    for await (const { documents } of fetchPagesInOrder({ ...options, fetchPage, from: 1, until: () => last })) {
      yield documents;
    }
  };
}
