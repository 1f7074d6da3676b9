import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { onlineQuery } from '#api/list/devices.ts';
import { drawWord } from '#fields/FieldWord.tsx';
import type { JsonObject } from '#lib/json/json.ts';
import { formatClock, formatTime, isNever } from '#lib/time/time.ts';
import { useConnection } from '#session/session.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CopyButton } from '#ui/controls/CopyButton.tsx';
import { LongText } from '#ui/viewers/LongText.tsx';
import classes from './DeviceIdentity.module.css';
import { devicesOf } from './devicesOf.ts';

type Props = {
  deviceID: string;
  device: JsonObject;
  /** As the list knows it that was shown last. */
  connectivity: string | undefined;
  /** When the record came, where the header has no room for it. */
  asOf: number | undefined;
  /** Where it is in its list, where the header has no room for that. */
  position: ReactNode;
};

/** What tells a device from others at a glance. */
export function DeviceIdentity({ deviceID, device, connectivity, asOf, position }: Props) {
  const { productID, paired, lastPairedAt } = device;
  const productPath = typeof productID === 'string' && productID !== '' ? devicesOf('productID', productID) : undefined;
  return (
    <div className={classes['identity']}>
      <span className={classes['id']}>
        <code>
          <LongText text={deviceID} />
        </code>
        <CopyButton text={deviceID} label="Copy the device’s ID" />
      </span>
      {productPath && <Link to={productPath}>{String(productID)}</Link>}
      <Connectivity deviceID={deviceID} productID={productID} known={connectivity} />
      {typeof paired === 'boolean' && drawWord('pairing', paired)}
      <span className={classes['quiet']}>{lastPaired(lastPairedAt)}</span>
      {asOf !== undefined && (
        <span className={classes['asOf']} aria-hidden>
          {`as of ${formatClock(asOf)}`}
        </span>
      )}
      {position}
    </div>
  );
}

type ConnectivityProps = { deviceID: string; productID: unknown; known: string | undefined };

/** No record says whether a device is online: the list does where it was asked, or else those online of its product. */
function Connectivity({ deviceID, productID, known }: ConnectivityProps) {
  const connection = useConnection();
  const [asked, setAsked] = useState(0);
  const request = typeof productID === 'string' && productID !== '' ? { productID } : {};
  const { data, error, isFetching } = useQuery({ ...onlineQuery(connection, request, asked), enabled: asked > 0 });
  if (data?.state === 'complete') {
    const online = data.rowOf(deviceID, data.columnOf('deviceID')) >= 0;
    return (
      <span title={`As of ${formatClock(data.fetchedAt)}`}>
        {drawWord('connectivity', online ? 'online' : 'offline')}
      </span>
    );
  }
  if (known === 'online' || known === 'offline') return drawWord('connectivity', known);
  return (
    <span className={classes['ask']}>
      {drawWord('connectivity', '')}
      <Button look="link" size="row" loading={isFetching} onClick={() => setAsked(Date.now())}>
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
