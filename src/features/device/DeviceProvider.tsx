import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { createDeviceQueryOptions } from '#api/device.ts';
import { createDevicesQueryOptions } from '#api/list/devices.ts';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import { CONNECTIVITY_FIELD, LAST_SEEN_FIELD } from '#contract/device.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { useConnection } from '#session/useSession.ts';
import { createProvider } from '#ui/page/createProvider.tsx';
import { buildDeviceUrl, parseDeviceUrl } from '#urls/device.ts';

export const [DeviceProvider, useDevice] = createProvider('the page of a device', useDeviceState);

function useDeviceState() {
  const { pathname, search, hash } = useLocation();
  const { state, dropped } = parseDeviceUrl(pathname, new URLSearchParams(search));
  const { deviceID, path, view } = state;
  const connection = useConnection();
  const navigate = useNavigate();
  const options = createDeviceQueryOptions(connection, { deviceID });
  const query = useQuery(options);
  const { data, error } = query;
  const neighbors = useNeighbors(connection, deviceID, (id) => buildDeviceUrl(id, path, view) + hash);
  const notFoundError = error instanceof ApiError && error.kind === 'notFound' ? error : undefined;
  return {
    ...state,
    dropped,
    query,
    queryKey: options.queryKey,
    notFoundError,
    record: data ?? (notFoundError ? undefined : neighbors.listed),
    fromList: !data,
    neighbors,
    showView: (next: typeof view) => void navigate(buildDeviceUrl(deviceID, path, next) + hash, { replace: true }),
    openField: (field: string) => void navigate(buildDeviceUrl(deviceID, field, view) + hash),
  };
}

type NavigationState = { place: number; focus?: 'previous' | 'next' };

function useNeighbors(connection: Connection, deviceID: string, pathTo: (deviceID: string) => string) {
  const list = useFleetStore(connection.id);
  const { view, fleet } = useSyncExternalStore(list.subscribe, () => list.snapshot);
  // a disabled query only keeps the list in the cache
  useQuery({ ...createDevicesQueryOptions(connection, parseRequestKey(list.key)), enabled: false });
  const navigate = useNavigate();
  const { state } = useLocation();
  // an ID can occur in a list more than once
  const stateIndex = isJsonObject(state) && typeof state['place'] === 'number' ? state['place'] : -1;
  const { row, place, before, after } = useMemo(() => {
    const column = fleet?.findColumn('deviceID') ?? -1;
    const getIdAt = (place: number) => {
      const id = fleet?.getValue(view.rows.at(place), column);
      return typeof id === 'string' && id !== '' ? id : undefined;
    };
    const row = fleet?.findRow(deviceID, column) ?? -1;
    const place =
      stateIndex >= 0 && stateIndex < view.rows.count && getIdAt(stateIndex) === deviceID
        ? stateIndex
        : row < 0
          ? -1
          : view.findRowPosition(row);
    const findNeighbor = (by: 1 | -1): { id: string; place: number } | undefined => {
      for (let at = place + by; place >= 0 && at >= 0 && at < view.rows.count; at += by) {
        const id = getIdAt(at);
        if (id !== undefined) return { id, place: at };
      }
      return undefined;
    };
    return { row, place, before: findNeighbor(-1), after: findNeighbor(1) };
  }, [fleet, view, deviceID, stateIndex]);
  const getJoined = (field: string) =>
    row < 0 ? undefined : view.getJoinedValue(field, place < 0 ? row : view.rows.at(place));
  const go = (to: typeof before, focus?: NavigationState['focus']) => {
    if (!to) return;
    const step: NavigationState = { place: to.place, ...(focus && { focus }) };
    // replaces the history entry, so that Back returns to the list
    void navigate(pathTo(to.id), { replace: true, state: step });
  };
  return {
    /** Index from 0, or -1 if the list does not show the device. */
    place,
    count: fleet ? view.rows.count : 0,
    hasPrevious: before !== undefined,
    hasNext: after !== undefined,
    previous: (byButton = false) => go(before, byButton ? 'previous' : undefined),
    next: (byButton = false) => go(after, byButton ? 'next' : undefined),
    focus: isJsonObject(state) ? state['focus'] : undefined,
    listed: row < 0 || !fleet ? undefined : { device: fleet.getRecord(row) as JsonObject, fetchedAt: fleet.fetchedAt },
    connectivity: getJoined(CONNECTIVITY_FIELD),
    /** Time of the newest document in ms, 0 if there is none. Undefined if the list does not contain it. */
    lastSeen: getJoined(LAST_SEEN_FIELD),
  };
}

function parseRequestKey(key: string): object {
  return key === '' ? {} : (JSON.parse(key) as object); // a request serialized by the device list
}
