import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { devicesQuery } from '#api/devices.ts';
import type { DevicesRequest } from '#contract/device.ts';
import type { Fleet } from '#fleet/fleet.ts';
import { type DevicesState, devicesPath, parseDevicesUrl } from '#paths/devices.ts';
import { useConnection } from '#session/session.ts';
import type { DataGridHandle } from '#ui/grid/DataGrid.tsx';
import { QueryState } from '#ui/QueryState.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { useSetting } from '#ui/useSetting.ts';
import { DeviceColumns } from './DeviceColumns.tsx';
import { DeviceFacets } from './DeviceFacets.tsx';
import { DeviceGrid } from './DeviceGrid.tsx';
import { DeviceSelectors } from './DeviceSelectors.tsx';
import { DevicesHeader } from './DevicesHeader.tsx';
import classes from './DevicesPage.module.css';
import { CONNECTIVITY, type ColumnChoice, fieldsOf } from './deviceColumns.ts';
import { FleetNotices } from './FleetNotices.tsx';
import { FleetStatus } from './FleetStatus.tsx';
import { GridTools } from './GridTools.tsx';
import { columnWidths, compactRows, setColumnWidth } from './gridSettings.ts';
import { NoDevices } from './NoDevices.tsx';
import { SelectionStatus } from './SelectionStatus.tsx';
import { ASK_UNASKED_MAX, useConnectivity } from './useConnectivity.ts';
import { useFleetView } from './useFleetView.ts';
import { selectionIn, useSelection } from './useSelection.ts';
import { useTypedText } from './useTypedText.ts';

