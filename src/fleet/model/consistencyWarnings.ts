import type { FleetLoadState } from '#fleet/shown/loadState.ts';
import { formatCount } from '#lib/formatNumber.ts';

const POSITIONS_MAX = 3;

export function getConsistencyWarnings(fleet: FleetLoadState): string[] {
  const { nDevices, count, state, cancelled, progress } = fleet;
  const { bad, badCount, flawed, unlisted } = progress;
  const warnings: string[] = [];
  const received = count + badCount;
  if (state === 'incomplete') {
    if (!cancelled) warnings.push(`The list broke off: ${formatReceivedCount(fleet, 'records')} came.`);
  } else if (nDevices !== undefined && nDevices !== received) {
    warnings.push(
      `The service says nDevices ${formatCount(nDevices)}, but its list has ${formatCount(received)} entries.`,
    );
  }
  if (badCount > 0) {
    const positions = bad
      .slice(0, POSITIONS_MAX)
      .map(({ position, found: kind }) => `entry ${formatCount(position + 1)} is ${kind}`);
    const more = badCount > POSITIONS_MAX ? ', and more' : '';
    const entries =
      badCount === 1
        ? '1 list entry is no record and is'
        : `${formatCount(badCount)} list entries are no records and are`;
    warnings.push(`${entries} left out: ${positions.join(', ')}${more}.`);
  }
  if (flawed === 1) warnings.push('1 record differs from the interface; it is marked in its row.');
  if (flawed > 1)
    warnings.push(`${formatCount(flawed)} records differ from the interface; they are marked in their row.`);
  if (unlisted.length > 0) {
    warnings.push(
      `The records have more fields than are shown here: ${unlisted.slice(0, POSITIONS_MAX).join(', ')}, …`,
    );
  }
  return warnings;
}

export function formatReceivedCount({ count, nDevices, progress }: FleetLoadState, things: string): string {
  const received = count + progress.badCount;
  if (nDevices === undefined) return `${formatCount(received)} ${things}`;
  if (received > nDevices)
    return `${formatCount(received)} ${things}, ${formatCount(received - nDevices)} more than announced,`;
  return `${formatCount(received)} of ${formatCount(nDevices)} ${things}`;
}
