import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Fleet } from '#fleet/model/fleet.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { foldText } from '#lib/text/foldText.ts';

export type DeviceMatch = { id: string; name: string; admin: string };

export type LoadedDeviceSearchResult = { devices: readonly DeviceMatch[]; count: number };

const MAX_MATCHES = 5;
const MAX_SEARCHED_ROWS = 500;
const NO_MATCHES: LoadedDeviceSearchResult = { devices: [], count: 0 };

/**
 * Finds devices in memory: first those whose name or ID equals the text, then those whose name or ID contains it.
 * `count` is the number of matches in any field.
 */
export function useLoadedDeviceSearch(connectionId: string, typed: string): LoadedDeviceSearchResult {
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
  useLayoutEffect(() => view?.setRequest(request), [view, request]);
  return !snapshot || typed === '' ? NO_MATCHES : findMatches(snapshot, foldText(typed));
}

const subscribeToNothing = () => () => {};

function findMatches({ fleet, rows }: ViewSnapshot, typed: string): LoadedDeviceSearchResult {
  const text = (row: number, field: string) => {
    const value = fleet.getValue(row, fleet.findColumn(field));
    return typeof value === 'string' ? value : '';
  };
  const exact: DeviceMatch[] = [];
  const others: DeviceMatch[] = [];
  for (let place = 0; place < Math.min(rows.count, MAX_SEARCHED_ROWS) && exact.length < MAX_MATCHES; place++) {
    const row = rows.at(place);
    const device = { id: text(row, 'deviceID'), name: text(row, 'name'), admin: text(row, 'admin') };
    const known = [...exact, ...others].some(({ id }) => id === device.id);
    const words = [foldText(device.id), foldText(device.name)];
    if (device.id === '' || known) continue;
    if (words.includes(typed)) exact.push(device);
    else if (others.length < MAX_MATCHES && words.some((word) => word.includes(typed))) others.push(device);
  }
  return { devices: [...exact, ...others].slice(0, MAX_MATCHES), count: rows.count };
}
