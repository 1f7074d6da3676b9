import type { Fleet } from '#fleet/model/fleet.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';

export type SuspiciousUpdate = {
  receivedCount: number;
  currentCount: number;
  malformedCount: number;
};

/**
 * Checks a refreshed list. It is suspicious if more than half of the devices are gone, or if it has more malformed
 * entries than before.
 */
export function findSuspiciousUpdate(current: Fleet, sent: Fleet): SuspiciousUpdate | undefined {
  const malformed = sent.progress.badCount;
  const isShort = sent.count * 2 < current.count;
  if (!isShort && malformed <= current.progress.badCount) return undefined;
  return { receivedCount: sent.count, currentCount: current.count, malformedCount: malformed };
}

export function describeSuspiciousUpdate({ receivedCount, currentCount, malformedCount }: SuspiciousUpdate): string {
  const lost = `The service sent ${formatCountWithNoun(receivedCount, 'device')}; the current list has ${formatCount(currentCount)}.`;
  return malformedCount === 0
    ? lost
    : `${lost} ${formatCountWithNoun(malformedCount, 'entry', 'entries')} in the new list cannot be read.`;
}
