import type { FleetLoadState } from '#fleet/shown/loadState.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { fleetModelMessages } from './messages.ts';

const POSITIONS_MAX = 3;

export function getConsistencyWarnings(fleet: FleetLoadState): string[] {
  const { nDevices, count, state, cancelled, progress } = fleet;
  const { bad, badCount, flawed, unlisted } = progress;
  const warnings: string[] = [];
  const received = count + badCount;
  if (state === 'incomplete') {
    if (!cancelled) warnings.push(fleetModelMessages.listIncomplete(formatReceivedCount(fleet, 'records')));
  } else if (nDevices !== undefined && nDevices !== received) {
    warnings.push(fleetModelMessages.countMismatch(formatCount(nDevices), formatCount(received)));
  }
  if (badCount > 0) {
    const positions = bad
      .slice(0, POSITIONS_MAX)
      .map(({ position, found: kind }) => fleetModelMessages.entryKind(formatCount(position + 1), kind));
    const more = badCount > POSITIONS_MAX ? fleetModelMessages.moreSuffix : '';
    const listed = `${positions.join(', ')}${more}`;
    warnings.push(
      badCount === 1
        ? fleetModelMessages.entrySkipped(listed)
        : fleetModelMessages.entriesSkipped(formatCount(badCount), listed),
    );
  }
  if (flawed === 1) warnings.push(fleetModelMessages.recordInvalid);
  if (flawed > 1) warnings.push(fleetModelMessages.recordsInvalid(formatCount(flawed)));
  if (unlisted.length > 0) {
    warnings.push(fleetModelMessages.tooManyFields(unlisted.length, unlisted.slice(0, POSITIONS_MAX).join(', ')));
  }
  return warnings;
}

export function formatReceivedCount({ count, nDevices, progress }: FleetLoadState, things: string): string {
  const received = count + progress.badCount;
  if (nDevices === undefined) return `${formatCount(received)} ${things}`;
  if (received > nDevices)
    return fleetModelMessages.receivedMore(`${formatCount(received)} ${things}`, formatCount(received - nDevices));
  return `${formatCount(received)} of ${formatCount(nDevices)} ${things}`;
}
