import type { Fleet } from '#fleet/model/fleet.ts';
import { formatCount, pluralize } from '#lib/formatNumber.ts';

/** How much of a list has come, 0 to 1; undefined where it does not say how much there is. */
export function shareArrived({ count, nDevices }: Fleet): number | undefined {
  return nDevices === undefined || count > nDevices ? undefined : count / Math.max(1, nDevices);
}

/** How many devices there are, or have come so far, in words. */
export function devicesInWords(fleet: Fleet): string {
  const { count, nDevices, state } = fleet;
  if (state !== 'reading') {
    return `${pluralize(count, 'device')}${state === 'incomplete' ? ', incomplete' : ''}`;
  }
  // a list that is longer than it said has no end that is known
  return nDevices === undefined || count > nDevices
    ? `${formatCount(count)} devices so far`
    : `${formatCount(count)} of ${formatCount(nDevices)} devices`;
}

/** What tells whether a list came as it should. */
export type Arrived = Pick<Fleet, 'nDevices' | 'count' | 'state' | 'cancelled' | 'progress'>;

/** Whether a part of a list, which was left while it arrived, is about to be replaced: nothing is to be said of it. */
export function isAskedAnew(query: { isFetching: boolean; error: Error | null }, { state }: Fleet): boolean {
  return state === 'incomplete' && query.isFetching && !query.error;
}

/** Whether something of an answer is not as it should be: `complaintsAbout` says what. */
export function isFlawed({ nDevices, count, state, cancelled, progress }: Arrived): boolean {
  const { badCount, flawed, unlisted } = progress;
  const whole = state === 'incomplete' ? cancelled : nDevices === undefined || nDevices === count + badCount;
  return !whole || badCount > 0 || flawed > 0 || unlisted.length > 0;
}
