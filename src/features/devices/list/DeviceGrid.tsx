import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CONNECTIVITY_FIELD, FIELDS_FROM_DOCUMENTS } from '#contract/device.ts';
import { compactRowsSetting } from '#features/devices/columns/gridSettings.ts';
import { useDeviceColumns } from '#features/devices/columns/useDeviceColumns.tsx';
import { useDeviceList, useDeviceSelection, useDevicesPage } from '#features/devices/DevicesProvider.tsx';
import type { RowSelection } from '#fleet/shown/rowSelection.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { useConnection, useSessionStore } from '#session/useSession.ts';
import { singleKeyShortcutsSetting } from '#ui/browser/shortcuts.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { DataGrid } from '#ui/grid/DataGrid.tsx';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import type { DataGridHandle, GridMenuTarget, ScrollRestorationOptions, ScrollState } from '#ui/grid/gridProps.ts';
import type { GridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { buildDeviceUrl } from '#urls/device.ts';
import type { DeviceGridMenuTarget } from './DeviceGridMenu.tsx';

const GRID_JOINS: readonly string[] = [CONNECTIVITY_FIELD, ...FIELDS_FROM_DOCUMENTS];

const GridMenu = lazyComponent(async () => (await import('#features/devices/lazyPanels.ts')).DeviceGridMenu);

export function DeviceGrid() {
  const { request, inView, grid, setOnlySelected } = useDevicesPage();
  const selection = useDeviceSelection();
  const { view, asked, busy, awaited: waiting, filtering, preview } = useDeviceList();
  const { search, facets, ranges, sort, onlySelected } = asked;
  const [letterKeys] = useSetting(singleKeyShortcutsSetting);
  const [compact] = useSetting(compactRowsSetting);
  const { gridColumns, awaited } = useDeviceColumns();
  const { idAt, placeOf, ...shown } = useMemo(() => createRowAccessors(view), [view]);
  const scrollRestoration = useScrollRestoration(idAt, placeOf);
  const [menu, setMenu] = useState<DeviceGridMenuTarget>();
  useRefreshScrollAnchoring(grid, view, JSON.stringify(request));
  useScrollToMatch(grid, view, search);
  const onMenu = ({ row: place, column, element }: GridMenuTarget) => {
    const cell = place < 0 ? undefined : { value: shown.getCellValue(place, column), position: place, id: idAt(place) };
    setMenu({ element, column, cell });
    return true;
  };

  return (
    <>
      <DataGrid
        ref={grid}
        label="Devices"
        columns={gridColumns}
        rows={{
          ...shown,
          count: awaited || filtering ? 0 : view.rows.count,
          version: view,
          scrollResetKey: JSON.stringify([request, search, facets, ranges, sort, onlySelected]),
          compact,
          busy,
          loading: waiting || awaited || filtering,
        }}
        selection={createGridSelection(view, selection, idAt, setOnlySelected)}
        scrollRestoration={scrollRestoration}
        events={{
          onPreviewRow: preview.toggle,
          onActiveRowChange: preview.follow,
          singleKeyShortcuts: letterKeys,
          visibleRows: inView,
          onOpenMenu: onMenu,
        }}
      />
      {menu && <GridMenu target={menu} onClose={() => setMenu(undefined)} />}
    </>
  );
}

function useRefreshScrollAnchoring(grid: RefObject<DataGridHandle | null>, view: ViewSnapshot, request: string): void {
  const shown = useRef({ view, request });
  // the scroll position can only be read from the DOM
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { view, request };
    const { fleet } = view;
    if (before.view.fleet === fleet || before.request !== request || before.view.fleet.count === 0) return;
    grid.current?.remapRows((place) => {
      if (place >= before.view.rows.count) return -1;
      const id = before.view.fleet.getValue(before.view.rows.at(place), before.view.fleet.findColumn('deviceID'));
      const row = typeof id === 'string' ? fleet.findRow(id, fleet.findColumn('deviceID')) : -1;
      return row < 0 ? -1 : view.findRowPosition(row);
    });
  });
}

/** After a new search, scrolls to the column of the first match unless it is visible. */
function useScrollToMatch(grid: RefObject<DataGridHandle | null>, view: ViewSnapshot, search: string): void {
  const seen = useRef(search);
  // the scroll position can only be read from the DOM
  useEffect(() => {
    if (!view.settled || seen.current === search) return;
    seen.current = search;
    if (search !== '' && view.rows.count > 0)
      grid.current?.scrollToColumns(view.filters.findMatchedFields(view.rows.at(0)));
  }, [grid, view, search]);
}

function createRowAccessors(view: ViewSnapshot) {
  const { fleet, rows } = view;
  const idAt = (place: number) => {
    const id = fleet.getValue(rows.at(place), fleet.findColumn('deviceID'));
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  return {
    idAt,
    getCellValue: (place: number, { key }: GridColumn) => {
      const row = rows.at(place);
      const column = key === CONNECTIVITY_FIELD ? -1 : fleet.findColumn(key);
      return column < 0 && GRID_JOINS.includes(key)
        ? (view.getJoinedValue(key, row) ?? 'unknown')
        : fleet.getValue(row, column);
    },
    getRowPath: (place: number) => {
      const id = idAt(place);
      return id === undefined ? undefined : buildDeviceUrl(id);
    },
    getRowWarning: (place: number) => {
      const flaws = fleet.getSchemaViolations(rows.at(place));
      return flaws.length > 0 ? `Does not match the API: ${flaws.join(', ')}` : undefined;
    },
    placeOf: (id: string) => {
      const row = fleet.findRow(id, fleet.findColumn('deviceID'));
      return row < 0 ? -1 : view.findRowPosition(row);
    },
  };
}

function createGridSelection(
  view: ViewSnapshot,
  selection: RowSelection,
  idAt: (place: number) => string | undefined,
  setOnlySelected: (only: boolean) => void,
): GridSelection {
  const { rows } = view;
  const selected = selection.countSelected(rows);
  return {
    isSelected: (place) => selection.has(rows.at(place)),
    allSelected: selected === 0 ? false : selected === rows.count || 'some',
    selectRange: (from, to, on) => selection.select(rows, on, from, to),
    clear: () => {
      selection.clear();
      setOnlySelected(false);
    },
    getRowLabel: (place) => idAt(place) ?? `row ${formatCount(place + 1)}`,
  };
}

type SavedPosition = { place: ScrollState; id: string | undefined };

function useScrollRestoration(
  idAt: (row: number) => string | undefined,
  rowOf: (id: string) => number,
): ScrollRestorationOptions {
  const client = useQueryClient();
  const session = useSessionStore();
  const { id: connection } = useConnection();
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  const [initialState] = useState(() => {
    const kept = client.getQueryData<SavedPosition>([connection, 'place', address]);
    const row = kept?.id === undefined ? -1 : rowOf(kept.id);
    return kept && (row < 0 ? kept.place : { ...kept.place, row });
  });
  const savePosition = (place: ScrollState) => {
    if (session.getSession().connection?.id !== connection) return;
    client.setQueryData<SavedPosition>([connection, 'place', address], { place, id: idAt(place.row) });
  };
  return { initial: initialState, save: savePosition };
}
