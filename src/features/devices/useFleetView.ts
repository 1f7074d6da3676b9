import { useMemo, useState, useSyncExternalStore } from 'react';
import { Fleet } from '#fleet/fleet.ts';
import { FleetView, type ViewRequest } from '#fleet/fleetView.ts';
import type { Joined } from '#fleet/joined.ts';
import { CONNECTIVITY } from './deviceColumns.ts';

const NOTHING_YET = new Fleet();

/**
 * What a fleet shows for a request, with the counts of one facet. The rows found at once are there in the same rendering.
 * `ready` is false while a list should not take the place of the one before.
 */
export function useFleetView(
  fleet: Fleet | undefined,
  request: ViewRequest,
  facet: string | undefined,
  connectivity: Joined | undefined,
  ready: boolean,
): FleetView {
  const view = useMemo(() => new FleetView(fleet ?? NOTHING_YET), [fleet]);
  // these do nothing when asked for the same again, and tell no subscriber while the page is drawn
  view.join(CONNECTIVITY, connectivity);
  view.watch(facet === undefined ? [] : [facet]);
  view.set(request);
  useSyncExternalStore(view.subscribe, () => view.version);
  return useSettled(view, ready);
}

/**
 * Between two whole lists, the view of the former until all rows of the latter are found: otherwise a busy machine would
 * show a part of them, or none, for a moment. A list that still arrives is shown as it grows.
 */
function useSettled(view: FleetView, ready: boolean): FleetView {
  const [shown, setShown] = useState(view);
  if (shown === view) return view;
  const whole = shown.fleet.state === 'complete' && view.fleet.state === 'complete';
  if (whole && !(view.settled && ready)) return shown;
  setShown(view);
  return view;
}
