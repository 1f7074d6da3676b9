import { complaintsAbout, devicesInWords, numberThatCame } from '#fleet/arrival.ts';
import type { Fleet } from '#fleet/fleet.ts';
import { Button } from '#ui/Button.tsx';
import { NoticeLine } from '#ui/NoticeLine.tsx';

/** How many devices there are; while they arrive, how many have, and the way to stop it. */
export function Arriving({ fleet }: { fleet: Fleet }) {
  return (
    <>
      <span role="status">{devicesInWords(fleet)}</span>
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
