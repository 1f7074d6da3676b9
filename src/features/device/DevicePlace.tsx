import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { deviceQuery } from '#api/device.ts';
import { devicesQuery } from '#api/list/devices.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json.ts';
import { devicePath, parseDeviceUrl } from '#paths/device.ts';
import { useConnection } from '#session/session.ts';
import { place } from '#ui/page/place.tsx';

export const [DevicePlace, useDevice] = place('the page of a device', useDeviceState);

function useDeviceState() {
  const { pathname, search, hash } = useLocation();
  const { state, dropped } = parseDeviceUrl(pathname, new URLSearchParams(search));
  const { deviceID, path, view } = state;
  const connection = useConnection();
  const navigate = useNavigate();
  const options = deviceQuery(connection, { deviceID });
  const query = useQuery(options);
  const { data, error } = query;
  const neighbours = useNeighbours(connection, deviceID, (id) => devicePath(id, path, view) + hash);
  const unknown = error instanceof ApiError && error.kind === 'notFound' ? error : undefined;
  return {
    ...state,
    dropped,
    query,
    queryKey: options.queryKey,
    unknown,
    /** The service's record; until it is loaded, the one in the list. */
    record: data ?? (unknown ? undefined : neighbours.listed),
    fromList: !data,
    neighbours,
    showView: (next: typeof view) => void navigate(devicePath(deviceID, path, next) + hash, { replace: true }),
    askFor: (field: string) => void navigate(devicePath(deviceID, field, view) + hash),
  };
}

type Step = { place: number; focus?: 'previous' | 'next' };

/** Position of the device in the last displayed list, if still in memory, and navigation to its neighbors. */
function useNeighbours(connection: Connection, deviceID: string, pathTo: (deviceID: string) => string) {
  const list = shownFleetOf(connection.id);
  const { view, fleet } = useSyncExternalStore(list.subscribe, () => list.snapshot);
  // a disabled query only keeps the list in the cache
  useQuery({ ...devicesQuery(connection, requestOf(list.key)), enabled: false });
  const navigate = useNavigate();
  const { state } = useLocation();
  const column = fleet?.columnOf('deviceID') ?? -1;
  const idAt = (place: number) => {
    const id = fleet?.value(view.rows.at(place), column);
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  // an ID can occur in a list more than once
  const hint = isJsonObject(state) && typeof state['place'] === 'number' ? state['place'] : -1;
  const row = fleet?.rowOf(deviceID, column) ?? -1;
  const place =
    hint >= 0 && hint < view.rows.count && idAt(hint) === deviceID ? hint : row < 0 ? -1 : view.placeOf(row);
  const stepTo = (by: 1 | -1): { id: string; place: number } | undefined => {
    for (let at = place + by; place >= 0 && at >= 0 && at < view.rows.count; at += by) {
      const id = idAt(at);
      if (id !== undefined) return { id, place: at };
    }
    return undefined;
  };
  const [before, after] = [stepTo(-1), stepTo(1)];
  const go = (to: typeof before, focus?: Step['focus']) => {
    if (!to) return;
    const step: Step = { place: to.place, ...(focus && { focus }) };
    // replaces the entry, so that Back leads to the list
    void navigate(pathTo(to.id), { replace: true, state: step });
  };
  return {
    /** Index from 0; -1 if the list does not show the device. */
    place,
    count: fleet ? view.rows.count : 0,
    hasPrevious: before !== undefined,
    hasNext: after !== undefined,
    previous: (byButton = false) => go(before, byButton ? 'previous' : undefined),
    next: (byButton = false) => go(after, byButton ? 'next' : undefined),
    focus: isJsonObject(state) ? state['focus'] : undefined,
    listed: row < 0 || !fleet ? undefined : { device: fleet.record(row) as JsonObject, fetchedAt: fleet.fetchedAt },
    connectivity: row < 0 ? undefined : view.joinedValue(CONNECTIVITY_FIELD, place < 0 ? row : view.rows.at(place)),
  };
}

function requestOf(key: string): object {
  return key === '' ? {} : (JSON.parse(key) as object); // a request serialized by the device list
}
