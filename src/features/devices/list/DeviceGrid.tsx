import { type RefObject, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { compactRows } from '#features/devices/columns/gridSettings.ts';
import { useDeviceColumns } from '#features/devices/columns/useDeviceColumns.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import type { Selection } from '#fleet/shown/selection.ts';
import type { DevicesState } from '#paths/devices.ts';
import { singleKeys } from '#ui/browser/letterKeys.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import type { RowsInViewStore } from '#ui/grid/rowsInView.ts';
import { deviceRows, rowsSelected } from './deviceRows.ts';
import { useListPlace } from './useListPlace.ts';

type Props = {
  /** Of the saved connection: what is kept for it outlives another key or token. */
  connectionId: string;
  view: FleetView;
  selection: Selection;
  state: DevicesState;
  onlySelected: boolean;
  busy: boolean;
  /** Nothing has come yet. */
  waiting: boolean;
  inView: RowsInViewStore;
  grid: RefObject<DataGridHandle | null>;
  onState: (state: Partial<DevicesState>) => void;
  /** Opens a row beside the list; `onActive` hears of the row that somebody went to. */
  onPreview: (place: number) => void;
  onActive: (place: number) => void;
};

/** The devices of a view as rows that lead to their pages. */
export function DeviceGrid(props: Props) {
  const { view, selection, state, onlySelected, busy, waiting, inView, grid, onState, onPreview, onActive } = props;
  const [letterKeys] = useSetting(singleKeys);
  const [compact] = useSetting(compactRows);
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const { fleet, rows, version } = view;
  const { drawn, awaited } = useDeviceColumns(props.connectionId, fleet, state, onState);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of a view may have other rows
  const { idAt, placeOf, ...shown } = useMemo(() => deviceRows(view), [view, rows]);
  const listPlace = useListPlace(idAt, placeOf);
  useRefreshInPlace(grid, view, JSON.stringify(state.request));

  return (
    <DataGrid
      ref={grid}
      label="Devices"
      columns={drawn}
      rows={{
        ...shown,
        count: awaited ? 0 : rows.count,
        version,
        subject: JSON.stringify([state.request, state.search, state.facets, state.ranges, state.sort, onlySelected]),
        compact,
        busy,
        waiting: waiting || awaited,
      }}
      selection={rowsSelected(view, selection, idAt)}
      place={listPlace}
      events={{ onPreview, onActive, letterKeys, inView }}
    />
  );
}

/** After a refresh the same devices stay in the same place, wherever the new list has them. */
function useRefreshInPlace(grid: RefObject<DataGridHandle | null>, view: FleetView, request: string): void {
  const shown = useRef({ view, rows: view.rows, request });
  // where the grid is scrolled to is the document's to know
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { view, rows: view.rows, request };
    const { fleet } = view;
    if (before.view === view || before.request !== request || before.view.fleet.count === 0) return;
    grid.current?.renumber((place) => {
      if (place >= before.rows.count) return -1;
      const id = before.view.fleet.value(before.rows.at(place), before.view.fleet.columnOf('deviceID'));
      const row = typeof id === 'string' ? fleet.rowOf(id, fleet.columnOf('deviceID')) : -1;
      return row < 0 ? -1 : view.placeOf(row);
    });
  });
}
