import { type Query, type QueryClient, QueryObserver } from '@tanstack/react-query';

export const DEVICE_LIST_KEY = 'devices';

/**
 * Time in ms for which a list without observers continues to load, because the code of the next page may still be
 * loading.
 */
const KEEP_ALIVE_MS = 300;

/**
 * Keeps lists loading for a short time after their last page unmounts. When the user goes to another page with the same
 * list, the old page unmounts first; without an observer its request would be aborted and repeated.
 */
export function startListKeepAlive(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  const keptAlive = new Set<Query>();
  const keepAlive = (query: Query) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    keptAlive.add(query);
    const leave = new QueryObserver(queryClient, {
      ...query.options,
      queryKey: query.queryKey,
      enabled: false,
    }).subscribe(() => undefined);
    const stop = cache.subscribe((event) => {
      if (event.type !== 'observerRemoved' || event.query !== query) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (query.getObserversCount() > 1) return;
        stop();
        keptAlive.delete(query);
        leave();
      }, KEEP_ALIVE_MS);
    });
  };
  cache.subscribe(({ type, query }) => {
    if (type === 'observerAdded' && query.queryKey[1] === DEVICE_LIST_KEY && !keptAlive.has(query)) keepAlive(query);
  });
}
