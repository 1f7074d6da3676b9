import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Connection, createQueryKey } from '#api/connection.ts';
import { createTransportError, REQUEST_TIMEOUT_MS } from '#api/http.ts';
import { STALE_TIME_MS } from '#api/queryClient.ts';
import type { DevicesRequest } from '#contract/device.ts';
import { OPERATIONS } from '#contract/operations.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { DEVICE_LIST_KEY } from './listKeepAlive.ts';
import { readDevices } from './readDevices.ts';

const GC_MS = 60_000;

const ONLINE_GC_MS = 2_000;

/**
 * Query for a device list. Its data is a fleet that can be displayed from its first rows on, and that is replaced when
 * a refresh completes.
 */
export function createDevicesQueryOptions(connection: Connection, request: DevicesRequest) {
  const queryKey = createQueryKey(connection, DEVICE_LIST_KEY, request);
  return queryOptions({
    queryKey,
    gcTime: GC_MS,
    staleTime: getStaleTime,
    structuralSharing: false,
    queryFn: ({ signal, client }): Promise<Fleet> =>
      readDevices(connection, request, {
        signal,
        onRows: (fleet) => {
          if (signal.aborted || client.getQueryData<Fleet>(queryKey)?.state === 'complete') return;
          client.setQueryData(queryKey, fleet);
        },
      }),
  });
}

function getStaleTime({ state: { data } }: { state: { data: Fleet | undefined } }): number {
  return data?.state === 'complete' || data?.cancelled ? STALE_TIME_MS : 0;
}

/**
 * Requests a list again. Resolves when the success code arrives, before all rows.
 * @throws ApiError
 */
export function startDevicesRefetch(
  queryClient: QueryClient,
  connection: Connection,
  request: DevicesRequest,
): Promise<void> {
  const options = createDevicesQueryOptions(connection, request);
  return new Promise((resolve, reject) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      const code = queryClient.getQueryData(options.queryKey)?.progress.fields['code'];
      if (code === OPERATIONS.devices.success) resolve();
    });
    const fetched = queryClient.fetchQuery({ ...options, staleTime: 0 });
    fetched.then(() => resolve(), reject).finally(stop);
  });
}

/**
 * Verifies credentials by loading the first device list, because the API has no sign-in operation. The list stays
 * cached for its page, unless loading fails or `signal` fires.
 * @throws ApiError `timeout` if no row arrives within 30 s
 */
export async function verifyCredentials(
  queryClient: QueryClient,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  const { queryKey } = createDevicesQueryOptions(connection, {});
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    if (!queryClient.getQueryData(queryKey)?.count) deadline.abort();
  }, REQUEST_TIMEOUT_MS);
  const given = AbortSignal.any([signal, deadline.signal]);
  const giveUp = () => void queryClient.cancelQueries({ queryKey, exact: true });
  given.addEventListener('abort', giveUp);
  try {
    await startDevicesRefetch(queryClient, connection, {});
  } catch (cause) {
    queryClient.removeQueries({ queryKey, exact: true });
    throw given.aborted ? createTransportError(connection, { signal, deadline: deadline.signal, cause }) : cause;
  } finally {
    clearTimeout(timer);
    given.removeEventListener('abort', giveUp);
  }
}

export function createOnlineDevicesQueryOptions(connection: Connection, request: DevicesRequest, asOf: number) {
  return queryOptions({
    queryKey: createQueryKey(connection, 'online', request, asOf),
    gcTime: ONLINE_GC_MS,
    structuralSharing: false,
    queryFn: ({ signal }): Promise<Fleet> =>
      readDevices(connection, { ...request, filter: 'online' }, { signal, only: ['deviceID'] }),
  });
}
