import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Connection } from '#api/connection.ts';
import { onlineQuery } from '#api/devices.ts';
import type { DevicesRequest } from '#contract/device.ts';
import type { Joined } from '#fleet/facets.ts';
import type { Fleet } from '#fleet/fleet.ts';
import { joinConnectivity, knownConnectivity } from '#fleet/idIndex.ts';

/** Larger lists are asked for a second time only when connectivity is looked at. */
export const ASK_UNASKED_MAX = 250_000;

export type Connectivity = {
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

  return { joined: done?.fleet === complete ? done?.joined : undefined, error, asking: isFetching };
}
