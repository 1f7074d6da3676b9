import { QueryClient } from '@tanstack/react-query';
import { ApiError, isRetryable } from './apiError.ts';

const RETRIES_MAX = 2;
const RETRY_AFTER_MAX_S = 30;

/**
 * Requests run whatever the browser thinks of the network (`networkMode`): a service on localhost answers offline too.
 * Only what may succeed unchanged is retried, twice at most.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) =>
        failures < RETRIES_MAX && isRetryable(error) && retryDelay(failures, error) !== undefined,
      retryDelay: (failures, error) => retryDelay(failures, error) ?? 0,
    },
  },
});

/** Milliseconds to wait before the next try; nothing when the service asks for longer than a user should wait. */
function retryDelay(failures: number, error: unknown): number | undefined {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  if (asked !== undefined) return asked > 0 && asked <= RETRY_AFTER_MAX_S ? asked * 1000 : undefined;
  return 400 * 2 ** failures * (0.5 + Math.random());
}
