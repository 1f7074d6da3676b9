import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findJoinedConnectivity } from '#api/useRunChecks.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { importAndRunSliced } from '#lib/timeSlicer.ts';
import { useServices } from '#services/ServicesProvider.tsx';
import type { PendingChanges } from './changeLog.ts';

/**
 * Holds back a newer list until the user applies it. Without changes it is applied at once. If connectivity is
 * requested, the comparison waits for it.
 */
export function usePendingChanges(
  connectionId: string,
  store: FleetStore,
  awaitsConnectivity: boolean,
): PendingChanges | undefined {
  const services = useServices();
  const [pending, setPending] = useState<PendingChanges>();
  const unlogged = useRef(pending);
  const log = useEffectEvent(() => {
    const applied = unlogged.current;
    if (!applied || applied.later.fleet !== store.currentFleet) return;
    void import('./changeLog.ts').then(({ logChanges }) => logChanges(services, connectionId, applied));
    unlogged.current = undefined;
  });
  // holds refreshed rows back while the page is mounted
  useEffect(() => {
    store.holdUpdates = true;
    const unsubscribe = store.subscribe(() => log());
    return () => {
      store.holdUpdates = false;
      store.applyUpdate();
      log();
      unsubscribe();
    };
  }, [store]);
  const earlier = store.currentFleet;
  const later = store.hasHeldUpdate ? store.pendingFleet : undefined;
  const was = earlier && findJoinedConnectivity(store, earlier);
  const is = later && findJoinedConnectivity(store, later);
  const waiting = awaitsConnectivity && was !== undefined && is === undefined && later !== undefined && later.count > 0;
  // compared outside of rendering, in time slices
  useEffect(() => {
    if (!earlier || !later || waiting) return;
    const sides = { earlier: { fleet: earlier, connectivity: was }, later: { fleet: later, connectivity: is } };
    return importAndRunSliced(
      () => import('#fleet/queries/compareFleets.ts'),
      function* ({ compareFleets }) {
        const found = yield* compareFleets(sides.earlier, sides.later);
        if (found.total === 0) store.applyUpdate();
        else {
          const next = { ...sides, changes: found };
          unlogged.current = next;
          setPending(next);
        }
      },
      // if the comparison fails, the newer list is shown without a notice
      () => store.applyUpdate(),
    );
  }, [store, earlier, later, was, is, waiting]);
  return pending && pending.earlier.fleet === earlier && pending.later.fleet === later ? pending : undefined;
}
