import type { Fleet } from '#fleet/fleet.ts';
import { formatCount } from '#lib/counts.ts';
import { NoticeLine } from '#ui/NoticeLine.tsx';

const POSITIONS_SHOWN = 3;

type Props = {
  fleet: Fleet;
  /** Parts of the link that could not be read, and columns whose kept widths could not. */
  dropped: readonly string[];
  damagedWidths: readonly string[];
  /** What rows are not filtered by, because there are too many filters. */
  leftOut: readonly string[];
  onRetry: () => void;
};

/** What is wrong with an answer that is there all the same. */
export function FleetNotices({ fleet, dropped, damagedWidths, leftOut, onRetry }: Props) {
  const sentences = fleet.state === 'reading' ? [] : complaints(fleet);
  if (dropped.length > 0) sentences.push(`This link was not understood whole; left out: ${dropped.join(', ')}.`);
  if (damagedWidths.length > 0) {
    sentences.push(`Widths of columns that this browser kept are damaged; left out: ${damagedWidths.join(', ')}.`);
  }
  if (leftOut.length > 0) {
    sentences.push(`There are more filters than work at a time; not filtered by: ${leftOut.join(', ')}.`);
  }
  return (
    <>
      {fleet.cancelled && (
        <NoticeLine title="Loading was cancelled." action={{ label: 'Retry', run: onRetry }}>
          {`${numberThatCame(fleet, 'devices')} came and are shown; the others are missing from every count.`}
        </NoticeLine>
      )}
      {sentences.length > 0 && (
        <NoticeLine tone="attention" title="Check this list.">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </NoticeLine>
      )}
    </>
  );
}

function complaints(fleet: Fleet): string[] {
  const { nDevices, count, state, cancelled, progress } = fleet;
  const { bad, badCount, flawed, unlisted } = progress;
  const found: string[] = [];
  const came = count + badCount;
  if (state === 'incomplete') {
    if (!cancelled) found.push(`The list broke off: ${numberThatCame(fleet, 'records')} came.`);
  } else if (nDevices !== undefined && nDevices !== came) {
    found.push(`The service says nDevices ${formatCount(nDevices)}, but its list has ${formatCount(came)} entries.`);
  }
  if (badCount > 0) {
    const places = bad
      .slice(0, POSITIONS_SHOWN)
      .map(({ position, found: kind }) => `entry ${formatCount(position + 1)} is ${kind}`);
    const more = badCount > POSITIONS_SHOWN ? ', and more' : '';
    const entries =
      badCount === 1
        ? '1 list entry is no record and is'
        : `${formatCount(badCount)} list entries are no records and are`;
    found.push(`${entries} left out: ${places.join(', ')}${more}.`);
  }
  if (flawed === 1) found.push('1 record differs from the interface; it is marked in its row.');
  if (flawed > 1) found.push(`${formatCount(flawed)} records differ from the interface; they are marked in their row.`);
  if (unlisted.length > 0) {
    found.push(`The records have more fields than are shown here: ${unlisted.slice(0, POSITIONS_SHOWN).join(', ')}, …`);
  }
  return found;
}

/** A list may hold more than it announced. */
function numberThatCame({ count, nDevices, progress }: Fleet, things: string): string {
  const came = count + progress.badCount;
  if (nDevices === undefined) return `${formatCount(came)} ${things}`;
  if (came > nDevices) return `${formatCount(came)} ${things}, ${formatCount(came - nDevices)} more than announced,`;
  return `${formatCount(came)} of ${formatCount(nDevices)} ${things}`;
}
