import { type KeyboardEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import { useTypedText } from '#features/devices/filter/useTypedText.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { truncate } from '#lib/truncate.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';

type Previewed = { fleet: Fleet; row: number; id: string };

type Link = { preview: string; write: (next: Partial<DevicesState>) => void };

/** Of an ID that no device has, this much is said. */
const SAID_MAX = 80;

/** The device beside the list: the same in another order and a next list, in the link by its ID where it has one. */
export function usePreview(
  fleet: Fleet | undefined,
  view: ViewSnapshot,
  { preview, write }: Link,
  grid: RefObject<DataGridHandle | null>,
) {
  const writeId = useCallback((id: string) => write({ preview: id }), [write]);
  const [id, setId] = useTypedText(preview, writeId);
  const [gone, setGone] = useState<Previewed>();
  const known = gone?.fleet === fleet && gone?.id === id ? gone.row : undefined;
  const row = useMemo(() => known ?? rowOf(fleet, id, fleet?.state === 'reading'), [known, fleet, id, fleet?.state]);
  return useMemo(() => {
    const goTo = (place: number): string => {
      const next = previewed(view, place);
      setGone(next);
      setId(next.id);
      return next.id;
    };
    const end = () => {
      setGone(undefined);
      setId('');
      writeId('');
    };
    const close = () => {
      // the focus would be lost with what it is in; in the grid it stays where it is
      if (row !== undefined && !document.activeElement?.closest('[role="grid"]')) grid.current?.goTo(view.placeOf(row));
      end();
    };
    return {
      row,
      /** What a link names that no device of the whole list is. */
      dropped:
        row === undefined && id !== '' && fleet?.state === 'complete' ? [`preview ${truncate(id, SAID_MAX)}`] : [],
      toggle: (place: number) => (row === view.rows.at(place) ? end() : writeId(goTo(place))),
      follow: (place: number) => {
        if (row !== undefined && row !== view.rows.at(place)) goTo(place);
      },
      close,
      /** Escape closes it before the grid hears of the key, unless the key was for what lies over the page. */
      byKey: (event: KeyboardEvent) => {
        const { key, target, currentTarget, defaultPrevented } = event;
        const within = target instanceof Node && currentTarget.contains(target);
        if (key !== 'Escape' || row === undefined || defaultPrevented || !within) return;
        event.preventDefault();
        close();
      },
    };
  }, [fleet, fleet?.state, view, row, id, grid, setId, writeId]);
}

function previewed({ fleet, rows }: ViewSnapshot, place: number): Previewed {
  const row = rows.at(place);
  const id = fleet.value(row, fleet.columnOf('deviceID'));
  return { fleet, row, id: typeof id === 'string' ? id : '' };
}

/** The first device with an ID; none of a list that is still arriving, which would be searched again and again. */
function rowOf(fleet: Fleet | undefined, id: string, arriving: boolean): number | undefined {
  const row = fleet && id !== '' && !arriving ? fleet.rowOf(id, fleet.columnOf('deviceID')) : -1;
  return row < 0 ? undefined : row;
}
