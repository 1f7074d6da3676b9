import { type DefaultOptions, QueryClient } from '@tanstack/react-query';
import { autoRefreshSetting } from '#lib/time/autoRefreshSetting.ts';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { startListKeepAlive } from './list/listKeepAlive.ts';
import { isOutageError, startOutageRecovery } from './outageRecovery.ts';
import { getRetryDelay, shouldRetryRequest } from './retryPolicy.ts';

export const STALE_TIME_MS = 30_000;

/** `networkMode` is `always`, because a service on localhost also responds offline. */
const DEFAULT_OPTIONS: DefaultOptions = {
  queries: {
    networkMode: 'always',
    staleTime: STALE_TIME_MS,
    gcTime: 10 * 60_000,
    // switching windows must not query a failing service each time
    refetchOnWindowFocus: ({ state }) =>
      !isOutageError(state.error) && Date.now() - state.errorUpdatedAt > STALE_TIME_MS,
    retry: shouldRetryRequest,
    retryDelay: getRetryDelay,
    // fresh data stays; queries that failed offline are repeated
    refetchOnReconnect: ({ state }) => (state.error ? 'always' : true),
    // neither in a hidden tab nor while the service is down
    refetchInterval: ({ state }) => (isOutageError(state.error) ? false : autoRefreshSetting.get() * 1000 || false),
  },
};

export function createQueryClient({ environment }: ServiceContainer): QueryClient {
  const queryClient = new QueryClient({ defaultOptions: DEFAULT_OPTIONS });
  startOutageRecovery(queryClient, environment);
  startListKeepAlive(queryClient);
  // intervals are only read on render or response; apply a changed setting at once
  autoRefreshSetting.subscribe(() => {
    const queries = queryClient.getQueryCache().getAll();
    for (const observer of queries.flatMap(({ observers }) => observers)) observer.setOptions(observer.options);
  });
  return queryClient;
}
