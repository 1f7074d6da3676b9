import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { compactRows } from '#features/devices/columns/gridSettings.ts';
import { useDeviceColumns } from '#features/devices/columns/useDeviceColumns.ts';
import { useDeviceList, useDevices, useSelection } from '#features/devices/DevicesPlace.tsx';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { singleKeys } from '#ui/browser/letterKeys.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import { deviceRows, rowsSelected } from './deviceRows.ts';
import { useListPlace } from './useListPlace.ts';

/** The devices of a view as rows that lead to their pages. */
export function DeviceGrid() {
  const { request, inView, grid } = useDevices();
  const selection = useSelection();
  const { view, asked, busy, awaited: waiting, preview } = useDeviceList();
  const { search, facets, ranges, sort, onlySelected } = asked;
  const [letterKeys] = useSetting(singleKeys);
  const [compact] = useSetting(compactRows);
  const { drawn, awaited } = useDeviceColumns();
  const { idAt, placeOf, ...shown } = useMemo(() => deviceRows(view), [view]);
  const listPlace = useListPlace(idAt, placeOf);
  useRefreshInPlace(grid, view, JSON.stringify(request));

  return (
    <DataGrid
      ref={grid}
      label="Devices"
      columns={drawn}
      rows={{
        ...shown,
        count: awaited ? 0 : view.rows.count,
        version: view,
        subject: JSON.stringify([request, search, facets, ranges, sort, onlySelected]),
        compact,
        busy,
        waiting: waiting || awaited,
      }}
      selection={rowsSelected(view, selection, idAt)}
      place={listPlace}
      events={{ onPreview: preview.toggle, onActive: preview.follow, letterKeys, inView }}
    />
  );
}

/** After a refresh the same devices stay in the same place, wherever the new list has them. */
function useRefreshInPlace(grid: RefObject<DataGridHandle | null>, view: ViewSnapshot, request: string): void {
  const shown = useRef({ view, request });
  // where the grid is scrolled to is the document's to know
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { view, request };
    const { fleet } = view;
    if (before.view.fleet === fleet || before.request !== request || before.view.fleet.count === 0) return;
    grid.current?.renumber((place) => {
      if (place >= before.view.rows.count) return -1;
      const id = before.view.fleet.value(before.view.rows.at(place), before.view.fleet.columnOf('deviceID'));
      const row = typeof id === 'string' ? fleet.rowOf(id, fleet.columnOf('deviceID')) : -1;
      return row < 0 ? -1 : view.placeOf(row);
    });
  });
}
