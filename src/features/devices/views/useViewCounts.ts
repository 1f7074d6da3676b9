import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { devicesQuery } from '#api/list/devices.ts';
import { JOINED } from '#fleet/model/joined.ts';
import { countMatching } from '#fleet/questions/countMatching.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { Slices } from '#lib/slices.ts';
import { parseDevicesUrl } from '#paths/devices.ts';
import { useConnection } from '#session/session.ts';

/** The devices that a link shows; `elsewhere` where the service would be asked for others than are in memory. */
export type ViewCount = number | 'elsewhere';

/**
 * How many devices each of some links to the list shows, counted between frames and beside React, in whatever lists are
 * in memory. Nothing is asked for.
 */
export function useViewCounts(view: FleetView, link: string, links: readonly string[]): ReadonlyMap<string, ViewCount> {
  const [counts, setCounts] = useState<ReadonlyMap<string, ViewCount>>(new Map());
  const client = useQueryClient();
  const connection = useConnection();
  const wanted = JSON.stringify(links);
  const { version } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of a view may have other rows
  useEffect(() => {
    const slices = new Slices({ inBackground: true });
    const asked = JSON.stringify(stateOf(link).request);
    slices.run(
      (function* () {
        const found = new Map<string, ViewCount>();
        for (const one of JSON.parse(wanted) as string[]) {
          const { request, search, facets, ranges } = stateOf(one);
          const own = JSON.stringify(request) === asked;
          const other = own ? undefined : client.getQueryData(devicesQuery(connection, request).queryKey);
          const counted = own ? view : other?.state === 'complete' ? new FleetView(other) : undefined;
          const count = counted && (yield* countMatching(counted, { search, facets, ranges }, JOINED));
          if (counted === undefined) found.set(one, 'elsewhere');
          else if (count !== undefined) found.set(one, count);
        }
        setCounts(found);
      })(),
    );
    return () => slices.cancel();
  }, [view, version, link, wanted, client, connection]);
  return counts;
}

function stateOf(link: string) {
  const { searchParams, hash } = new URL(link, 'http://console');
  return parseDevicesUrl(searchParams, hash).state;
}
