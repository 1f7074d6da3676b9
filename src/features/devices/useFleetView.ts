import { useMemo, useSyncExternalStore } from 'react';
import type { Joined } from '#fleet/facets.ts';
import { Fleet } from '#fleet/fleet.ts';
import { FleetView, type ViewRequest } from '#fleet/fleetView.ts';
import { CONNECTIVITY } from './deviceColumns.ts';

const NOTHING_YET = new Fleet();

/** What a fleet shows for a request, with the counts of one facet. The rows found at once are there in the same rendering. */
export function useFleetView(
  fleet: Fleet | undefined,
  request: ViewRequest,
  facet: string | undefined,
  connectivity: Joined | undefined,
): FleetView {
  const view = useMemo(() => new FleetView(fleet ?? NOTHING_YET), [fleet]);
  // these do nothing when asked for the same again, and tell no subscriber while the page is drawn
  view.join(CONNECTIVITY, connectivity);
  view.watch(facet === undefined ? [] : [facet]);
  view.set(request);
  useSyncExternalStore(view.subscribe, () => view.version);
  return view;
}
