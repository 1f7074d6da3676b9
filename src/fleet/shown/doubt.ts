import type { Fleet } from '#fleet/model/fleet.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';

/** Reasons to ask the user before a refreshed list replaces the current one. */
export type Doubt = {
  sent: number;
  current: number;
  malformed: number;
};

/** A refreshed list is doubtful if it lost more than half of the devices, or has more malformed entries than before. */
export function findDoubt(current: Fleet, sent: Fleet): Doubt | undefined {
  const malformed = sent.progress.badCount;
  const isShort = sent.count * 2 < current.count;
  if (!isShort && malformed <= current.progress.badCount) return undefined;
  return { sent: sent.count, current: current.count, malformed };
}

export function describeDoubt({ sent, current, malformed }: Doubt): string {
  const lost = `The service sent ${pluralize(sent, 'device')}; the current list has ${formatCount(current)}.`;
  return malformed === 0 ? lost : `${lost} ${pluralize(malformed, 'entry', 'entries')} of the new list cannot be read.`;
}
