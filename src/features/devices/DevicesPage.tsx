import { createDevicesQueryOptions } from '#api/list/devices.ts';
import { createRequestSnippets } from '#api/requestSnippets.ts';
import { PASTED_LIST_FIELD } from '#contract/device.ts';
import { describeUnknownFields } from '#features/devices/columns/deviceColumns.ts';
import { getColumnWidthsSetting } from '#features/devices/columns/gridSettings.ts';
import { DeviceGrid } from '#features/devices/list/DeviceGrid.tsx';
import { DevicesStatus } from '#features/devices/list/DevicesStatus.tsx';
import { getLoadedShare, hasConsistencyWarnings, isBeingRefetched } from '#fleet/shown/loadState.ts';
import { PageBody } from '#ui/page/PageBody.tsx';
import { LinearProgress } from '#ui/states/LinearProgress.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { QueryStatusView } from '#ui/states/QueryStatusView.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import { CONNECTIONS_PATH } from '#urls/routePaths.ts';
import { DevicesHeader } from './DevicesHeader.tsx';
import classes from './DevicesPage.module.css';
import { DevicesProvider, useDeviceList, useDevicesPage } from './DevicesProvider.tsx';
import { DevicesToolbar } from './DevicesToolbar.tsx';

const FilterChips = lazyComponent(async () => (await import('./lazyPanels.ts')).FilterChips);
const FleetNotices = lazyComponent(async () => (await import('./lazyPanels.ts')).FleetNotices);
const ChangeNotice = lazyComponent(async () => (await import('./lazyPanels.ts')).PendingChangesNotice);
const DoubtNotice = lazyComponent(async () => (await import('./lazyPanels.ts')).SuspiciousUpdateNotice);
const ChangeLogDialog = lazyComponent(async () => (await import('./lazyPanels.ts')).ChangeLogDialog);
const ReconcileDialog = lazyComponent(
  async () => (await import('#features/devices/inventory/ReconcileDialog.tsx')).ReconcileDialog,
);
const NoDevices = lazyComponent(async () => (await import('./lazyPanels.ts')).NoDevices);
const FailedWays = lazyComponent(async () => (await import('./lazyPanels.ts')).RequestErrorActions);
const DevicePreview = lazyComponent(async () => (await import('./lazyPanels.ts')).DevicePreview);

export function DevicesPage() {
  return (
    <DevicesProvider>
      <title>Devices · Fleetlens</title>
      <DevicesHeader />
      <DevicesToolbar />
      <ActiveFilters />
      <DevicesNotices />
      <DeviceListContent />
      <DevicesStatus />
      <OpenDialogs />
    </DevicesProvider>
  );
}

function ActiveFilters() {
  const { facets, ranges } = useDevicesPage().filters;
  return Object.keys(facets).length + Object.keys(ranges).length > 0 && <FilterChips />;
}

function DevicesNotices() {
  const { savedConnectionId, named, dropped, fields } = useDevicesPage();
  const { fleet, view, query, pasted, pending, doubt, preview } = useDeviceList();
  if (!fleet) return null;
  const isListed = PASTED_LIST_FIELD in named.facets;
  const isInventoryMissing = isListed && pasted.text.trim() === '';
  const problems = {
    dropped: [
      ...dropped,
      ...preview.dropped,
      ...(fleet.state === 'complete' ? describeUnknownFields([...fields.all, PASTED_LIST_FIELD], named) : []),
    ],
    invalidWidths: getColumnWidthsSetting(savedConnectionId).getDroppedParts(),
    ignoredFilters: view.droppedFilters,
  };
  const hasWarnings = fleet.state !== 'reading' && hasConsistencyWarnings(fleet) && !isBeingRefetched(query, fleet);
  const hasNotices =
    hasWarnings ||
    named.source ||
    fleet.cancelled ||
    isInventoryMissing ||
    (isListed && pasted.omitted !== undefined) ||
    Object.values(problems).flat().length > 0;
  return (
    <>
      {fleet.state === 'reading' && (
        <div className={shared['above']}>
          <LinearProgress label="Devices loaded" value={getLoadedShare(fleet)} />
        </div>
      )}
      <DevicesQueryState />
      {pending && <ChangeNotice pending={pending} />}
      {doubt && <DoubtNotice />}
      {hasNotices && (
        <FleetNotices
          fleet={fleet}
          {...problems}
          isInventoryMissing={isInventoryMissing}
          isListed={isListed}
          onRetry={() => void query.refetch()}
        />
      )}
    </>
  );
}

function DeviceListContent() {
  const { fleet, isEmpty, awaited, preview } = useDeviceList();
  if (fleet && isEmpty) return <NoDevices />;
  if (!fleet && !awaited) {
    return (
      <PageBody>
        <DevicesQueryState />
      </PageBody>
    );
  }
  return (
    // the capture phase precedes the grid's own handler
    <div className={classes['split']} data-pane onKeyDownCapture={preview.handleKeyDown}>
      <DeviceGrid />
      {fleet && preview.row !== undefined && <DevicePreview row={preview.row} />}
    </div>
  );
}

function DevicesQueryState() {
  const { connection, request } = useDevicesPage();
  const { query, fleet } = useDeviceList();
  const requests = createRequestSnippets(connection, 'devices', request);
  return (
    <QueryStatusView
      query={query}
      queryKey={createDevicesQueryOptions(connection, request).queryKey}
      partial={fleet?.state === 'incomplete'}
      extraActions={!fleet && query.error && <FailedWays connectionsPath={CONNECTIONS_PATH} requests={requests} />}
      subject="the devices"
      skeleton={<Skeleton label="Loading the devices" rows={12} rowHeight={24} />}
    />
  );
}

function OpenDialogs() {
  const { reconciling, lookingBack } = useDevicesPage();
  return reconciling ? <ReconcileDialog /> : lookingBack && <ChangeLogDialog />;
}
