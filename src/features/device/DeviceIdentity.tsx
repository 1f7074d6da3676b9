import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { createOnlineDevicesQueryOptions } from '#api/list/devices.ts';
import { useNewestDocumentTime } from '#features/device/documents/useDeviceDocuments.ts';
import { renderValueLabel } from '#fields/renderValueLabel.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, formatTimeOfDay, isNeverTimestamp } from '#lib/time/time.ts';
import { useConnection } from '#session/useSession.ts';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { useMedia } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { LabeledGroup } from '#ui/controls/LabeledGroup.tsx';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { ExpandableText } from '#ui/viewers/ExpandableText.tsx';
import classes from './DevicePage.module.css';
import { useDevice } from './DeviceProvider.tsx';
import { buildDevicesWithValueUrl } from './RecordPane.tsx';

/** True if the header has room for the name only. Previous and next then move to the line below. */
export function useIsNarrowDeviceHeader(): boolean {
  return useMedia('(max-width: 900px)');
}

export function DeviceIdentity({ device }: { device: JsonObject }) {
  const { deviceID, query } = useDevice();
  const { productID, paired, lastPairedAt } = device;
  const narrow = useIsNarrowDeviceHeader();
  const asOf = query.data?.fetchedAt;
  const productPath =
    typeof productID === 'string' && productID !== '' ? buildDevicesWithValueUrl('productID', productID) : undefined;
  return (
    <LabeledGroup className={`${classes['identity']} ${shared['wrap']}`} aria-label="Identity">
      <span className={`${classes['id']} ${shared['inline']} ${shared['breakWords']}`}>
        <code translate="no">
          <ExpandableText text={deviceID} />
        </code>
        <CopyButton text={deviceID} label="Copy device ID" />
      </span>
      {productPath && (
        <Link to={productPath}>
          <PlainText text={String(productID)} />
        </Link>
      )}
      <ConnectivityStatus productID={productID} />
      {typeof paired === 'boolean' && renderValueLabel('pairing', paired)}
      <span className={shared['muted']}>{describeLastPaired(lastPairedAt)}</span>
      <LastSeen />
      {asOf !== undefined && (
        <span className={classes['asOf']} aria-hidden>
          {`as of ${formatTimeOfDay(asOf)}`}
        </span>
      )}
      {narrow && <DeviceNavigation />}
    </LabeledGroup>
  );
}

/** Marks a response that is not joined with a list, so that its own age decides when it is refreshed. */
const NO_JOINED_LIST = 0;

/**
 * Connectivity of the device, which is not part of its record. Taken from the list, otherwise from one request for the
 * online devices of the product. Without a product, that request would return the whole fleet, so it is sent on demand
 * only.
 */
function ConnectivityStatus({ productID }: { productID: unknown }) {
  const { deviceID, neighbors } = useDevice();
  const { connectivity } = neighbors;
  const connection = useConnection();
  const [isWanted, setWanted] = useState(false);
  const hasProduct = typeof productID === 'string' && productID !== '';
  const isKnown = connectivity === 'online' || connectivity === 'offline';
  const enabled = isWanted || (hasProduct && !isKnown);
  const request = hasProduct ? { productID } : {};
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    ...createOnlineDevicesQueryOptions(connection, request, NO_JOINED_LIST),
    enabled,
  });
  if (data?.state === 'complete') {
    const online = data.findRow(deviceID, data.findColumn('deviceID')) >= 0;
    return (
      <span className={classes['connectivity']} title={`As of ${formatTimeOfDay(data.fetchedAt)}`}>
        {renderValueLabel('connectivity', online ? 'online' : 'offline')}
      </span>
    );
  }
  if (isKnown) return renderValueLabel('connectivity', connectivity);
  // the first request is sent automatically: a button would only shift content when the response arrives
  const isFirstRequest = hasProduct && errorUpdateCount === 0;
  return (
    <span className={`${classes['connectivity']} ${shared['inline']}`}>
      {renderValueLabel('connectivity', '')}
      {!isFirstRequest && (
        <Button
          variant="link"
          size="row"
          loading={isFetching}
          onClick={() => (isWanted || hasProduct ? void refetch() : setWanted(true))}
        >
          {errorUpdateCount > 0 ? 'Check connectivity again' : 'Check connectivity'}
        </Button>
      )}
    </span>
  );
}

function LastSeen() {
  const { deviceID, neighbors } = useDevice();
  const newest = useNewestDocumentTime(deviceID) ?? neighbors.lastSeen;
  if (typeof newest !== 'number') return null;
  const ago = newest === 0 ? undefined : formatTime(newest, 'relative', getServiceTime());
  return <span className={shared['muted']}>{ago ? `last seen ${ago}` : 'never seen'}</span>;
}

function describeLastPaired(time: unknown): string {
  if (isNeverTimestamp(time)) return 'never paired';
  const ago = typeof time === 'number' ? formatTime(time, 'relative', getServiceTime()) : undefined;
  return ago ? `last paired ${ago}` : '';
}

/** Position in the list from which the device was opened, with previous and next buttons (keys K and J). */
export function DeviceNavigation() {
  const { place, count, hasPrevious, hasNext, previous, next, focus } = useDevice().neighbors;
  useShortcuts({ j: () => next(), k: () => previous() });
  if (place < 0) return null;
  return (
    <nav className={`${classes['position']} ${shared['inline']}`} aria-label="Devices in the list">
      <span>{`${formatCount(place + 1)} of ${formatCount(count)}`}</span>
      <IconButton
        Icon={IconChevronLeft}
        label="Previous device"
        shortcut="K"
        disabled={!hasPrevious}
        // each step mounts a new page, so the focus returns to the pressed button
        autoFocus={focus === 'previous'}
        onClick={() => previous(true)}
      />
      <IconButton
        Icon={IconChevronRight}
        label="Next device"
        shortcut="J"
        disabled={!hasNext}
        autoFocus={focus === 'next'}
        onClick={() => next(true)}
      />
    </nav>
  );
}
