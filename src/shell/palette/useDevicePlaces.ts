import { shownFleetOf } from '#api/list/shownFleet.ts';
import type { Selection } from '#fleet/shown/selection.ts';
import { formatCount } from '#lib/counts.ts';
import { COMPARE } from '#paths/addresses.ts';
import { COMPARED_MAX, comparePath } from '#paths/compare.ts';
import { lastPlace } from '#paths/lastPlaces.ts';
import { savedViews } from '#paths/savedViews.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { useSetting } from '#ui/browser/useSetting.ts';

/** Where the devices of the connection can be looked at otherwise: side by side, and in the views that were saved. */
export function useDevicePlaces() {
  const { id } = useConnection();
  const { id: savedId } = useConnectionInUse();
  const [{ views }] = useSetting(savedViews(savedId));
  const selected = selectedFew(shownFleetOf(id).selection);
  const last = lastPlace(COMPARE);
  const comparisons = [
    ...(selected.length >= 2
      ? [
          {
            label: `Compare the ${formatCount(selected.length)} selected devices`,
            path: comparePath({ deviceIDs: selected, different: false }),
          },
        ]
      : []),
    ...(last === COMPARE ? [] : [{ label: 'Compare the devices compared last', path: last }]),
  ];
  return { comparisons, views };
}

/** The IDs of the selected devices where there are no more than can be compared. */
function selectedFew(selection: Selection): readonly string[] {
  const { fleet, count } = selection;
  if (count > COMPARED_MAX) return [];
  const column = fleet.columnOf('deviceID');
  const ids = [...selection.snapshot().rows()].map((row) => fleet.value(row, column));
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[]; // filtered so
}
