import { type Query, QueryObserver } from '@tanstack/react-query';
import { queryClient } from '#api/queryClient.ts';

/** What the keys of lists have behind the connection. */
export const LISTS = 'devices';

/** How long a list goes on arriving that nobody looks at, in ms: the code of the page that shows it next may be on its way. */
const LEFT_MAX_MS = 300;

const kept = new Set<Query>();
const cache = queryClient.getQueryCache();

// of two pages that show the same list the first leaves before the second comes: its request would end, and begin anew
cache.subscribe(({ type, query }) => {
  if (type === 'observerAdded' && query.queryKey[1] === LISTS && !kept.has(query)) keep(query);
});

/** Looks at a list beside its pages, and leaves it a moment after the last of them. */
function keep(query: Query): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  kept.add(query);
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
      kept.delete(query);
      leave();
    }, LEFT_MAX_MS);
  });
}
