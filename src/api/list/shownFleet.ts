import { queryClient } from '#api/queryClient.ts';
import { Fleet } from '#fleet/model/fleet.ts';
import { ShownFleet } from '#fleet/shown/shownFleet.ts';

const byConnection = new Map<string, ShownFleet>();

// lists removed from the cache, as on sign-out, must not stay referenced by their store
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const { data } = query.state;
  if (type === 'removed' && data instanceof Fleet) for (const shown of byConnection.values()) shown.forget(data);
});

export function shownFleetOf(connectionId: string): ShownFleet {
  const shown = byConnection.get(connectionId) ?? new ShownFleet();
  byConnection.set(connectionId, shown);
  return shown;
}
