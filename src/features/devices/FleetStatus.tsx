import type { ReactNode } from 'react';
import type { Fleet } from '#fleet/fleet.ts';
import type { FleetView } from '#fleet/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/Button.tsx';
import classes from './DevicesPage.module.css';
import type { Connectivity } from './useConnectivity.ts';

type Props = { fleet: Fleet; view: FleetView; connectivity: Connectivity; children?: ReactNode };

/** How many devices there are and how many of them are shown; while they arrive, how many have. */
export function FleetStatus({ fleet, view, connectivity, children }: Props) {
  const shown = view.rows.count;
  const reading = fleet.state === 'reading';
  return (
    <div className={classes['status']}>
      <span role="status">{reading ? arriving(fleet) : found(shown, fleet, view.settled)}</span>
      {reading && fleet.nDevices !== undefined && fleet.count <= fleet.nDevices && (
        <progress
          className={classes['progress']}
          aria-label="Devices received"
          value={fleet.count}
          max={fleet.nDevices}
        />
      )}
      {reading && <Button onClick={fleet.cancel}>Cancel</Button>}
      {connectivity.asking && <span className={classes['hint']}>asking which are online…</span>}
      {connectivity.error && (
        <span className={classes['hint']}>Connectivity is not known: {connectivity.error.message}</span>
      )}
      {view.unsorted && <span className={classes['hint']}>sorting…</span>}
      {children}
    </div>
  );
}

function arriving({ count, nDevices }: Fleet): string {
  // a list that is longer than it said has no end that is known
  return nDevices === undefined || count > nDevices
    ? `${formatCount(count)} devices so far`
    : `${formatCount(count)} of ${formatCount(nDevices)} devices`;
}

function found(shown: number, { count, state }: Fleet, settled: boolean): string {
  const devices = `${count === 1 ? '1 device' : `${formatCount(count)} devices`}${state === 'incomplete' ? ', incomplete' : ''}`;
  if (shown === count) return devices;
  return `${formatCount(shown)}${settled ? '' : '+'} of ${devices}`;
}
