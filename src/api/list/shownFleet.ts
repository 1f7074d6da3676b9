import { queryClient } from '#api/queryClient.ts';
import { Fleet } from '#fleet/model/fleet.ts';
import { ShownFleet } from '#fleet/shown/shownFleet.ts';

const byConnection = new Map<string, ShownFleet>();

// a list that is dropped from memory, as all are on sign-out, must not live on where it was shown
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const { data } = query.state;
  if (type === 'removed' && data instanceof Fleet) for (const shown of byConnection.values()) shown.forget(data);
});

/** The list that the pages of a connection show, whichever of them is open. */
export function shownFleetOf(connectionId: string): ShownFleet {
  const shown = byConnection.get(connectionId) ?? new ShownFleet();
  byConnection.set(connectionId, shown);
  return shown;
}
