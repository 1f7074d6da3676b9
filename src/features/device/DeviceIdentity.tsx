import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { onlineQuery } from '#api/list/devices.ts';
import { drawWord } from '#fields/FieldWord.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { formatClock, formatTime, isNever } from '#lib/time/time.ts';
import { useConnection } from '#session/session.ts';
import { useLetterKeys } from '#ui/browser/letterKeys.ts';
import { useMedia } from '#ui/browser/useMedia.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { Group } from '#ui/controls/Group.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import shared from '#ui/theme/shared.module.css';
import { LongText } from '#ui/viewers/LongText.tsx';
import classes from './DevicePage.module.css';
import { useDevice } from './DevicePlace.tsx';
import { devicesOf } from './RecordPane.tsx';

/** True if the header has room for the name only; previous and next move to the line below. */
export function useNarrowHeader(): boolean {
  return useMedia('(max-width: 900px)');
}

export function DeviceIdentity({ device }: { device: JsonObject }) {
  const { deviceID, query } = useDevice();
  const { productID, paired, lastPairedAt } = device;
  const narrow = useNarrowHeader();
  const asOf = query.data?.fetchedAt;
  const productPath = typeof productID === 'string' && productID !== '' ? devicesOf('productID', productID) : undefined;
  return (
    <Group className={`${classes['identity']} ${shared['wrap']}`} aria-label="Identity">
      <span className={`${classes['id']} ${shared['inline']} ${shared['breaks']}`}>
        <code>
          <LongText text={deviceID} />
        </code>
        <CopyButton text={deviceID} label="Copy the device’s ID" />
      </span>
      {productPath && <Link to={productPath}>{String(productID)}</Link>}
      <Connectivity productID={productID} />
      {typeof paired === 'boolean' && drawWord('pairing', paired)}
      <span className={shared['muted']}>{lastPaired(lastPairedAt)}</span>
      {asOf !== undefined && (
        <span className={classes['asOf']} aria-hidden>
          {`as of ${formatClock(asOf)}`}
        </span>
      )}
      {narrow && <DevicePosition />}
    </Group>
  );
}

/** The answer is joined with no list: it is refreshed by its own age. */
const ANY_TIME = 0;

/**
 * Records do not contain connectivity. It comes from the list if that includes it, otherwise from one request for the online
 * devices of the product. Without a product that would be the whole fleet, so it is requested on demand only.
 */
function Connectivity({ productID }: { productID: unknown }) {
  const { deviceID, neighbours } = useDevice();
  const { connectivity } = neighbours;
  const connection = useConnection();
  const [isWanted, setWanted] = useState(false);
  const hasProduct = typeof productID === 'string' && productID !== '';
  const isKnown = connectivity === 'online' || connectivity === 'offline';
  const enabled = isWanted || (hasProduct && !isKnown);
  const request = hasProduct ? { productID } : {};
  const { data, error, isFetching, refetch } = useQuery({ ...onlineQuery(connection, request, ANY_TIME), enabled });
  if (data?.state === 'complete') {
    const online = data.rowOf(deviceID, data.columnOf('deviceID')) >= 0;
    return (
      <span title={`As of ${formatClock(data.fetchedAt)}`}>
        {drawWord('connectivity', online ? 'online' : 'offline')}
      </span>
    );
  }
  if (isKnown) return drawWord('connectivity', connectivity);
  return (
    <span className={shared['inline']}>
      {drawWord('connectivity', '')}
      <Button
        look="link"
        size="row"
        loading={isFetching}
        onClick={() => (isWanted || hasProduct ? void refetch() : setWanted(true))}
      >
        {error ? 'Ask again whether it is online' : 'Ask whether it is online'}
      </Button>
    </span>
  );
}

function lastPaired(time: unknown): string {
  if (isNever(time)) return 'never paired';
  const ago = typeof time === 'number' ? formatTime(time, 'relative', Date.now()) : undefined;
  return ago ? `last paired ${ago}` : '';
}

/** Position in the list that the device was opened from, with previous and next (keys K and J). */
export function DevicePosition() {
  const { place, count, hasPrevious, hasNext, previous, next, focus } = useDevice().neighbours;
  useLetterKeys({ j: () => next(), k: () => previous() });
  if (place < 0) return null;
  return (
    <nav className={`${classes['position']} ${shared['inline']}`} aria-label="Devices of the list">
      <span>{`${formatCount(place + 1)} of ${formatCount(count)}`}</span>
      <IconButton
        Icon={IconChevronLeft}
        label="Previous device"
        keys="K"
        disabled={!hasPrevious}
        // each step mounts a new page, so the focus returns to the button that was pressed
        autoFocus={focus === 'previous'}
        onClick={() => previous(true)}
      />
      <IconButton
        Icon={IconChevronRight}
        label="Next device"
        keys="J"
        disabled={!hasNext}
        autoFocus={focus === 'next'}
        onClick={() => next(true)}
      />
    </nav>
  );
}
