import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { connectivityOf } from '#api/checks.ts';
import type { ShownFleet } from '#fleet/shown/shownFleet.ts';
import { loadAndRunInSlices } from '#lib/timeSlicer.ts';
import type { Pending } from './changeLog.ts';

/**
 * Holds back a newer list until it is applied, or applies it if nothing changed; logs applied changes.
 * `connected`: connectivity will be known, so the comparison waits for it.
 */
export function useChanges(connectionId: string, shown: ShownFleet, connected: boolean): Pending | undefined {
  const [pending, setPending] = useState<Pending>();
  const unlogged = useRef(pending);
  const log = useEffectEvent(() => {
    const applied = unlogged.current;
    if (applied?.later.fleet !== shown.shown) return;
    if (applied) {
      void import('./changeLog.ts').then(({ logChanges, setWaitingChanges }) => {
        setWaitingChanges(connectionId, undefined);
        logChanges(connectionId, applied);
      });
    }
    unlogged.current = undefined;
  });
  // holds refreshed rows back while the page is mounted
  useEffect(() => {
    shown.hold = true;
    const leave = shown.subscribe(() => log());
    return () => {
      shown.hold = false;
      shown.apply();
      log();
      leave();
    };
  }, [shown]);
  const earlier = shown.shown;
  const later = shown.kept ? shown.next : undefined;
  const was = earlier && connectivityOf(shown, earlier);
  const is = later && connectivityOf(shown, later);
  const waiting = connected && was !== undefined && is === undefined && later !== undefined && later.count > 0;
  // compared outside of rendering, in time slices
  useEffect(() => {
    if (!earlier || !later || waiting) return;
    const sides = { earlier: { fleet: earlier, connectivity: was }, later: { fleet: later, connectivity: is } };
    return loadAndRunInSlices(
      () => import('#fleet/questions/changes.ts'),
      function* ({ changes }) {
        const found = yield* changes(sides.earlier, sides.later);
        if (found.total === 0) shown.apply();
        else {
          unlogged.current = { ...sides, changes: found };
          setPending(unlogged.current);
          void import('./changeLog.ts').then(({ setWaitingChanges }) =>
            setWaitingChanges(connectionId, unlogged.current),
          );
        }
      },
      // if the comparison fails, the newer list is shown without a notice
      () => shown.apply(),
    );
  }, [connectionId, shown, earlier, later, was, is, waiting]);
  return pending && pending.earlier.fleet === earlier && pending.later.fleet === later ? pending : undefined;
}
