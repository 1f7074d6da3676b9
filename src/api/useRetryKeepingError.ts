import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

type RetryableQuery = Pick<UseQueryResult<unknown, Error>, 'error' | 'isFetching' | 'refetch'>;

/**
 * Keeps the error of a query while the query is retried, so that it does not disappear and come back.
 * @returns the error to show, and a function that repeats the request and returns the new error, if any
 */
export function useRetryKeepingError({ error, isFetching, refetch }: RetryableQuery) {
  const [retried, setRetried] = useState<Error | null>(null);
  const retry = useCallback(async () => {
    setRetried(error);
    const result = await refetch();
    setRetried(null);
    return result.error;
  }, [error, refetch]);
  return { error: error ?? (isFetching ? retried : null), retry };
}
