import { QueryClient } from '@tanstack/react-query';
import { autoRefresh } from '#lib/time/autoRefresh.ts';
import { ApiError, isRetryable } from './apiError.ts';
import { isDown, recover } from './recovery.ts';

const RETRIES_MAX = 2;
/** For how long an answer, or a refusal of one, is recent enough. */
export const FRESH_MS = 30_000;

/**
 * Requests run whatever the browser thinks of the network (`networkMode`): a service on localhost answers offline too.
 * Only what may succeed unchanged is retried: twice with growing waits, once where the service asks for a pause.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: FRESH_MS,
      gcTime: 10 * 60_000,
      // whoever switches to and fro while a service fails must not ask it each time
      refetchOnWindowFocus: ({ state }) => !isDown(state.error) && Date.now() - state.errorUpdatedAt > FRESH_MS,
      retry: (failures, error) => failures < (pauseOf(error) === undefined ? RETRIES_MAX : 1) && isRetryable(error),
      retryDelay: (failures, error) => {
        const pause = pauseOf(error);
        return pause === undefined ? 400 * 2 ** failures * (0.5 + Math.random()) : pause * 1000;
      },
      // fresh data stays, but what failed while offline is asked for again
      refetchOnReconnect: ({ state }) => (state.error ? 'always' : true),
      // not in a hidden tab, and not while the service is down
      refetchInterval: ({ state }) => (isDown(state.error) ? false : autoRefresh.get() * 1000 || false),
    },
  },
});

recover(queryClient);

// intervals are looked at when a page is drawn or an answer comes: another choice must count before that
autoRefresh.subscribe(() => {
  const queries = queryClient.getQueryCache().getAll();
  for (const observer of queries.flatMap(({ observers }) => observers)) observer.setOptions(observer.options);
});

/** What a service asked for with a 429, in seconds. */
function pauseOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.secondsToWait : undefined;
}
