import { type KeyboardEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import { useTypedText } from '#features/devices/filter/useTypedText.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { truncate } from '#lib/truncate.ts';
import type { DevicesState } from '#paths/devices.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';

type Previewed = { fleet: Fleet; row: number; id: string };

type Link = { preview: string; write: (next: Partial<DevicesState>) => void };

const SAID_MAX = 80;

/** State of the preview: follows its device across sorting and refreshes; the link contains its ID, if any. */
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
      // the focused element would be removed; a focus in the grid stays there
      if (row !== undefined && !document.activeElement?.closest('[role="grid"]')) grid.current?.goTo(view.placeOf(row));
      end();
    };
    return {
      row,
      /** The link's preview ID, if no device of the complete list has it. */
      dropped:
        row === undefined && id !== '' && fleet?.state === 'complete' ? [`preview ${truncate(id, SAID_MAX)}`] : [],
      toggle: (place: number) => (row === view.rows.at(place) ? end() : writeId(goTo(place))),
      follow: (place: number) => {
        if (row !== undefined && row !== view.rows.at(place)) goTo(place);
      },
      close,
      /** Escape closes the preview before the grid handles the key; ignores keys of overlays. */
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

/** Returns the row of an ID; undefined while the list loads, to avoid a search per received part. */
function rowOf(fleet: Fleet | undefined, id: string, arriving: boolean): number | undefined {
  const row = fleet && id !== '' && !arriving ? fleet.rowOf(id, fleet.columnOf('deviceID')) : -1;
  return row < 0 ? undefined : row;
}
