import { useEffect, useState } from 'react';
import { CONNECTIVITY } from '#contract/device.ts';
import { countMatching } from '#fleet/countMatching.ts';
import type { FleetView } from '#fleet/fleetView.ts';
import { CHECK, INVENTORY } from '#fleet/joined.ts';
import { Slices } from '#lib/slices.ts';
import { parseDevicesUrl } from '#paths/devices.ts';

/** What rows may be filtered by without being in the list. */
const JOINED = [CONNECTIVITY, CHECK, INVENTORY];

/**
 * How many devices each of some links to the list shows, counted between frames and beside React. Of a link that asks
 * the service for other devices than are here nothing is known, and no number is given.
 */
export function useViewCounts(view: FleetView, link: string, links: readonly string[]): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const wanted = JSON.stringify(links);
  const { version } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of a view may have other rows
  useEffect(() => {
    const slices = new Slices({ inBackground: true });
    const asked = JSON.stringify(stateOf(link).request);
    slices.run(
      (function* () {
        const found = new Map<string, number>();
        for (const one of JSON.parse(wanted) as string[]) {
          const { request, search, facets, ranges } = stateOf(one);
          if (JSON.stringify(request) !== asked) continue;
          const count = yield* countMatching(view, { search, facets, ranges }, JOINED);
          if (count !== undefined) found.set(one, count);
        }
        setCounts(found);
      })(),
    );
    return () => slices.cancel();
  }, [view, version, link, wanted]);
  return counts;
}

function stateOf(link: string) {
  const { searchParams, hash } = new URL(link, 'http://console');
  return parseDevicesUrl(searchParams, hash).state;
}
