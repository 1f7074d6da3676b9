import { QueryObserver } from '@tanstack/react-query';
import { connectivityOf, joinChecks } from '#api/checks.ts';
import type { Connection } from '#api/connection.ts';
import { queryClient } from '#api/queryClient.ts';
import { CONNECTIVITY_FIELD, type DevicesRequest } from '#contract/device.ts';
import { joinConnectivity, knownConnectivity } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { CHECK } from '#fleet/model/joined.ts';
import type { ShownFleet } from '#fleet/shown/shownFleet.ts';
import { loadAndRunInSlices } from '#lib/timeSlicer.ts';
import { onlineQuery } from './devices.ts';

type List = { connection: Connection; request: DevicesRequest; fleet: Fleet; shown: ShownFleet };

type Options = {
  signal: AbortSignal;
  /** Called with the service's error, and with `undefined` when the data is requested again. */
  onError: (error: Error | undefined) => void;
};

/** Resolves when a list has all given joined fields. Loads them as the page does, even after the page was left. */
export async function loadJoins(list: List, fields: readonly string[], options: Options): Promise<void> {
  for (const field of fields) {
    const joined = waitUntilJoined(list, field, options.signal);
    const stop = begin(list, field, options);
    await joined.finally(stop);
  }
}

/** @returns a function that stops it; inventories are joined only by their own page */
function begin(list: List, field: string, options: Options): () => void {
  if (field === CONNECTIVITY_FIELD) return requestConnectivity(list, options);
  return field === CHECK ? runChecks(list) : () => {};
}

function waitUntilJoined({ fleet, shown }: List, field: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      leave();
      reject(signal.reason);
    };
    const check = () => {
      if (!shown.joinedTo(fleet, field)) return;
      signal.removeEventListener('abort', end);
      leave();
      resolve();
    };
    const leave = shown.subscribe(check);
    signal.addEventListener('abort', end);
    queueMicrotask(check);
  });
}

/** Shares the page's pending request and keeps it alive without the page. */
function requestConnectivity({ connection, request, fleet, shown }: List, { onError }: Options): () => void {
  const { filter, ...rest } = request;
  if (filter) {
    shown.join(CONNECTIVITY_FIELD, knownConnectivity(fleet, filter === 'online'), fleet);
    return () => {};
  }
  const observer = new QueryObserver(queryClient, onlineQuery(connection, rest, fleet.fetchedAt));
  let stopJoin = () => {};
  const follow = ({ data, error }: { data?: Fleet | undefined; error: Error | null }) => {
    onError(error ?? undefined);
    if (!data || shown.joinedTo(fleet, CONNECTIVITY_FIELD)) return;
    stopJoin();
    stopJoin = joinConnectivity(fleet, data, (joined) => shown.join(CONNECTIVITY_FIELD, joined, fleet));
  };
  const leave = observer.subscribe(follow);
  follow(observer.getCurrentResult());
  return () => {
    leave();
    stopJoin();
  };
}

function runChecks({ fleet, shown }: List): () => void {
  return loadAndRunInSlices(
    () => import('#fleet/questions/checks.ts'),
    function* ({ checkDevices }) {
      const connectivity = connectivityOf(shown, fleet);
      joinChecks(shown, fleet, yield* checkDevices(fleet, fleet.fetchedAt, connectivity), connectivity);
    },
  );
}
