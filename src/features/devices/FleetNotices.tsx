import type { Fleet } from '#fleet/fleet.ts';
import { formatCount } from '#lib/counts.ts';
import { Notice } from '#ui/Notice.tsx';

const POSITIONS_SHOWN = 3;

/** What is wrong with an answer that is there all the same. */
export function FleetNotices({ fleet, dropped }: { fleet: Fleet; dropped: readonly string[] }) {
  const sentences = fleet.state === 'reading' ? [] : complaints(fleet);
  if (dropped.length > 0) sentences.push(`This link was not understood whole; left out: ${dropped.join(', ')}.`);
  if (sentences.length === 0) return null;
  return (
    <Notice tone="attention" title="Check this list">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

function complaints(fleet: Fleet): string[] {
  const { nDevices, count, state, progress } = fleet;
  const { bad, badCount, flawed, unlisted } = progress;
  const found: string[] = [];
  const came = count + badCount;
  if (state === 'incomplete') {
    found.push(
      `Only ${formatCount(came)}${nDevices === undefined ? '' : ` of ${formatCount(nDevices)}`} records came.`,
    );
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
