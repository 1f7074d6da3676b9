import type { Fleet } from '#fleet/model/fleet.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';

export function getLoadedShare({ count, nDevices }: Fleet): number | undefined {
  return nDevices === undefined || count > nDevices ? undefined : count / Math.max(1, nDevices);
}

export function formatDeviceCount(fleet: Fleet): string {
  const { count, nDevices, state } = fleet;
  if (state !== 'reading') {
    return `${formatCountWithNoun(count, 'device')}${state === 'incomplete' ? ', incomplete' : ''}`;
  }
  // a list longer than announced has an unknown total
  return nDevices === undefined || count > nDevices
    ? `${formatCount(count)} devices so far`
    : `${formatCount(count)} of ${formatCount(nDevices)} devices`;
}

export type FleetLoadState = Pick<Fleet, 'nDevices' | 'count' | 'state' | 'cancelled' | 'progress'>;

/** True if an incomplete list is being loaded again, so that no warning is needed. */
export function isBeingRefetched(query: { isFetching: boolean; error: Error | null }, { state }: Fleet): boolean {
  return state === 'incomplete' && query.isFetching && !query.error;
}

/** True if a response contradicts itself, such as a wrong total. */
export function hasConsistencyWarnings({ nDevices, count, state, cancelled, progress }: FleetLoadState): boolean {
  const { badCount, flawed, unlisted } = progress;
  const whole = state === 'incomplete' ? cancelled : nDevices === undefined || nDevices === count + badCount;
  return !whole || badCount > 0 || flawed > 0 || unlisted.length > 0;
}
