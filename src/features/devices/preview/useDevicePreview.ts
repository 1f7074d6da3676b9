import { type KeyboardEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { truncate } from '#lib/truncate.ts';
import { useDebouncedUrlText } from '#ui/browser/useDebouncedUrlText.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import type { DevicesState } from '#urls/devices.ts';

type PreviewedDevice = { fleet: Fleet; row: number; id: string };

type PreviewLink = { preview: string; write: (next: Partial<DevicesState>) => void };

const ID_LENGTH_MAX = 80;

/** State of the preview. It follows its device when the list is sorted or refreshed. */
export function useDevicePreview(
  fleet: Fleet | undefined,
  view: ViewSnapshot,
  { preview, write }: PreviewLink,
  grid: RefObject<DataGridHandle | null>,
) {
  const writeId = useCallback((id: string) => write({ preview: id }), [write]);
  const [id, setId] = useDebouncedUrlText(preview, writeId);
  const [current, setCurrent] = useState<PreviewedDevice>();
  const known = current?.fleet === fleet && current?.id === id ? current.row : undefined;
  const row = useMemo(() => known ?? findRow(fleet, id, fleet?.state === 'reading'), [known, fleet, id, fleet?.state]);
  return useMemo(() => {
    const goTo = (place: number): string => {
      const next = getPreviewedDevice(view, place);
      setCurrent(next);
      setId(next.id);
      return next.id;
    };
    const clear = () => {
      setCurrent(undefined);
      setId('');
      writeId('');
    };
    const close = () => {
      // the focused element would be removed; a focus in the grid stays there
      if (row !== undefined && !document.activeElement?.closest('[role="grid"]'))
        grid.current?.activateRow(view.findRowPosition(row));
      clear();
    };
    return {
      row,
      /** ID of the previewed device in the link, if the complete list does not contain it. */
      dropped:
        row === undefined && id !== '' && fleet?.state === 'complete' ? [`preview ${truncate(id, ID_LENGTH_MAX)}`] : [],
      toggle: (place: number) => (row === view.rows.at(place) ? clear() : writeId(goTo(place))),
      follow: (place: number) => {
        if (row !== undefined && row !== view.rows.at(place)) goTo(place);
      },
      close,
      /** Closes the preview on Escape, before the grid handles the key. Ignores keys of overlays. */
      handleKeyDown: (event: KeyboardEvent) => {
        const { key, target, currentTarget, defaultPrevented } = event;
        const within = target instanceof Node && currentTarget.contains(target);
        if (key !== 'Escape' || row === undefined || defaultPrevented || !within) return;
        event.preventDefault();
        close();
      },
    };
  }, [fleet, fleet?.state, view, row, id, grid, setId, writeId]);
}

function getPreviewedDevice({ fleet, rows }: ViewSnapshot, place: number): PreviewedDevice {
  const row = rows.at(place);
  const id = fleet.getValue(row, fleet.findColumn('deviceID'));
  return { fleet, row, id: typeof id === 'string' ? id : '' };
}

function findRow(fleet: Fleet | undefined, id: string, isLoading: boolean): number | undefined {
  const row = fleet && id !== '' && !isLoading ? fleet.findRow(id, fleet.findColumn('deviceID')) : -1;
  return row < 0 ? undefined : row;
}
