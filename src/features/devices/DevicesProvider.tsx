import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Connection } from '#api/connection.ts';
import { createDevicesQueryOptions } from '#api/list/devices.ts';
import { useFleetStore } from '#api/list/fleetStoreRegistry.ts';
import type { DevicesRequest } from '#contract/device.ts';
import {
  type DeviceColumnChoice,
  getDefaultColumns,
  listColumnFields,
  resolveDeviceColumns,
} from '#features/devices/columns/deviceColumns.ts';
import { useDeviceListState } from '#features/devices/list/useDeviceListState.ts';
import { useDevicePreview } from '#features/devices/preview/useDevicePreview.ts';
import { listFieldsApiFirst } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { RowSelection } from '#fleet/shown/rowSelection.ts';
import { useCurrentConnection } from '#session/connections.ts';
import { useConnection } from '#session/useSession.ts';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { useDebouncedUrlText } from '#ui/browser/useDebouncedUrlText.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import { VisibleRowsStore } from '#ui/grid/visibleRowsStore.ts';
import { createProvider } from '#ui/page/createProvider.tsx';
import { useDevicesUrl, useStableValue } from './useDevicesUrl.ts';

export type MobileSheetName = 'sort' | 'columns' | 'export' | 'selected';

const PROVIDER_NAME = 'the page of devices';

const [AllStateProvider, useAllState] = createProvider(PROVIDER_NAME, useDevicesPageState);

// split by how often they change, so that typing in the search rerenders only what depends on it

export const [DevicesPageProvider, useDevicesPage] = createProvider(PROVIDER_NAME, () => useAllState().page);

/** Device list and search result. Changes with every key typed in the search. */
export const [DeviceListProvider, useDeviceList] = createProvider(PROVIDER_NAME, () => useAllState().list);

export const [DevicesSearchProvider, useDevicesSearch] = createProvider(PROVIDER_NAME, () => useAllState().typed);

export function DevicesProvider({ children }: { children: ReactNode }) {
  return (
    <AllStateProvider>
      <DevicesPageProvider>
        <DeviceListProvider>
          <DevicesSearchProvider>{children}</DevicesSearchProvider>
        </DeviceListProvider>
      </DevicesPageProvider>
    </AllStateProvider>
  );
}

export function useDeviceSelection(): RowSelection {
  const { selection } = useDeviceList();
  useSyncExternalStore(selection.subscribe, () => selection.version);
  return selection;
}

function useDevicesPageState() {
  const connection = useConnection();
  const { id: savedConnectionId } = useCurrentConnection();
  const url = useDevicesUrl(savedConnectionId);
  const { state, request, filters, sort, choice, go, writeSearch } = url;
  const [search, setSearch, settleSearch] = useDebouncedUrlText(state.search, writeSearch);
  const opened = useOpenPanels();
  const { facet, onlySelected, setOnlySelected, setReconciling, exporting } = opened;
  const visibleParts = { columns: choice.columns, facet, exporting, previewed: state.preview !== '' };
  const listRequest = { request, source: state.source, search, ...filters, sort, onlySelected, ...visibleParts };
  const listState = useDeviceListState(connection, listRequest);
  const { fleet, view, pending } = listState;
  const actions = useListActions(connection, request);
  const fields = useDeviceFields(view.fleet, choice);
  const grid = useRef<DataGridHandle>(null);
  const [inView] = useState(() => new VisibleRowsStore());
  const preview = useDevicePreview(fleet, view, { preview: state.preview, write: go.replace }, grid);
  useShortcuts({ i: () => setReconciling(true), ...(pending && { a: actions.apply }) });
  const showAll = useCallback(() => {
    setSearch('');
    setOnlySelected(false);
    go.to({ search: '', facets: {}, ranges: {} });
  }, [setSearch, setOnlySelected, go]);
  const page = useMemo(
    () => ({ connection, savedConnectionId, ...url, ...opened, ...actions, fields, grid, inView, setSearch, showAll }),
    [connection, savedConnectionId, url, opened, actions, fields, inView, setSearch, showAll],
  );
  const list = useMemo(() => ({ ...listState, preview }), [listState, preview]);
  const typed = useMemo(() => ({ search, settleSearch }), [search, settleSearch]);
  return { page, list, typed };
}

function useListActions(connection: Connection, request: DevicesRequest) {
  const queryClient = useQueryClient();
  const shown = useFleetStore(connection.id);
  return useMemo(() => {
    const { queryKey } = createDevicesQueryOptions(connection, request);
    return {
      cancel: () => void queryClient.cancelQueries({ queryKey, exact: true }),
      apply: () => shown.applyUpdate(),
      resolveDoubt: (show: boolean) => shown.resolveSuspiciousUpdate(show),
      selectAll: () => shown.selection.select(shown.view.rows, true),
    };
  }, [queryClient, shown, connection, request]);
}

function useOpenPanels() {
  const [facet, setFacet] = useState<string>();
  const [onlySelected, setOnlySelected] = useState(false);
  const [sheet, setSheet] = useState<MobileSheetName>();
  const [reconciling, setReconciling] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [lookingBack, setLookingBack] = useState(false);
  return useMemo(
    () => ({
      facet,
      setFacet,
      onlySelected,
      setOnlySelected,
      sheet,
      setSheet,
      reconciling,
      setReconciling,
      exporting,
      setExporting,
      lookingBack,
      setLookingBack,
    }),
    [facet, onlySelected, sheet, reconciling, exporting, lookingBack],
  );
}

function useDeviceFields(fleet: Fleet, choice: DeviceColumnChoice) {
  // columns are reported again with every received part of a list, usually unchanged
  const columnHeads = useStableValue(fleet.columns.map(({ name, storage }) => ({ name, storage })));
  const recorded = useMemo(() => columnHeads.map(({ name }) => name), [columnHeads]);
  const all = useMemo(() => listColumnFields(recorded), [recorded]);
  const defaultColumns = useStableValue(getDefaultColumns(listFieldsApiFirst(recorded), fleet));
  return useMemo(
    () => ({
      fleet,
      heads: columnHeads,
      all,
      usual: defaultColumns,
      ...resolveDeviceColumns(all, choice, defaultColumns),
    }),
    [fleet, columnHeads, all, defaultColumns, choice],
  );
}
