import { queryClient } from '#api/queryClient.ts';
import { Fleet } from '#fleet/model/fleet.ts';
import { FleetStore } from '#fleet/shown/fleetStore.ts';

const storesByConnection = new Map<string, FleetStore>();

// lists removed from the cache, as on sign-out, must not stay referenced by their store
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const { data } = query.state;
  if (type === 'removed' && data instanceof Fleet) for (const shown of storesByConnection.values()) shown.release(data);
});

export function getFleetStore(connectionId: string): FleetStore {
  const shown = storesByConnection.get(connectionId) ?? new FleetStore();
  storesByConnection.set(connectionId, shown);
  return shown;
}
