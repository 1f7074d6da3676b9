import { type ComponentProps, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { snippets } from '#api/snippets.ts';
import { unknownParts } from '#features/devices/columns/columnChoice.ts';
import { columnWidths } from '#features/devices/columns/gridSettings.ts';
import { ExportStatus } from '#features/devices/export/ExportDevices.tsx';
import { useDeviceExport } from '#features/devices/export/useDeviceExport.ts';
import type { Filters } from '#features/devices/filter/filterWords.ts';
import { useTypedText } from '#features/devices/filter/useTypedText.ts';
import { DeviceGrid } from '#features/devices/list/DeviceGrid.tsx';
import type { Sheet } from '#features/devices/list/DeviceSheet.tsx';
import { AwaitedStatus, DevicesStatus } from '#features/devices/list/DevicesStatus.tsx';
import { type DeviceList, useDeviceList } from '#features/devices/list/useDeviceList.ts';
import { usePreview } from '#features/devices/preview/usePreview.ts';
import { SavedViews } from '#features/devices/views/SavedViews.tsx';
import { listedFields } from '#fields/deviceField.ts';
import { INVENTORY } from '#fleet/model/joined.ts';
import { isFlawed, shareArrived } from '#fleet/shown/arrival.ts';
import { CONNECTIONS } from '#paths/addresses.ts';
import type { DevicesState } from '#paths/devices.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { useConnection } from '#session/session.ts';
import { useLetterKeys } from '#ui/browser/letterKeys.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import { RowsInViewStore } from '#ui/grid/rowsInView.ts';
import { PageBody } from '#ui/page/PageBody.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { isAwaited, QueryState } from '#ui/states/QueryState.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import { DevicesCount } from './DevicesCount.tsx';
import { DevicesHeader } from './DevicesHeader.tsx';
import classes from './DevicesPage.module.css';
import { DeviceTools } from './DeviceTools.tsx';
import { type DevicesUrl, useDevicesUrl } from './useDevicesUrl.ts';

const FilterChips = loaded(async () => (await import('./tools.ts')).FilterChips);
const FleetNotices = loaded(async () => (await import('./tools.ts')).FleetNotices);
const ChangeNotice = loaded(async () => (await import('./tools.ts')).ChangeNotice);
const InventoryDialog = loaded(
  async () => (await import('#features/devices/inventory/InventoryDialog.tsx')).InventoryDialog,
);
const NoDevices = loaded(async () => (await import('./tools.ts')).NoDevices);
const FailedWays = loaded(async () => (await import('./tools.ts')).FailedWays);
const DevicePreview = loaded(async () => (await import('./tools.ts')).DevicePreview);

export function DevicesPage() {
  const connection = useConnection();
  const { id: savedId } = useConnectionInUse();
  const url = useDevicesUrl(savedId);
  const { state, request, filters, sort, choice, go, writeSearch } = url;
  const [search, setSearch, settleSearch] = useTypedText(state.search, writeSearch);
  const [facet, setFacet] = useState<string>();
  const [onlySelected, setOnlySelected] = useState(false);
  const [sheet, setSheet] = useState<Sheet>();
  const asked = { request, search, ...filters, sort, columns: choice.columns, facet, onlySelected };
  const list = useDeviceList(connection, asked);
  const { query, fleet, view } = list;
  const awaited = !fleet && isAwaited(query);
  const exporting = useDeviceExport();
  const grid = useRef<DataGridHandle>(null);
  const [inView] = useState(() => new RowsInViewStore());
  const preview = usePreview(fleet, view, { preview: state.preview, write: go.replace }, grid);
  const shownState = useMemo(() => ({ ...state, search }), [state, search]);
  const inventory = useReconciling(list, url, setSearch);
  useLetterKeys({ i: inventory.open, ...(list.pending && { a: list.apply }) });
  const showAll = useCallback(() => {
    setSearch('');
    setOnlySelected(false);
    go.to({ search: '', facets: {}, ranges: {} });
  }, [setSearch, go]);
  const onClear = list.nothing ? showAll : undefined;
  const searching = { search, onSearch: setSearch, onlySelected, onOnlySelected: setOnlySelected };

  return (
    <>
      <title>Devices · Fleetlens</title>
      <DevicesHeader
        connection={connection}
        request={request}
        view={<SavedViews connectionId={savedId} state={shownState} view={view} />}
        count={fleet && <DevicesCount fleet={fleet} view={view} />}
        asOf={fleet?.fetchedAt || undefined}
        stale={list.stale}
        refreshing={list.refreshing}
        fetching={query.isFetching}
        refetch={query.refetch}
        cancel={list.cancel}
        {...{ onReconcile: inventory.open, onSheet: setSheet, onSelectAll: list.selectAll }}
      />
      <DeviceTools
        {...{ connection, url, list, grid, exporting, facet, onFacet: setFacet, sheet, onSheet: setSheet }}
        {...searching}
        onSearched={settleSearch}
      />
      {isFiltered(filters) && <FilterChips {...{ filters, onClear }} onOpen={setFacet} onFilters={go.toFilters} />}
      {fleet && <Notices {...{ list, url, preview }} damagedWidths={columnWidths(savedId).dropped()} />}
      <List {...{ list, url, grid, inView, preview, awaited }} state={shownState} onAll={showAll} {...searching} />
      <ExportStatus work={exporting} />
      {fleet && (
        <DevicesStatus {...{ fleet, view, sort, inView, grid, connectivity: list.connectivity, stale: list.stale }} />
      )}
      {inventory.dialog}
      {awaited && <AwaitedStatus onCancel={list.cancel} />}
    </>
  );
}

type ListProps = Omit<ComponentProps<typeof NoDevices>, 'fleet' | 'view' | 'onState' | 'onAgain'> & {
  list: DeviceList;
  url: DevicesUrl;
  grid: RefObject<DataGridHandle | null>;
  inView: RowsInViewStore;
  preview: ReturnType<typeof usePreview>;
  /** The service has not answered yet. */
  awaited: boolean;
};

/** The devices, or why there are none. */
function List({ list, url, grid, inView, preview, awaited, ...shown }: ListProps) {
  const { id: connectionId } = useConnectionInUse();
  const { query, fleet, view, selection, busy } = list;
  const { state, onlySelected } = shown;
  if (fleet && list.nothing)
    return <NoDevices {...{ fleet, view }} onState={url.go.to} onAgain={() => void query.refetch()} {...shown} />;
  if (!fleet && !awaited) {
    return (
      <PageBody>
        <ListState list={list} further={query.error && <Ways request={url.request} />} />
      </PageBody>
    );
  }
  return (
    // heard before the grid hears it
    <div className={classes['split']} onKeyDownCapture={preview.byKey}>
      <DeviceGrid
        {...{ connectionId, view, grid, inView, onlySelected, selection, state, busy }}
        waiting={awaited}
        onState={url.go.replace}
        onPreview={preview.toggle}
        onActive={preview.follow}
      />
      {fleet && preview.row !== undefined && <DevicePreview view={view} row={preview.row} onClose={preview.close} />}
    </div>
  );
}

/** The dialog of a pasted list, and the way to open it. */
function useReconciling(list: DeviceList, { filters, request, go }: DevicesUrl, setSearch: (text: string) => void) {
  const [opened, setOpened] = useState(false);
  const open = useCallback(() => setOpened(true), []);
  const show = (listed: boolean, alone: boolean) => {
    setOpened(false);
    if (alone) setSearch('');
    go.to(pastedShown(filters, listed, alone));
  };
  return {
    open,
    dialog: opened && (
      <InventoryDialog pasted={list.pasted} request={request} onShow={show} onClose={() => setOpened(false)} />
    ),
  };
}

function isFiltered({ facets, ranges }: Filters): boolean {
  return Object.keys(facets).length + Object.keys(ranges).length > 0;
}

/** The devices that were pasted, or the others; `alone` whatever else was filtered by. */
function pastedShown({ facets }: Filters, listed: boolean, alone: boolean): Partial<DevicesState> {
  const own = { [INVENTORY]: [listed ? 'listed' : 'not listed'] };
  return alone ? { search: '', ranges: {}, facets: own } : { facets: { ...facets, ...own } };
}

type NoticesProps = Pick<ListProps, 'list' | 'url' | 'preview'> & { damagedWidths: readonly string[] };

/** What is to be said of a list that is there. */
function Notices({ list, url, preview, damagedWidths }: NoticesProps) {
  const { fleet, view, query } = list;
  const state = url.named;
  if (!fleet) return null;
  const fields = listedFields(view.fleet.columns.map(({ name }) => name));
  const said = {
    dropped: [...url.dropped, ...preview.dropped, ...(fleet.state === 'complete' ? unknownParts(fields, state) : [])],
    damagedWidths,
    leftOut: view.leftOut,
    unlisted: INVENTORY in state.facets && list.pasted.text.trim() === '',
  };
  const parts = said.dropped.length + damagedWidths.length + said.leftOut.length;
  const flawed = fleet.state !== 'reading' && isFlawed(fleet);
  const notable = flawed || fleet.cancelled || said.unlisted || parts > 0;
  return (
    <>
      {fleet.state === 'reading' && (
        <div className={classes['arriving']}>
          <ProgressLine label="Devices received" done={shareArrived(fleet)} />
        </div>
      )}
      <ListState list={list} />
      {list.pending && <ChangeNotice pending={list.pending} onApply={list.apply} />}
      {notable && <FleetNotices fleet={fleet} {...said} onRetry={() => void query.refetch()} />}
    </>
  );
}

function ListState({ list: { query, queryKey, fleet }, further }: { list: DeviceList; further?: ReactNode }) {
  const partial = fleet?.state === 'incomplete';
  const skeleton = <Waiting label="Loading the devices" rows={12} height={24} />;
  return <QueryState {...{ query, queryKey, partial, further, skeleton }} subject="the devices" />;
}

/** What else can be done where no list came. */
function Ways({ request }: Pick<DevicesUrl, 'request'>) {
  return <FailedWays connections={CONNECTIONS} requests={snippets(useConnection(), 'devices', request)} />;
}
