import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { CONNECTIVITY } from '#contract/device.ts';
import { listedFields } from '#fields/deviceField.ts';
import type { FleetView } from '#fleet/fleetView.ts';
import type { Selection } from '#fleet/selection.ts';
import { formatCount } from '#lib/counts.ts';
import { devicePath } from '#paths/device.ts';
import type { DevicesState } from '#paths/devices.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import { type GridColumn, nextSort } from '#ui/grid/gridColumn.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import type { RowsInViewStore } from '#ui/grid/rowsInView.ts';
import type { GridSelection } from '#ui/grid/useGridSelection.ts';
import { useSetting } from '#ui/useSetting.ts';
import { choiceOf, columnsShown, gridColumn } from './deviceColumns.ts';
import { columnWidths, compactRows, setColumnWidth } from './gridSettings.ts';
import { useListPlace } from './useListPlace.ts';

type Props = {
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
};

/** The devices of a view as rows that lead to their pages. */
export function DeviceGrid(props: Props) {
  const { view, selection, state, onlySelected, busy, waiting, inView, grid, onState } = props;
  const [compact] = useSetting(compactRows);
  const [widths] = useSetting(columnWidths);
  useSyncExternalStore(selection.subscribe, () => selection.version);
  const { fleet, rows } = view;
  const heads = fleet.columns;
  const fields = useMemo(() => listedFields(heads.map(({ name }) => name)), [heads]);
  const choice = useMemo(() => ({ columns: state.columns, pins: state.pins }), [state.columns, state.pins]);
  const columns = useMemo(() => {
    const { shown, pinned } = columnsShown(fields, choice);
    return shown.map((field) => ({
      ...gridColumn(field, heads, Object.hasOwn(widths, field) ? widths[field] : undefined),
      heading: field === 'deviceID',
      pinned: pinned.includes(field),
    }));
  }, [heads, fields, choice, widths]);
  const sort = useMemo(() => state.sort.map(({ field, descending }) => ({ key: field, descending })), [state.sort]);

  const cell = useCallback(
    (place: number, { key }: GridColumn) => {
      const row = rows.at(place);
      return key === CONNECTIVITY ? (view.joinedValue(key, row) ?? 'unknown') : fleet.value(row, fleet.columnOf(key));
    },
    [fleet, rows, view],
  );
  const onSort = useCallback(
    (key: string, further: boolean) =>
      onState({ sort: nextSort(sort, key, further).map(({ key: field, descending }) => ({ field, descending })) }),
    [onState, sort],
  );
  const onReorder = useCallback(
    (shown: readonly string[]) => onState(choiceOf(fields, shown, choice)),
    [onState, fields, choice],
  );
  const idAt = (place: number) => {
    const id = fleet.value(rows.at(place), fleet.columnOf('deviceID'));
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  const rowPath = (place: number) => {
    const id = idAt(place);
    return id === undefined ? undefined : devicePath(id);
  };
  const rowWarning = (place: number) => {
    const flaws = fleet.flaws(rows.at(place));
    return flaws.length > 0 ? `Not as the interface says: ${flaws.join(', ')}` : undefined;
  };

  const selected = selection.among(rows);
  const gridSelection: GridSelection = {
    isSelected: (place) => selection.has(rows.at(place)),
    all: selected === 0 ? false : selected === rows.count || 'some',
    select: (from, to, on) => selection.select(rows, on, from, to),
    clear: () => selection.clear(),
    rowName: (place) => idAt(place) ?? `row ${formatCount(place + 1)}`,
  };

  const listPlace = useListPlace(idAt, (id) => {
    const row = fleet.rowOf(id, fleet.columnOf('deviceID'));
    return row < 0 ? -1 : view.placeOf(row);
  });
  useRefreshInPlace(grid, view, JSON.stringify(state.request));

  return (
    <DataGrid
      ref={grid}
      subject={JSON.stringify([state.request, state.search, state.facets, state.ranges, state.sort, onlySelected])}
      selection={gridSelection}
      compact={compact}
      label="Devices"
      columns={columns}
      rowCount={rows.count}
      cell={cell}
      version={view.version}
      sort={sort}
      onSort={onSort}
      onResize={setColumnWidth}
      onReorder={onReorder}
      rowPath={rowPath}
      rowWarning={rowWarning}
      busy={busy}
      waiting={waiting}
      inView={inView}
      place={listPlace}
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
