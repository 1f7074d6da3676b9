import { useEffect, useState } from 'react';
import { connectivityOf } from '#api/checks.ts';
import type { Changes, Listed } from '#fleet/questions/changes.ts';
import type { ShownFleet } from '#fleet/shown/shownFleet.ts';
import { runLoaded } from '#lib/slices.ts';

/** What a list that waits would change in the one that is shown. */
export type Pending = { earlier: Listed; later: Listed; changes: Changes };

/** Keeps the next list back until it is applied or changes nothing. `connected`: who is online will be known. */
export function useChanges(shown: ShownFleet, connected: boolean): Pending | undefined {
  const [pending, setPending] = useState<Pending>();
  // rows stay put for as long as somebody looks at them here
  useEffect(() => {
    shown.hold = true;
    return () => {
      shown.hold = false;
      shown.apply();
    };
  }, [shown]);
  const earlier = shown.shown;
  const later = shown.kept ? shown.next : undefined;
  const was = earlier && connectivityOf(shown, earlier);
  const is = later && connectivityOf(shown, later);
  const waiting = connected && was !== undefined && is === undefined && later !== undefined && later.count > 0;
  // compared beside React
  useEffect(() => {
    if (!earlier || !later || waiting) return;
    const sides = { earlier: { fleet: earlier, connectivity: was }, later: { fleet: later, connectivity: is } };
    return runLoaded(
      () => import('#fleet/questions/changes.ts'),
      function* ({ changes }) {
        const found = yield* changes(sides.earlier, sides.later);
        if (found.total === 0) shown.apply();
        else setPending({ ...sides, changes: found });
      },
      // better shown without a word than never
      () => shown.apply(),
    );
  }, [shown, earlier, later, was, is, waiting]);
  return pending && pending.earlier.fleet === earlier && pending.later.fleet === later ? pending : undefined;
}
