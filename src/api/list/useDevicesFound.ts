import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Fleet } from '#fleet/model/fleet.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { foldText } from '#lib/text/foldText.ts';

export type FoundDevice = { id: string; name: string; admin: string };

export type FoundDevices = { devices: readonly FoundDevice[]; count: number };

const SHOWN_MAX = 5;
const LOOKED_AT_MAX = 500;
const NONE: FoundDevices = { devices: [], count: 0 };

/**
 * Devices in memory whose name or ID equals the text, then those that contain it; `count` is the number of matches in any field.
 */
export function useDevicesFound(connectionId: string, typed: string): FoundDevices {
  const client = useQueryClient();
  const [view] = useState(() => {
    const fleets = client
      .getQueriesData<Fleet>({ queryKey: [connectionId, 'devices'] })
      .flatMap(([, fleet]) => fleet ?? []);
    const largest = fleets.toSorted((one, other) => other.count - one.count)[0];
    return largest && new FleetView(largest);
  });
  const snapshot = useSyncExternalStore(view?.subscribe ?? subscribeToNothing, () => view?.snapshot);
  const request = useMemo(() => ({ search: typed, facets: {}, sort: [] }), [typed]);
  // before paint, so that immediate results appear in the same frame
  useLayoutEffect(() => view?.set(request), [view, request]);
  return !snapshot || typed === '' ? NONE : found(snapshot, foldText(typed));
}

const subscribeToNothing = () => () => {};

function found({ fleet, rows }: ViewSnapshot, typed: string): FoundDevices {
  const text = (row: number, field: string) => {
    const value = fleet.value(row, fleet.columnOf(field));
    return typeof value === 'string' ? value : '';
  };
  const exact: FoundDevice[] = [];
  const others: FoundDevice[] = [];
  for (let place = 0; place < Math.min(rows.count, LOOKED_AT_MAX) && exact.length < SHOWN_MAX; place++) {
    const row = rows.at(place);
    const device = { id: text(row, 'deviceID'), name: text(row, 'name'), admin: text(row, 'admin') };
    const known = [...exact, ...others].some(({ id }) => id === device.id);
    const words = [foldText(device.id), foldText(device.name)];
    if (device.id === '' || known) continue;
    if (words.includes(typed)) exact.push(device);
    else if (others.length < SHOWN_MAX && words.some((word) => word.includes(typed))) others.push(device);
  }
  return { devices: [...exact, ...others].slice(0, SHOWN_MAX), count: rows.count };
}
