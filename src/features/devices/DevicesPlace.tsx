import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Connection } from '#api/connection.ts';
import { devicesQuery } from '#api/list/devices.ts';
import { shownFleetOf } from '#api/list/shownFleet.ts';
import type { DevicesRequest } from '#contract/device.ts';
import { type ChosenColumns, columnsShown, usualColumns } from '#features/devices/columns/columnChoice.ts';
import { useTypedText } from '#features/devices/filter/useTypedText.ts';
import { useListShown } from '#features/devices/list/useListShown.ts';
import { usePreview } from '#features/devices/preview/usePreview.ts';
import { listedFields } from '#fields/deviceField.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Selection } from '#fleet/shown/selection.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { useLetterKeys } from '#ui/browser/letterKeys.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import { RowsInViewStore } from '#ui/grid/rowsInView.ts';
import { place } from '#ui/page/place.tsx';
import { useDevicesUrl, useSame } from './useDevicesUrl.ts';

/** Sheets that replace toolbar items and column headers on a phone. */
export type Sheet = 'sort' | 'columns' | 'export' | 'selected';

const PAGE = 'the page of devices';

const [WholePlace, useWhole] = place(PAGE, useWholeHere);

// split by how often they change, so that typing in the search rerenders only what depends on it

/** State of the URL and the open panels, and the functions that change it; changes on user actions. */
export const [PagePlace, useDevices] = place(PAGE, () => useWhole().page);

/** The list and the search result; changes with every key typed in the search. */
export const [ListPlace, useDeviceList] = place(PAGE, () => useWhole().list);

/** The search text as typed; the URL follows after a pause. */
export const [SearchPlace, useDevicesSearch] = place(PAGE, () => useWhole().typed);

export function DevicesPlace({ children }: { children: ReactNode }) {
  return (
    <WholePlace>
      <PagePlace>
        <ListPlace>
          <SearchPlace>{children}</SearchPlace>
        </ListPlace>
      </PagePlace>
    </WholePlace>
  );
}

/** Returns the list's selection and subscribes to its changes. */
export function useSelection(): Selection {
  const { selection } = useDeviceList();
  useSyncExternalStore(selection.subscribe, () => selection.version);
  return selection;
}

function useWholeHere() {
  const connection = useConnection();
  const { id: savedId } = useConnectionInUse();
  const url = useDevicesUrl(savedId);
  const { state, request, filters, sort, choice, go, writeSearch } = url;
  const [search, setSearch, settleSearch] = useTypedText(state.search, writeSearch);
  const opened = useOpened();
  const { facet, onlySelected, setOnlySelected, setReconciling, exporting } = opened;
  const looked = { columns: choice.columns, facet, exporting, previewed: state.preview !== '' };
  const asked = { request, search, ...filters, sort, onlySelected, ...looked };
  const shown = useListShown(connection, asked);
  const { fleet, view, pending } = shown;
  const actions = useListActions(connection, request);
  const fields = useDeviceFields(view.fleet, choice);
  const grid = useRef<DataGridHandle>(null);
  const [inView] = useState(() => new RowsInViewStore());
  const preview = usePreview(fleet, view, { preview: state.preview, write: go.replace }, grid);
  useLetterKeys({ i: () => setReconciling(true), ...(pending && { a: actions.apply }) });
  const showAll = useCallback(() => {
    setSearch('');
    setOnlySelected(false);
    go.to({ search: '', facets: {}, ranges: {} });
  }, [setSearch, setOnlySelected, go]);
  const page = useMemo(
    () => ({ connection, savedId, ...url, ...opened, ...actions, fields, grid, inView, setSearch, showAll }),
    [connection, savedId, url, opened, actions, fields, inView, setSearch, showAll],
  );
  const list = useMemo(() => ({ ...shown, preview }), [shown, preview]);
  const typed = useMemo(() => ({ search, settleSearch }), [search, settleSearch]);
  return { page, list, typed };
}

function useListActions(connection: Connection, request: DevicesRequest) {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const shown = shownFleetOf(connection.id);
    const { queryKey } = devicesQuery(connection, request);
    return {
      cancel: () => void queryClient.cancelQueries({ queryKey, exact: true }),
      apply: () => shown.apply(),
      /** Shows a doubtful new list, or keeps the current one. */
      decide: (show: boolean) => shown.decide(show),
      selectAll: () => shown.selection.select(shown.view.rows, true),
    };
  }, [queryClient, connection, request]);
}

function useOpened() {
  /** The field whose values the filter panel shows. */
  const [facet, setFacet] = useState<string>();
  const [onlySelected, setOnlySelected] = useState(false);
  const [sheet, setSheet] = useState<Sheet>();
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

function useDeviceFields(fleet: Fleet, choice: ChosenColumns) {
  // columns are reported again with every received part of a list, usually unchanged
  const heads = useSame(fleet.columns.map(({ name, storage }) => ({ name, storage })));
  const all = useMemo(() => listedFields(heads.map(({ name }) => name)), [heads]);
  const usual = useSame(usualColumns(all, fleet));
  return useMemo(
    () => ({ fleet, heads, all, usual, ...columnsShown(all, choice, usual) }),
    [fleet, heads, all, usual, choice],
  );
}
