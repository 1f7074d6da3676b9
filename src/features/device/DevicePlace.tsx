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

/** The device whose page this is: what the address says of it, what is known of it, and the way to other views of it. */
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
    /** Why there is no such device, where the service says so. */
    unknown,
    /** As the service has it; until it has answered, as the list has. */
    record: data ?? (unknown ? undefined : neighbours.listed),
    fromList: !data,
    neighbours,
    showView: (next: typeof view) => void navigate(devicePath(deviceID, path, next) + hash, { replace: true }),
    askFor: (field: string) => void navigate(devicePath(deviceID, field, view) + hash),
  };
}

/** What a step from one device to the next takes along: its place in the list, and the button that was pressed. */
type Step = { place: number; focus?: 'previous' | 'next' };

/** Where a device stands in the list shown last, where that is still in memory, and the way to its neighbours. */
function useNeighbours(connection: Connection, deviceID: string, pathTo: (deviceID: string) => string) {
  const list = shownFleetOf(connection.id);
  const { view, fleet } = useSyncExternalStore(list.subscribe, () => list.snapshot);
  // looked at and never asked for: a list stays in memory for as long as somebody does
  useQuery({ ...devicesQuery(connection, requestOf(list.key)), enabled: false });
  const navigate = useNavigate();
  const { state } = useLocation();
  const column = fleet?.columnOf('deviceID') ?? -1;
  const idAt = (place: number) => {
    const id = fleet?.value(view.rows.at(place), column);
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  // an ID may stand in a list more than once
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
    // a way through a list is one step back
    void navigate(pathTo(to.id), { replace: true, state: step });
  };
  return {
    /** From 0; -1 when it is not among the rows shown. */
    place,
    count: fleet ? view.rows.count : 0,
    hasPrevious: before !== undefined,
    hasNext: after !== undefined,
    previous: (byButton = false) => go(before, byButton ? 'previous' : undefined),
    next: (byButton = false) => go(after, byButton ? 'next' : undefined),
    /** Which button brought the page here. */
    focus: isJsonObject(state) ? state['focus'] : undefined,
    listed: row < 0 || !fleet ? undefined : { device: fleet.record(row) as JsonObject, fetchedAt: fleet.fetchedAt },
    connectivity: row < 0 ? undefined : view.joinedValue(CONNECTIVITY_FIELD, place < 0 ? row : view.rows.at(place)),
  };
}

function requestOf(key: string): object {
  return key === '' ? {} : (JSON.parse(key) as object); // the request that the list page made it of
}
