import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '#api/queryClient.ts';
import { Fleet } from '#fleet/model/fleet.ts';
import { FleetStore } from '#fleet/shown/fleetStore.ts';
import { useService } from '#services/ServicesProvider.tsx';
import type { ServiceContainer } from '#services/serviceContainer.ts';

export class FleetStoreRegistry {
  readonly #byConnection = new Map<string, FleetStore>();

  constructor(queryClient: QueryClient) {
    // lists removed from the cache, as on sign-out, must not stay referenced by their store
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      const { data } = query.state;
      if (type !== 'removed' || !(data instanceof Fleet)) return;
      for (const store of this.#byConnection.values()) store.release(data);
    });
  }

  get(connectionId: string): FleetStore {
    const store = this.#byConnection.get(connectionId) ?? new FleetStore();
    this.#byConnection.set(connectionId, store);
    return store;
  }
}

export function createFleetStoreRegistry(services: ServiceContainer): FleetStoreRegistry {
  return new FleetStoreRegistry(services.get(createQueryClient));
}

export function useFleetStore(connectionId: string): FleetStore {
  return useService(createFleetStoreRegistry).get(connectionId);
}
