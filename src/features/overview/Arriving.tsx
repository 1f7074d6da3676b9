import { complaintsAbout, numberThatCame } from '#fleet/model/complaints.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { devicesInWords } from '#fleet/shown/arrival.ts';
import { Button } from '#ui/controls/Button.tsx';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';
import { Waiting } from '#ui/states/Waiting.tsx';
import { CountWords } from '#ui/values/CountWords.tsx';
import classes from './OverviewPage.module.css';

/** How many devices there are; while they arrive, how many have, and the way to stop it. */
export function Arriving({ fleet }: { fleet: Fleet }) {
  return (
    <>
      <span role="status">
        <CountWords words={devicesInWords(fleet)} />
      </span>
      {fleet.state === 'reading' && (
        <>
          {' '}
          <Button size="row" onClick={fleet.cancel}>
            Cancel
          </Button>
        </>
      )}
    </>
  );
}

/** What is wrong with a list that is summed up all the same. */
export function Complaints({ fleet }: { fleet: Fleet }) {
  const sentences = fleet.state === 'reading' ? [] : complaintsAbout(fleet);
  return (
    <>
      {fleet.cancelled && (
        <NoticeLine title="Loading was cancelled.">
          {`${numberThatCame(fleet, 'devices')} came; the others are missing from every number.`}
        </NoticeLine>
      )}
      {sentences.length > 0 && (
        <NoticeLine tone="attention" title="Check this list.">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence} </p>
          ))}
        </NoticeLine>
      )}
    </>
  );
}

/** What stands where the numbers, the products and the checks will be. */
export function Awaited() {
  return (
    <div className={classes['awaited']}>
      <Waiting label="Loading the devices" height={64} />
      <div aria-hidden>
        <Waiting label="" rows={12} />
      </div>
      <div aria-hidden>
        <Waiting label="" rows={9} />
      </div>
    </div>
  );
}
