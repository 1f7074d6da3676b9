import { useSyncExternalStore } from 'react';
import { CONNECTIVITY } from '#contract/device.ts';
import { shownFleetOf } from './shownFleet.ts';

/**
 * Which devices are online as far as the list in memory knows, by ID: `online`, `offline` or nothing. Asks for nothing: no
 * record says it, and the list may never have been opened.
 */
export function useKnownConnectivity(connectionId: string): (deviceID: string) => string | undefined {
  const shown = shownFleetOf(connectionId);
  const { view, fleet } = useSyncExternalStore(shown.subscribe, () => shown.snapshot);
  return (deviceID) => {
    const row = fleet?.rowOf(deviceID, fleet.columnOf('deviceID')) ?? -1;
    return row < 0 ? undefined : view.joinedValue(CONNECTIVITY, row) || undefined;
  };
}
