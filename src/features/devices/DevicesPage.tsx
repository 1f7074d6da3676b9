import { devicesQuery } from '#api/list/devices.ts';
import { snippets } from '#api/snippets.ts';
import { unknownParts } from '#features/devices/columns/columnChoice.ts';
import { columnWidths } from '#features/devices/columns/gridSettings.ts';
import { DeviceGrid } from '#features/devices/list/DeviceGrid.tsx';
import { DevicesStatus } from '#features/devices/list/DevicesStatus.tsx';
import { INVENTORY } from '#fleet/model/joined.ts';
import { isAskedAnew, isFlawed, shareArrived } from '#fleet/shown/arrival.ts';
import { CONNECTIONS } from '#paths/addresses.ts';
import { PageBody } from '#ui/page/PageBody.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import { QueryState } from '#ui/states/QueryState.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import shared from '#ui/theme/shared.module.css';
import { DevicesHeader } from './DevicesHeader.tsx';
import classes from './DevicesPage.module.css';
import { DevicesPlace, useDeviceList, useDevices } from './DevicesPlace.tsx';
import { DeviceTools } from './DeviceTools.tsx';

const FilterChips = loaded(async () => (await import('./tools.ts')).FilterChips);
const FleetNotices = loaded(async () => (await import('./tools.ts')).FleetNotices);
const ChangeNotice = loaded(async () => (await import('./tools.ts')).ChangeNotice);
const DoubtNotice = loaded(async () => (await import('./tools.ts')).DoubtNotice);
const ChangeLogDialog = loaded(async () => (await import('./tools.ts')).ChangeLogDialog);
const InventoryDialog = loaded(
  async () => (await import('#features/devices/inventory/InventoryDialog.tsx')).InventoryDialog,
);
const NoDevices = loaded(async () => (await import('./tools.ts')).NoDevices);
const FailedWays = loaded(async () => (await import('./tools.ts')).FailedWays);
const DevicePreview = loaded(async () => (await import('./tools.ts')).DevicePreview);

export function DevicesPage() {
  return (
    <DevicesPlace>
      <title>Devices · Fleetlens</title>
      <DevicesHeader />
      <DeviceTools />
      <Chips />
      <Notices />
      <List />
      <DevicesStatus />
      <Opened />
    </DevicesPlace>
  );
}

function Chips() {
  const { facets, ranges } = useDevices().filters;
  return Object.keys(facets).length + Object.keys(ranges).length > 0 && <FilterChips />;
}

function Notices() {
  const { savedId, named, dropped, fields } = useDevices();
  const { fleet, view, query, pasted, pending, doubt, preview } = useDeviceList();
  if (!fleet) return null;
  const unlisted = INVENTORY in named.facets && pasted.text.trim() === '';
  const left = {
    dropped: [
      ...dropped,
      ...preview.dropped,
      ...(fleet.state === 'complete' ? unknownParts([...fields.all, INVENTORY], named) : []),
    ],
    damagedWidths: columnWidths(savedId).getDroppedParts(),
    leftOut: view.leftOut,
  };
  const flawed = fleet.state !== 'reading' && isFlawed(fleet) && !isAskedAnew(query, fleet);
  const notable = flawed || fleet.cancelled || unlisted || Object.values(left).flat().length > 0;
  return (
    <>
      {fleet.state === 'reading' && (
        <div className={shared['above']}>
          <ProgressLine label="Devices received" done={shareArrived(fleet)} />
        </div>
      )}
      <ListState />
      {pending && <ChangeNotice pending={pending} />}
      {doubt && <DoubtNotice />}
      {notable && <FleetNotices fleet={fleet} {...left} unlisted={unlisted} onRetry={() => void query.refetch()} />}
    </>
  );
}

function List() {
  const { fleet, nothing, awaited, preview } = useDeviceList();
  if (fleet && nothing) return <NoDevices />;
  if (!fleet && !awaited) {
    return (
      <PageBody>
        <ListState />
      </PageBody>
    );
  }
  return (
    // the capture phase precedes the grid's own handler
    <div className={classes['split']} data-pane onKeyDownCapture={preview.byKey}>
      <DeviceGrid />
      {fleet && preview.row !== undefined && <DevicePreview row={preview.row} />}
    </div>
  );
}

function ListState() {
  const { connection, request } = useDevices();
  const { query, fleet } = useDeviceList();
  const requests = snippets(connection, 'devices', request);
  return (
    <QueryState
      query={query}
      queryKey={devicesQuery(connection, request).queryKey}
      partial={fleet?.state === 'incomplete'}
      further={!fleet && query.error && <FailedWays connections={CONNECTIONS} requests={requests} />}
      subject="the devices"
      skeleton={<Waiting label="Loading the devices" rows={12} height={24} />}
    />
  );
}

function Opened() {
  const { reconciling, lookingBack } = useDevices();
  return reconciling ? <InventoryDialog /> : lookingBack && <ChangeLogDialog />;
}
