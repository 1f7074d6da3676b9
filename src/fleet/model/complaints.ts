import type { Arrived } from '#fleet/shown/arrival.ts';
import { formatCount } from '#lib/formatNumber.ts';

const POSITIONS_SHOWN = 3;

export function complaintsAbout(fleet: Arrived): string[] {
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

export function numberThatCame({ count, nDevices, progress }: Arrived, things: string): string {
  const came = count + progress.badCount;
  if (nDevices === undefined) return `${formatCount(came)} ${things}`;
  if (came > nDevices) return `${formatCount(came)} ${things}, ${formatCount(came - nDevices)} more than announced,`;
  return `${formatCount(came)} of ${formatCount(nDevices)} ${things}`;
}
