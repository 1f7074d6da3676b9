import { type QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import type { Connection } from '#api/connection.ts';
import { findJoinedConnectivity, storeCheckResults } from '#api/useRunChecks.ts';
import { CONNECTIVITY_FIELD, type DevicesRequest, FAILED_CHECKS_FIELD } from '#contract/device.ts';
import { createUniformConnectivity, joinConnectivity } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { importAndRunSliced } from '#lib/timeSlicer.ts';
import { createOnlineDevicesQueryOptions } from './devices.ts';

type JoinTarget = {
  queryClient: QueryClient;
  connection: Connection;
  request: DevicesRequest;
  fleet: Fleet;
  shown: FleetStore;
};

type LoadJoinsOptions = {
  signal: AbortSignal;
  /** Called with the service's error, and with undefined when the data is requested again. */
  onError: (error: Error | undefined) => void;
  /** Starts loading a field that is computed from other data than devices. Returns a function that stops it. */
  startOther?: ((field: string) => () => void) | undefined;
};

/** Resolves when a list has all given joined fields. Loading continues after the user leaves the page. */
export async function ensureJoinedFields(
  list: JoinTarget,
  fields: readonly string[],
  options: LoadJoinsOptions,
): Promise<void> {
  for (const field of fields) {
    const joined = waitUntilJoined(list, field, options.signal);
    const stop = startJoin(list, field, options);
    await joined.finally(stop);
  }
}

/**
 * Starts to load a joined field. Pasted lists are excluded, because only their own page joins them.
 * @returns a function that stops it
 */
function startJoin(list: JoinTarget, field: string, options: LoadJoinsOptions): () => void {
  if (field === CONNECTIVITY_FIELD) return startConnectivityRequest(list, options);
  if (field === FAILED_CHECKS_FIELD) return startChecks(list);
  return options.startOther?.(field) ?? (() => {});
}

function waitUntilJoined({ fleet, shown }: JoinTarget, field: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      leave();
      reject(signal.reason);
    };
    const check = () => {
      if (!shown.getJoined(fleet, field)) return;
      signal.removeEventListener('abort', end);
      leave();
      resolve();
    };
    const leave = shown.subscribe(check);
    signal.addEventListener('abort', end);
    queueMicrotask(check);
  });
}

function startConnectivityRequest(
  { queryClient, connection, request, fleet, shown }: JoinTarget,
  { onError }: LoadJoinsOptions,
): () => void {
  const { filter, ...rest } = request;
  if (filter) {
    shown.setJoined(CONNECTIVITY_FIELD, createUniformConnectivity(fleet, filter === 'online'), fleet);
    return () => {};
  }
  const options = createOnlineDevicesQueryOptions(connection, rest, fleet.fetchedAt);
  return startQueryJoin(queryClient, options, onError, (online) =>
    joinConnectivity(fleet, online, (joined) => shown.setJoined(CONNECTIVITY_FIELD, joined, fleet)),
  );
}

/**
 * Requests data outside React and joins it once it is there.
 * @returns a function that stops both
 */
export function startQueryJoin<Data>(
  queryClient: QueryClient,
  options: QueryObserverOptions<Data>,
  onError: LoadJoinsOptions['onError'],
  join: (data: Data) => () => void,
): () => void {
  const observer = new QueryObserver(queryClient, options);
  let stopJoin: (() => void) | undefined;
  const follow = ({ data, error }: { data?: Data | undefined; error: Error | null }) => {
    onError(error ?? undefined);
    if (data) stopJoin ??= join(data);
  };
  const leave = observer.subscribe(follow);
  follow(observer.getCurrentResult());
  return () => {
    leave();
    stopJoin?.();
  };
}

function startChecks({ fleet, shown }: JoinTarget): () => void {
  return importAndRunSliced(
    () => import('#fleet/queries/checks.ts'),
    function* ({ checkDevices }) {
      const connectivity = findJoinedConnectivity(shown, fleet);
      storeCheckResults(shown, fleet, yield* checkDevices(fleet, fleet.fetchedAt, connectivity), connectivity);
    },
  );
}
