import { useMemo, useRef, useState } from 'react';
import { listedFields } from '#fields/deviceField.ts';
import { useConnection } from '#session/session.ts';
import type { DataGridHandle } from '#ui/grid/gridProps.ts';
import { PageBody } from '#ui/PageBody.tsx';
import { QueryState } from '#ui/QueryState.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { DeviceColumns } from './DeviceColumns.tsx';
import { DeviceFacets } from './DeviceFacets.tsx';
import { DeviceGrid } from './DeviceGrid.tsx';
import { DeviceSelectors } from './DeviceSelectors.tsx';
import { DevicesHeader } from './DevicesHeader.tsx';
import classes from './DevicesPage.module.css';
import { unknownParts } from './deviceColumns.ts';
import { FleetNotices } from './FleetNotices.tsx';
import { FleetStatus } from './FleetStatus.tsx';
import { GridTools } from './GridTools.tsx';
import { columnWidths } from './gridSettings.ts';
import { NoDevices } from './NoDevices.tsx';
import { SelectionStatus } from './SelectionStatus.tsx';
import { useDeviceList } from './useDeviceList.ts';
import { useDevicesUrl } from './useDevicesUrl.ts';
import { useProductsSeen } from './useProductsSeen.ts';
import { useTypedText } from './useTypedText.ts';

export function DevicesPage() {
  const connection = useConnection();
  const { state, request, facets, sort, choice, dropped, go, writeSearch } = useDevicesUrl();
  const [search, setSearch] = useTypedText(state.search, writeSearch);
  const [facet, setFacet] = useState<string>();
  const [onlySelected, setOnlySelected] = useState(false);
  const asked = { request, search, facets, sort, columns: choice.columns, facet, onlySelected };
  const list = useDeviceList(connection, asked);
  const { query, fleet, view, selection } = list;
  const products = useProductsSeen(connection.id, fleet);
  const fields = useMemo(() => listedFields(view.fleet.columns.map(({ name }) => name)), [view.fleet.columns]);
  const grid = useRef<DataGridHandle>(null);
  const shownState = useMemo(() => ({ ...state, search }), [state, search]);
  const refetch = () => void query.refetch();

  return (
    <>
      <title>Devices · Fleetlens</title>
      <DevicesHeader
        connection={connection}
        request={request}
        asOf={fleet?.fetchedAt || undefined}
        stale={list.stale}
        refreshing={list.refreshing}
        refetch={query.refetch}
      />
      <PageBody>
        <div className={classes['bar']}>
          <DeviceSelectors request={request} products={products} onRequest={go.toRequest} />
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
              onChoose={go.toFacets}
            />
            <DeviceColumns fields={fields} choice={choice} onChoice={go.replace} />
          </fieldset>
        </div>
        <QueryState
          query={query}
          queryKey={list.queryKey}
          subject="the devices"
          partial={fleet?.state === 'incomplete'}
          rows={12}
          height={24}
        />
        {fleet && (
          <>
            <FleetNotices
              fleet={fleet}
              dropped={[...dropped, ...(fleet.state === 'complete' ? unknownParts(fields, state) : [])]}
              damagedWidths={columnWidths.dropped()}
              leftOut={view.leftOut}
              onRetry={refetch}
            />
            <FleetStatus fleet={fleet} view={view} connectivity={list.connectivity}>
              <SelectionStatus view={view} selection={selection} only={onlySelected} onOnly={setOnlySelected} />
              <GridTools grid={grid} rowCount={view.rows.count} />
            </FleetStatus>
            {list.nothing ? (
              <NoDevices
                state={shownState}
                fleet={fleet}
                onlySelected={onlySelected}
                onState={go.to}
                onSearch={setSearch}
                onOnlySelected={setOnlySelected}
              />
            ) : (
              <DeviceGrid
                view={view}
                selection={selection}
                state={shownState}
                onlySelected={onlySelected}
                grid={grid}
                busy={list.busy}
                onState={go.replace}
              />
            )}
          </>
        )}
      </PageBody>
    </>
  );
}
