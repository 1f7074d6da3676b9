import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAutoRefresh } from '#api/autoRefresh.ts';
import { devicesQuery } from '#api/devices.ts';
import { snippets } from '#api/snippets.ts';
import type { Fleet } from '#fleet/fleet.ts';
import { type DevicesState, devicesPath, parseDevicesUrl } from '#paths.ts';
import { useConnection } from '#session/session.ts';
import { safeStorage } from '#session/storage.ts';
import { CopyAs } from '#ui/CopyAs.tsx';
import type { DataGridHandle } from '#ui/DataGrid.tsx';
import { Freshness } from '#ui/Freshness.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { QueryState } from '#ui/QueryState.tsx';
import { DeviceColumns } from './DeviceColumns.tsx';
import { DeviceFacets } from './DeviceFacets.tsx';
import { DeviceGrid } from './DeviceGrid.tsx';
import { DeviceSelectors } from './DeviceSelectors.tsx';
import classes from './DevicesPage.module.css';
import { CONNECTIVITY, fieldsOf } from './deviceColumns.ts';
import { FleetNotices } from './FleetNotices.tsx';
import { FleetStatus } from './FleetStatus.tsx';
import { GridTools } from './GridTools.tsx';
import { NoDevices } from './NoDevices.tsx';
import { ASK_UNASKED_MAX, useConnectivity } from './useConnectivity.ts';
import { useFleetView } from './useFleetView.ts';
import { useTypedText } from './useTypedText.ts';

const preferences = safeStorage('localStorage');
const COMPACT = 'fleetlens.compactRows';

export function DevicesPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const connection = useConnection();
  const autoRefresh = useAutoRefresh();
  const { state, dropped } = useMemo(
    () => parseDevicesUrl(new URLSearchParams(location.search), location.hash),
    [location.search, location.hash],
  );
  const options = devicesQuery(connection, state.request);
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const { data: fleet, error, isFetching, isPlaceholderData, refetch } = query;

  const go = useCallback(
    (change: Partial<DevicesState>, replace = false) =>
      void navigate(devicesPath({ ...state, ...change }), { replace }),
    [navigate, state],
  );
  const writeSearch = useCallback((text: string) => go({ search: text }, true), [go]);
  const [search, setSearch] = useTypedText(state.search, writeSearch);
  const request = useMemo(() => ({ ...state, search }), [state, search]);
  const grid = useRef<DataGridHandle>(null);
  const [compact, setCompact] = useState(() => preferences.get(COMPACT) === 'yes');
  const changeCompact = (next: boolean) => {
    setCompact(next);
    preferences.set(COMPACT, next ? 'yes' : 'no');
  };
  const [facet, setFacet] = useState<string>();
  const view = useFleetView(fleet, request, facet);
  const chosen = state.columns?.includes(CONNECTIVITY) || CONNECTIVITY in state.facets || facet === CONNECTIVITY;
  const wanted = chosen || (!state.columns && (fleet?.count ?? 0) <= ASK_UNASKED_MAX);
  const connectivity = useConnectivity(connection, state.request, fleet, wanted);
  // the view is beside React, as the join is
  useEffect(() => view.join(CONNECTIVITY, connectivity.joined), [view, connectivity.joined]);
  const products = useProductsSeen(connection.id);
  const settledEmpty = fleet && fleet.state !== 'reading' && view.settled && view.rows.count === 0;

  return (
    <>
      <title>Devices · Fleetlens</title>
      <PageHeader
        title="Devices"
        aside={
          <>
            <CopyAs choices={snippets(connection, 'devices', state.request)} />
            <Freshness
              asOf={fleet?.fetchedAt || undefined}
              stale={Boolean(error && fleet)}
              refreshing={isFetching}
              onRefresh={() => void refetch()}
              autoRefresh={autoRefresh}
            />
          </>
        }
      />
      <div className={classes['bar']}>
        <DeviceSelectors request={state.request} products={products} onRequest={(next) => go({ request: next })} />
        <fieldset className={classes['group']}>
          <legend>In the browser</legend>
          <TextInput
            label="Search"
            type="search"
            size="xs"
            placeholder="ID, name, admin …"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <DeviceFacets
            view={view}
            chosen={state.facets}
            opened={facet}
            onOpen={setFacet}
            onChoose={(facets) => go({ facets })}
          />
          <DeviceColumns
            fields={fieldsOf(view.fleet.columns)}
            columns={state.columns}
            onColumns={(columns) => go({ columns }, true)}
          />
        </fieldset>
      </div>
      <QueryState query={query} queryKey={options.queryKey} subject="the devices" rows={12} height={24} />
      {fleet && (
        <>
          <FleetNotices fleet={fleet} dropped={dropped} />
          <FleetStatus fleet={fleet} view={view} connectivity={connectivity}>
            <GridTools grid={grid} rowCount={view.rows.count} compact={compact} onCompact={changeCompact} />
          </FleetStatus>
          {settledEmpty ? (
            <NoDevices state={request} fleet={fleet} onState={(next) => go(next)} onSearch={setSearch} />
          ) : (
            <DeviceGrid
              view={view}
              state={request}
              grid={grid}
              compact={compact}
              busy={isPlaceholderData || isFetching}
              onState={(next) => go(next, true)}
            />
          )}
        </>
      )}
    </>
  );
}

/** Products of every list of this connection that is still in memory. */
function useProductsSeen(connectionId: string): string[] {
  const fleets = useQueryClient().getQueriesData<Fleet>({ queryKey: [connectionId, 'devices'] });
  const seen = fleets.flatMap(([, fleet]) => fleet?.dictionary(fleet.columnOf('productID')) ?? []);
  return [...new Set(seen)].filter(Boolean).sort();
}
