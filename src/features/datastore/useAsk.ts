import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type PipelineAnswer, pipelineQuery } from '#api/pipeline.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { useConnection } from '#session/session.ts';

/**
 * Asks for one page of a query, counted from 1; ended by the signal alone. What is to be `fresh` is neither kept nor shared
 * with whoever shows the same page: leaving that one would end the request and give what was there before.
 */
export type Ask = (query: Query, page: number, signal: AbortSignal, fresh?: boolean) => Promise<PipelineAnswer>;

let asked = 0;

/** Asks the service through the query cache, so that what was fetched a moment ago is not fetched again. */
export function useAsk(firstPage: number): Ask {
  const connection = useConnection();
  const queryClient = useQueryClient();
  return useCallback(
    async ({ collection, documentID, pipeline }, page, signal, fresh = false) => {
      const index = documentID ? { documentID } : {};
      const shared = pipelineQuery(connection, { collection, index, pipeline, nPage: firstPage + page - 1 });
      const queryKey = fresh ? [...shared.queryKey, `anew ${++asked}`] : shared.queryKey;
      const cancel = () => void queryClient.cancelQueries({ queryKey });
      signal.throwIfAborted();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const answer = await queryClient.fetchQuery({ ...shared, queryKey, ...(fresh && { gcTime: 0 }) });
        // a request that is cancelled gives what was there before
        signal.throwIfAborted();
        return answer;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    [connection, queryClient, firstPage],
  );
}
