import { QueryClient } from '@tanstack/react-query';
import { ApiError, isRetryable } from './apiError.ts';

const RETRIES_MAX = 2;
/** How often a page tries again by itself while its service is down. */
const RECOVERY_MS = 3_000;

/**
 * Requests run whatever the browser thinks of the network (`networkMode`): a service on localhost answers offline too.
 * Only what may succeed unchanged is retried: twice with growing waits, once where the service asks for a pause.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < (pauseOf(error) === undefined ? RETRIES_MAX : 1) && isRetryable(error),
      retryDelay: (failures, error) => {
        const pause = pauseOf(error);
        return pause === undefined ? 400 * 2 ** failures * (0.5 + Math.random()) : pause * 1000;
      },
      // fresh data stays, but what failed while offline is asked for again
      refetchOnReconnect: ({ state }) => (state.error ? 'always' : true),
      refetchInterval: ({ state }) => (isDown(state.error) && navigator.onLine ? RECOVERY_MS : false),
    },
  },
});

/** What a service asked for with a 429, in seconds. */
function pauseOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.secondsToWait : undefined;
}

function isDown(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'unavailable' || error.kind === 'unreachable');
}
