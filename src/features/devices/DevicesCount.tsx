import type { Fleet } from '#fleet/model/fleet.ts';
import { devicesInWords } from '#fleet/shown/arrival.ts';
import type { FleetView } from '#fleet/shown/fleetView.ts';
import { formatCount } from '#lib/counts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CountWords } from '#ui/values/CountWords.tsx';
import classes from './DevicesPage.module.css';

/** How many devices there are and how many of them are shown; while they arrive, how many have, and the way to stop it. */
export function DevicesCount({ fleet, view }: { fleet: Fleet; view: FleetView }) {
  const reading = fleet.state === 'reading';
  return (
    <>
      <span role="status">
        <CountWords words={reading ? devicesInWords(fleet) : found(view.rows.count, fleet, view.settled)} />
      </span>
      {reading && (
        <Button className={classes['cancel']} size="row" onClick={fleet.cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

function found(shown: number, fleet: Fleet, settled: boolean): string {
  const devices = devicesInWords(fleet);
  if (shown === fleet.count) return devices;
  return `${formatCount(shown)}${settled ? '' : '+'} of ${devices}`;
}
