import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Connection } from '#api/connection.ts';
import { onlineQuery } from '#api/devices.ts';
import type { DevicesRequest } from '#contract/device.ts';
import { joinConnectivity, knownConnectivity } from '#fleet/connectivity.ts';
import type { Fleet } from '#fleet/fleet.ts';
import type { Joined } from '#fleet/joined.ts';

/** Larger lists are asked for a second time only when connectivity is looked at. */
export const ASK_UNASKED_MAX = 250_000;

export type Connectivity = {
  /** The fleet to show: after a refresh the one before, until it is known which devices of the new one are online. */
  fleet: Fleet | undefined;
  joined: Joined | undefined;
  /** Why it is not known, or not of this moment. */
  error: Error | null;
  asking: boolean;
};

/**
 * Which devices of a fleet are online: no record says it, so the service is asked for those that are, once the list
 * is there. `wanted` when a column or a facet shows it.
 */
export function useConnectivity(
  connection: Connection,
  request: DevicesRequest,
  fleet: Fleet | undefined,
  wanted: boolean,
): Connectivity {
  const [done, setDone] = useState<{ fleet: Fleet; joined: Joined }>();
  const { filter, ...rest } = request;
  const complete = fleet?.state === 'complete' ? fleet : undefined;
  const enabled = wanted && complete !== undefined && filter === undefined && complete.count > 0;
  const {
    data: online,
    error,
    isFetching,
  } = useQuery({ ...onlineQuery(connection, rest, complete?.fetchedAt ?? 0), enabled });

  // the join runs between frames, beside React
  useEffect(() => {
    if (!complete) return;
    if (filter) setDone({ fleet: complete, joined: knownConnectivity(complete, filter === 'online') });
    else if (online) return joinConnectivity(complete, online, (joined) => setDone({ fleet: complete, joined }));
  }, [complete, filter, online]);

  const joined = done?.fleet === complete ? done?.joined : undefined;
  const held = useHeld({ fleet, joined, key: JSON.stringify(request) }, wanted && error === null);
  return { fleet: held.fleet, joined: held.joined, error, asking: isFetching };
}

type Shown = { fleet: Fleet | undefined; joined: Joined | undefined; key: string };

/**
 * What was shown before, as long as the next is the same list of which connectivity is not known yet: filtered by it,
 * such a list would be empty for a moment.
 */
function useHeld(next: Shown, wanted: boolean): Shown {
  const [held, setHeld] = useState(next);
  const same = held.fleet === next.fleet && held.joined === next.joined && held.key === next.key;
  if (same) return held;
  const unknown = wanted && next.fleet?.state === 'complete' && next.fleet.count > 0 && !next.joined;
  if (unknown && held.joined && held.key === next.key && held.fleet !== next.fleet) return held;
  setHeld(next);
  return next;
}