export function DevicesPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const connection = useConnection();
  const { state, dropped } = useMemo(
    () => parseDevicesUrl(new URLSearchParams(location.search), location.hash),
    [location.search, location.hash],
  );
  const options = devicesQuery(connection, state.request);
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const { data: latest, error, isFetching, isPlaceholderData, refetch } = query;

  // from where the page is now, not from where it was drawn: the callbacks then never change, and little is drawn again
  const go = useCallback(
    (change: Partial<DevicesState>, replace = false) => {
      const here = parseDevicesUrl(new URLSearchParams(window.location.search), window.location.hash);
      void navigate(devicesPath({ ...here.state, ...change }), { replace });
    },
    [navigate],
  );
  const chooseRequest = useCallback((next: DevicesRequest) => go({ request: next }), [go]);
  const chooseFacets = useCallback((facets: DevicesState['facets']) => go({ facets }), [go]);
  const chooseColumns = useCallback((choice: ColumnChoice) => go(choice, true), [go]);
  const [keptWidths] = useSetting(columnWidths);
  const widths = useMemo(() => new Map(Object.entries(keptWidths)), [keptWidths]);
  const replaceState = useCallback((next: Partial<DevicesState>) => go(next, true), [go]);
  const writeSearch = useCallback((text: string) => go({ search: text }, true), [go]);
  const [search, setSearch] = useTypedText(state.search, writeSearch);
  const grid = useRef<DataGridHandle>(null);
  const [compact, setCompact] = useSetting(compactRows);
  const [facet, setFacet] = useState<string>();
  const chosen = state.columns?.includes(CONNECTIVITY) || CONNECTIVITY in state.facets || facet === CONNECTIVITY;
  const wanted = chosen || (!state.columns && (latest?.count ?? 0) <= ASK_UNASKED_MAX);
  const connectivity = useConnectivity(connection, state.request, latest, wanted);
  const { fleet, joined } = connectivity;
  const newest = useSelection(fleet);
  const carried = useSyncExternalStore(newest.subscribe, () => newest.before === undefined);
  const [onlySelected, setOnlySelected] = useState(false);
  // those selected when it was asked for: a row that is unselected then does not vanish from under the pointer
  const only = useMemo(
    () => (onlySelected && carried ? newest.snapshot() : undefined),
    [onlySelected, carried, newest],
  );
  const request = useMemo(() => ({ ...state, search, sets: only && [only] }), [state, search, only]);
  const view = useFleetView(fleet, request, facet, joined, carried);
  const selection = view.fleet === newest.fleet ? newest : selectionIn(view.fleet);
  const products = useProductsSeen(connection.id, fleet);
  const heads = view.fleet.columns;
  const fields = useMemo(() => fieldsOf(heads), [heads]);
  const selectors = useSame(state.request);
  const facets = useSame(state.facets);
  const choice = useSame<ColumnChoice>({ columns: state.columns, pins: state.pins });
  // filtered by what is not known yet, nothing is shown, which does not mean that nothing matches
  const known = !(CONNECTIVITY in state.facets) || joined !== undefined || connectivity.error !== null;
  const partial = fleet?.state === 'incomplete';
  const settledEmpty = fleet && fleet.state !== 'reading' && view.settled && view.rows.count === 0 && known;

  return (
    <>
      <title>Devices · Fleetlens</title>
      <DevicesHeader
        connection={connection}
        request={selectors}
        asOf={fleet?.fetchedAt || undefined}
        stale={Boolean(error && fleet) && !partial}
        refreshing={isFetching || fleet !== latest}
        refetch={refetch}
      />
      <div className={classes['bar']}>
        <DeviceSelectors request={selectors} products={products} onRequest={chooseRequest} />
        <fieldset className={classes['group']}>
          <legend>In the browser</legend>
          <SearchField
            aria-label="Search"
            placeholder="ID, name, admin …"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <DeviceFacets
            counts={facet === undefined ? undefined : view.facet(facet)}
            chosen={facets}
            opened={facet}
            onOpen={setFacet}
            onChoose={chooseFacets}
          />
          <DeviceColumns fields={fields} choice={choice} onChoice={chooseColumns} />
        </fieldset>
      </div>
      <QueryState
        query={query}
        queryKey={options.queryKey}
        subject="the devices"
        partial={partial}
        rows={12}
        height={24}
      />
      {fleet && (
        <>
          <FleetNotices
            fleet={fleet}
            dropped={dropped}
            damagedWidths={columnWidths.dropped()}
            leftOut={view.leftOut}
            onRetry={() => void refetch()}
          />
          <FleetStatus fleet={fleet} view={view} connectivity={connectivity}>
            <SelectionStatus view={view} selection={selection} only={onlySelected} onOnly={setOnlySelected} />
            <GridTools grid={grid} rowCount={view.rows.count} compact={compact} onCompact={setCompact} />
          </FleetStatus>
          {settledEmpty ? (
            <NoDevices
              state={request}
              fleet={fleet}
              onlySelected={onlySelected}
              onState={(next) => go(next)}
              onSearch={setSearch}
              onOnlySelected={setOnlySelected}
            />
          ) : (
            <DeviceGrid
              view={view}
              selection={selection}
              state={request}
              onlySelected={onlySelected}
              grid={grid}
              compact={compact}
              widths={widths}
              onWidth={setColumnWidth}
              busy={isPlaceholderData || isFetching}
              onState={replaceState}
            />
          )}
        </>
      )}
    </>
  );
}

/** Products of every list of this connection that is still in memory, and of the one that is shown. */
function useProductsSeen(connectionId: string, fleet: Fleet | undefined): readonly string[] {
  const client = useQueryClient();
  const own = fleet?.dictionary(fleet.columnOf('productID'));
  const ownCount = own?.length ?? 0;
  return useMemo(() => {
    const fleets = client.getQueriesData<Fleet>({ queryKey: [connectionId, 'devices'] });
    const others = fleets.flatMap(([, other]) => other?.dictionary(other.columnOf('productID')) ?? []);
    return [...new Set([...others, ...(own ?? []).slice(0, ownCount)])].filter(Boolean).sort();
  }, [client, connectionId, own, ownCount]);
}

/** The value itself for as long as it says the same, so that what depends on it is not drawn again. */
function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
