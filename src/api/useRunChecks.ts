import { useEffect } from 'react';
import { CONNECTIVITY_FIELD, FAILED_CHECKS_FIELD } from '#contract/device.ts';
import type { ConnectivityJoin } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { CheckResults } from '#fleet/queries/checks.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { importAndRunSliced } from '#lib/timeSlicer.ts';

export function findJoinedConnectivity(store: FleetStore, fleet: Fleet): ConnectivityJoin | undefined {
  const joined = store.getJoined(fleet, CONNECTIVITY_FIELD);
  return joined && 'codes' in joined ? joined : undefined;
}

export function storeCheckResults(
  store: FleetStore,
  fleet: Fleet,
  { joined }: CheckResults,
  connectivity: ConnectivityJoin | undefined,
): void {
  store.setJoined(FAILED_CHECKS_FIELD, { ...joined, usesConnectivity: connectivity !== undefined }, fleet);
}

/**
 * Runs the checks on a complete list if `isEnabled`. With `connected`, waits for connectivity, which some checks use.
 */
export function useRunChecks(
  store: FleetStore,
  fleet: Fleet | undefined,
  isEnabled: boolean,
  connected: boolean,
): void {
  const whole = fleet && fleet.state !== 'reading' ? fleet : undefined;
  const connectivity = whole && findJoinedConnectivity(store, whole);
  const known = whole && store.getJoined(whole, FAILED_CHECKS_FIELD);
  const done = known !== undefined && (known.usesConnectivity || !connectivity);
  const waiting = connected && !connectivity && whole?.state === 'complete' && whole.count > 0;
  useEffect(() => {
    if (!isEnabled || !whole || done || waiting) return;
    return importAndRunSliced(
      () => import('#fleet/queries/checks.ts'),
      function* ({ checkDevices }) {
        storeCheckResults(store, whole, yield* checkDevices(whole, whole.fetchedAt, connectivity), connectivity);
      },
    );
  }, [isEnabled, whole, done, waiting, connectivity, store]);
}
