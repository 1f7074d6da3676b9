import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { devicesQuery } from '#api/list/devices.ts';
import { useDeviceList, useDevices } from '#features/devices/DevicesPlace.tsx';
import { JOINED } from '#fleet/model/joined.ts';
import { countMatching } from '#fleet/questions/countMatching.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { parseDevicesUrl } from '#paths/devices.ts';
import { useSlices } from '#ui/browser/useSlices.ts';

/** The devices that a link shows; `elsewhere` where the service would be asked for others than are in memory. */
export type ViewCount = number | 'elsewhere';

const NOT_COUNTED: ReadonlyMap<string, ViewCount> = new Map();

/**
 * How many devices each of some links to the list shows, counted between frames, in whatever lists are
 * in memory. Nothing is asked for.
 */
export function useViewCounts(link: string, links: readonly string[]): ReadonlyMap<string, ViewCount> {
  const { view } = useDeviceList();
  const { connection } = useDevices();
  const client = useQueryClient();
  const wanted = JSON.stringify(links);
  const count = useCallback(
    function* () {
      const asked = JSON.stringify(stateOf(link).request);
      const found = new Map<string, ViewCount>();
      for (const one of JSON.parse(wanted) as string[]) {
        const { request, search, facets, ranges } = stateOf(one);
        const own = JSON.stringify(request) === asked;
        const other = own ? undefined : client.getQueryData(devicesQuery(connection, request).queryKey);
        const counted = own ? view : other?.state === 'complete' ? new FleetView(other).snapshot : undefined;
        const count = counted && (yield* countMatching(counted, { search, facets, ranges }, JOINED));
        if (counted === undefined) found.set(one, 'elsewhere');
        else if (count !== undefined) found.set(one, count);
      }
      return found;
    },
    [view, link, wanted, client, connection],
  );
  return useSlices(count, { inBackground: true }) ?? NOT_COUNTED;
}

function stateOf(link: string) {
  const { searchParams, hash } = new URL(link, 'http://console');
  return parseDevicesUrl(searchParams, hash).state;
}
