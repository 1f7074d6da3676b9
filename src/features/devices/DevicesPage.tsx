import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { devicesQuery } from '#api/devices.ts';
import type { Fleet } from '#fleet/fleet.ts';
import { formatCount } from '#lib/counts.ts';
import { ALL_DEVICES, type DevicesState, devicesPath, parseDevicesUrl } from '#paths.ts';
import { useConnection } from '#session/session.ts';
import { Freshness } from '#ui/Freshness.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Problem } from '#ui/Problem.tsx';
import { Waiting } from '#ui/Waiting.tsx';
import { DeviceGrid } from './DeviceGrid.tsx';
import { DeviceSelectors } from './DeviceSelectors.tsx';
import classes from './DevicesPage.module.css';
import { FleetNotices } from './FleetNotices.tsx';
import { FleetStatus } from './FleetStatus.tsx';
import { useFleetView } from './useFleetView.ts';
import { useTypedText } from './useTypedText.ts';

const FACETS: readonly string[] = [];

export function DevicesPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const connection = useConnection();
  const { state, dropped } = useMemo(
    () => parseDevicesUrl(new URLSearchParams(location.search), location.hash),
    [location.search, location.hash],
  );
  const query = useQuery({ ...devicesQuery(connection, state.request), placeholderData: keepPreviousData });
  const { data: fleet, error, isFetching, isPlaceholderData, refetch } = query;

  const go = useCallback(
    (change: Partial<DevicesState>, replace = false) =>
      void navigate(devicesPath({ ...state, ...change }), { replace }),
    [navigate, state],
  );
  const writeSearch = useCallback((text: string) => go({ search: text }, true), [go]);
  const [search, setSearch] = useTypedText(state.search, writeSearch);
  const request = useMemo(() => ({ ...state, search }), [state, search]);
  const view = useFleetView(fleet, request, FACETS);
  const products = useProductsSeen(connection.id);
  const settledEmpty = fleet && fleet.state !== 'reading' && view.settled && view.rows.count === 0;

  return (
    <>
      <title>Devices · Fleetlens</title>
      <PageHeader
        title="Devices"
        aside={
          <Freshness
            asOf={fleet?.fetchedAt || undefined}
            stale={Boolean(error && fleet)}
            refreshing={isFetching}
            onRefresh={() => void refetch()}
          />
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
        </fieldset>
      </div>
      {error && <Problem title="The devices could not be loaded" error={error} retry={() => void refetch()} />}
      {!fleet && !error && <Waiting label="Loading devices" rows={12} height={24} />}
      {fleet && (
        <>
          <FleetNotices fleet={fleet} dropped={dropped} />
          <FleetStatus fleet={fleet} view={view} />
          {settledEmpty ? (
            <NoDevices state={request} fleet={fleet} onState={(next) => go(next)} onSearch={setSearch} />
          ) : (
            <DeviceGrid
              view={view}
              state={request}
              busy={isPlaceholderData || isFetching}
              onState={(next) => go(next, true)}
            />
          )}
        </>
      )}
    </>
  );
}

type NoDevicesProps = {
  state: DevicesState;
  fleet: Fleet;
  onState: (state: Partial<DevicesState>) => void;
  onSearch: (text: string) => void;
};

function NoDevices({ state, fleet, onState, onSearch }: NoDevicesProps) {
  if (fleet.count > 0) {
    return (
      <Notice
        tone="neutral"
        title="No device matches"
        action={{
          label: 'Show all that the service sent',
          run: () => {
            onSearch('');
            onState({ search: '', facets: {} });
          },
        }}
      >
        {fleet.count === 1 ? 'The one device' : `All ${formatCount(fleet.count)} devices`} that the service sent{' '}
        {fleet.count === 1 ? 'is' : 'are'} hidden by the search
        {Object.keys(state.facets).length > 0 && ' or the facets'}.
      </Notice>
    );
  }
  const { type, filter, productID } = state.request;
  const selected = [
    type && `type ${type}`,
    filter && `filter ${filter}`,
    productID && `product starting with “${productID}”`,
  ];
  const words = selected.filter(Boolean).join(', ');
  if (!words)
    return (
      <Notice tone="neutral" title="No devices">
        No device is registered in this project yet.
      </Notice>
    );
  return (
    <Notice
      tone="neutral"
      title="The service has no such device"
      action={{ label: 'Ask for all devices', run: () => onState({ request: ALL_DEVICES.request }) }}
    >
      It was asked for {words}.
    </Notice>
  );
}

/** Products of every list of this connection that is still in memory. */
function useProductsSeen(connectionId: string): string[] {
  const fleets = useQueryClient().getQueriesData<Fleet>({ queryKey: [connectionId, 'devices'] });
  const seen = fleets.flatMap(([, fleet]) => fleet?.dictionary(fleet.columnOf('productID')) ?? []);
  return [...new Set(seen)].filter(Boolean).sort();
}
