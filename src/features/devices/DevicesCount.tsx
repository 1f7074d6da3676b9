import type { Fleet } from '#fleet/fleet.ts';
import type { FleetView } from '#fleet/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/Button.tsx';
import classes from './DevicesPage.module.css';

/** How many devices there are and how many of them are shown; while they arrive, how many have, and the way to stop it. */
export function DevicesCount({ fleet, view }: { fleet: Fleet; view: FleetView }) {
  const reading = fleet.state === 'reading';
  return (
    <>
      <span role="status">{reading ? arriving(fleet) : found(view.rows.count, fleet, view.settled)}</span>
      {reading && (
        <Button className={classes['cancel']} size="row" onClick={fleet.cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

/** How much of a list has come, 0 to 1; undefined where it does not say how much there is. */
export function shareArrived({ count, nDevices }: Fleet): number | undefined {
  return nDevices === undefined || count > nDevices ? undefined : count / Math.max(1, nDevices);
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
