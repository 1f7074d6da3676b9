import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import { compactRows } from '#features/devices/columns/gridSettings.ts';
import { useDeviceColumns } from '#features/devices/columns/useDeviceColumns.ts';
import { useDeviceList, useDevices, useSelection } from '#features/devices/DevicesPlace.tsx';
import type { Selection } from '#fleet/shown/selection.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { devicePath } from '#paths/device.ts';
import { currentSession, useConnection } from '#session/session.ts';
import { singleKeys } from '#ui/browser/letterKeys.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import type { DataGridHandle, GridMenuSubject, KeptPlace, PlaceKeeper } from '#ui/grid/gridProps.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import { loaded } from '#ui/states/loaded.tsx';
import type { GridMenuAt } from './GridMenu.tsx';

const GridMenu = loaded(async () => (await import('#features/devices/tools.ts')).GridMenu);

export function DeviceGrid() {
  const { request, inView, grid, setOnlySelected } = useDevices();
  const selection = useSelection();
  const { view, asked, busy, awaited: waiting, filtering, preview } = useDeviceList();
  const { search, facets, ranges, sort, onlySelected } = asked;
  const [letterKeys] = useSetting(singleKeys);
  const [compact] = useSetting(compactRows);
  const { drawn, awaited } = useDeviceColumns();
  const { idAt, placeOf, ...shown } = useMemo(() => deviceRows(view), [view]);
  const listPlace = useListPlace(idAt, placeOf);
  const [menu, setMenu] = useState<GridMenuAt>();
  useRefreshInPlace(grid, view, JSON.stringify(request));
  useFoundInView(grid, view, search);
  const onMenu = ({ row: place, column, element }: GridMenuSubject) => {
    const cell = place < 0 ? undefined : { value: shown.cell(place, column), place, id: idAt(place) };
    setMenu({ element, column, cell });
    return true;
  };

  return (
    <>
      <DataGrid
        ref={grid}
        label="Devices"
        columns={drawn}
        rows={{
          ...shown,
          count: awaited || filtering ? 0 : view.rows.count,
          version: view,
          subject: JSON.stringify([request, search, facets, ranges, sort, onlySelected]),
          compact,
          busy,
          waiting: waiting || awaited || filtering,
        }}
        selection={rowsSelected(view, selection, idAt, setOnlySelected)}
        place={listPlace}
        events={{ onPreview: preview.toggle, onActive: preview.follow, letterKeys, inView, onMenu }}
      />
      {menu && <GridMenu at={menu} onClose={() => setMenu(undefined)} />}
    </>
  );
}

/** Keeps the same devices at the same position after a refresh. */
function useRefreshInPlace(grid: RefObject<DataGridHandle | null>, view: ViewSnapshot, request: string): void {
  const shown = useRef({ view, request });
  // the scroll position can only be read from the DOM
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

/** After a new search, scrolls to the column of its first match if that is not visible. */
function useFoundInView(grid: RefObject<DataGridHandle | null>, view: ViewSnapshot, search: string): void {
  const seen = useRef(search);
  // the scroll position can only be read from the DOM
  useEffect(() => {
    if (!view.settled || seen.current === search) return;
    seen.current = search;
    if (search !== '' && view.rows.count > 0) grid.current?.see(view.filters.fieldsFound(view.rows.at(0)));
  }, [grid, view, search]);
}

/** Row accessors of the grid; rows are addressed by index in the view. */
function deviceRows(view: ViewSnapshot) {
  const { fleet, rows } = view;
  const idAt = (place: number) => {
    const id = fleet.value(rows.at(place), fleet.columnOf('deviceID'));
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  return {
    idAt,
    cell: (place: number, { key }: GridColumn) => {
      const row = rows.at(place);
      return key === CONNECTIVITY_FIELD
        ? (view.joinedValue(key, row) ?? 'unknown')
        : fleet.value(row, fleet.columnOf(key));
    },
    path: (place: number) => {
      const id = idAt(place);
      return id === undefined ? undefined : devicePath(id);
    },
    warning: (place: number) => {
      const flaws = fleet.flaws(rows.at(place));
      return flaws.length > 0 ? `Not as the interface says: ${flaws.join(', ')}` : undefined;
    },
    /** Index of the device with this ID; -1 if it is not shown. */
    placeOf: (id: string) => {
      const row = fleet.rowOf(id, fleet.columnOf('deviceID'));
      return row < 0 ? -1 : view.placeOf(row);
    },
  };
}

function rowsSelected(
  view: ViewSnapshot,
  selection: Selection,
  idAt: (place: number) => string | undefined,
  setOnlySelected: (only: boolean) => void,
): GridSelection {
  const { rows } = view;
  const selected = selection.among(rows);
  return {
    isSelected: (place) => selection.has(rows.at(place)),
    all: selected === 0 ? false : selected === rows.count || 'some',
    select: (from, to, on) => selection.select(rows, on, from, to),
    clear: () => {
      selection.clear();
      setOnlySelected(false);
    },
    rowName: (place) => idAt(place) ?? `row ${formatCount(place + 1)}`,
  };
}

type Kept = { place: KeptPlace; id: string | undefined };

/** Restores the scroll position of a list by device. Positions are kept by URL in the query cache. */
function useListPlace(idAt: (row: number) => string | undefined, rowOf: (id: string) => number): PlaceKeeper {
  const client = useQueryClient();
  const { id: connection } = useConnection();
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  const [start] = useState(() => {
    const kept = client.getQueryData<Kept>([connection, 'place', address]);
    const row = kept?.id === undefined ? -1 : rowOf(kept.id);
    return kept && (row < 0 ? kept.place : { ...kept.place, row });
  });
  const keep = (place: KeptPlace) => {
    if (currentSession().connection?.id !== connection) return;
    client.setQueryData<Kept>([connection, 'place', address], { place, id: idAt(place.row) });
  };
  return { start, keep };
}
