import type { FleetLoadState } from '#fleet/shown/loadState.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';

const POSITIONS_MAX = 3;

export function getConsistencyWarnings(fleet: FleetLoadState): string[] {
  const { nDevices, count, state, cancelled, progress } = fleet;
  const { bad, badCount, flawed, unlisted } = progress;
  const warnings: string[] = [];
  const received = count + badCount;
  if (state === 'incomplete') {
    if (!cancelled) warnings.push(`The list is incomplete: ${formatReceivedCount(fleet, 'records')} were received.`);
  } else if (nDevices !== undefined && nDevices !== received) {
    warnings.push(
      `The service reports nDevices ${formatCount(nDevices)}, but its list has ${formatCount(received)} entries.`,
    );
  }
  if (badCount > 0) {
    const positions = bad
      .slice(0, POSITIONS_MAX)
      .map(({ position, found: kind }) => `entry ${formatCount(position + 1)} is ${kind}`);
    const more = badCount > POSITIONS_MAX ? ', and more' : '';
    const listed = `${positions.join(', ')}${more}`;
    warnings.push(
      badCount === 1
        ? `1 list entry is not a record and was skipped: ${listed}.`
        : `${formatCount(badCount)} list entries are not records and were skipped: ${listed}.`,
    );
  }
  if (flawed === 1) warnings.push('1 record does not match the API. It is marked in its row.');
  if (flawed > 1) warnings.push(`${formatCount(flawed)} records do not match the API. They are marked in their rows.`);
  if (unlisted.length > 0) {
    warnings.push(
      `The records have at least ${formatCountWithNoun(unlisted.length, 'more field')} than can be shown: ${unlisted.slice(0, POSITIONS_MAX).join(', ')}, …`,
    );
  }
  return warnings;
}

export function formatReceivedCount({ count, nDevices, progress }: FleetLoadState, things: string): string {
  const received = count + progress.badCount;
  if (nDevices === undefined) return `${formatCount(received)} ${things}`;
  if (received > nDevices)
    return `${formatCount(received)} ${things}, ${formatCount(received - nDevices)} more than reported,`;
  return `${formatCount(received)} of ${formatCount(nDevices)} ${things}`;
}
