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

/** What a phone has in the page's menu instead of in its bar and its headings. */
export type Sheet = 'sort' | 'columns' | 'export' | 'selected';

const PAGE = 'the page of devices';

const [WholePlace, useWhole] = place(PAGE, useWholeHere);

// apart by how often they change: a letter of the search draws only what says the search or what was found

/** What the address says, what is opened, and every way to change it: as it was pressed for last. */
export const [PagePlace, useDevices] = place(PAGE, () => useWhole().page);

/** The list and what is found in it, as of now: changes with every letter of a search. */
export const [ListPlace, useDeviceList] = place(PAGE, () => useWhole().list);

/** The search as it is typed, which the address follows. */
export const [SearchPlace, useDevicesSearch] = place(PAGE, () => useWhole().typed);

/** Knows the state of the page of devices; its pieces ask for what they need of it. */
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

/** The list's selection, drawn again with every change of it. */
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

/** What can be done with the list, and with the one that waits behind it. */
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

/** What of the page is opened or pressed, and no link holds. */
function useOpened() {
  /** The field whose values the filter shows. */
  const [facet, setFacet] = useState<string>();
  const [onlySelected, setOnlySelected] = useState(false);
  const [sheet, setSheet] = useState<Sheet>();
  /** Whether the dialog of a pasted list is open. */
  const [reconciling, setReconciling] = useState(false);
  /** True while the export form is open. */
  const [exporting, setExporting] = useState(false);
  /** Whether the dialog of what changed earlier is. */
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

/** What there is to know of a list's fields, and which of them are columns. */
function useDeviceFields(fleet: Fleet, choice: ChosenColumns) {
  // columns are told anew with every part of a list that arrives, and are mostly the same
  const heads = useSame(fleet.columns.map(({ name, storage }) => ({ name, storage })));
  /** Every field, in the order offered. */
  const all = useMemo(() => listedFields(heads.map(({ name }) => name)), [heads]);
  /** The fields that are columns where nobody chose any. */
  const usual = useSame(usualColumns(all, fleet));
  return useMemo(
    () => ({ fleet, heads, all, usual, ...columnsShown(all, choice, usual) }),
    [fleet, heads, all, usual, choice],
  );
}
