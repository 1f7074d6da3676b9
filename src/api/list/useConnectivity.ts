import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Connection } from '#api/connection.ts';
import { useRetryKeepingError } from '#api/useRetryKeepingError.ts';
import { CONNECTIVITY_FIELD, type DevicesRequest } from '#contract/device.ts';
import { createUniformConnectivity, joinConnectivity } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { createOnlineDevicesQueryOptions } from './devices.ts';

export type ConnectivityQuery = {
  error: Error | null;
  isFetching: boolean;
  online: Fleet | undefined;
  /**
   * Repeats the request after an error. The error stays until the response.
   * @returns the new error, if any
   */
  retry: () => Promise<Error | null>;
};

/** Adds connectivity to a complete list. Requested only if `isRequested`. */
export function useConnectivity(
  connection: Connection,
  request: DevicesRequest,
  fleet: Fleet | undefined,
  isRequested: boolean,
  store: FleetStore,
): ConnectivityQuery {
  const { filter, ...rest } = request;
  const whole = fleet?.state === 'complete' ? fleet : undefined;
  const known = whole !== undefined && store.getJoined(whole, CONNECTIVITY_FIELD) !== undefined;
  const enabled = isRequested && whole !== undefined && filter === undefined && whole.count > 0 && !known;
  const options = createOnlineDevicesQueryOptions(connection, rest, whole?.fetchedAt ?? 0);
  const query = useQuery({ ...options, enabled });
  const { data: online, isFetching } = query;
  // the join runs in time slices outside React
  useEffect(() => {
    if (!whole || known) return;
    if (filter) store.setJoined(CONNECTIVITY_FIELD, createUniformConnectivity(whole, filter === 'online'), whole);
    else if (online)
      return joinConnectivity(whole, online, (joined) => store.setJoined(CONNECTIVITY_FIELD, joined, whole));
  }, [whole, known, filter, online, store]);
  const { error, retry } = useRetryKeepingError(query);
  return useMemo(() => ({ error, isFetching, online, retry }), [error, isFetching, online, retry]);
}
