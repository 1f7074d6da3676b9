import { useEffect } from 'react';
import { CONNECTIVITY_FIELD } from '#contract/device.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { CHECK, type Joined } from '#fleet/model/joined.ts';
import type { Checked } from '#fleet/questions/checks.ts';
import type { ShownFleet } from '#fleet/shown/shownFleet.ts';
import { loadAndRunInSlices } from '#lib/timeSlicer.ts';

type Coded = Joined & { codes: Uint8Array };

const withConnectivity = new WeakSet<Joined>();

export function connectivityOf(shown: ShownFleet, fleet: Fleet): Coded | undefined {
  const joined = shown.joinedTo(fleet, CONNECTIVITY_FIELD);
  return joined && 'codes' in joined ? joined : undefined;
}

export function joinChecks(
  shown: ShownFleet,
  fleet: Fleet,
  { joined }: Checked,
  connectivity: Coded | undefined,
): void {
  if (connectivity) withConnectivity.add(joined);
  shown.join(CHECK, joined, fleet);
}

/**
 * Runs the checks on a complete list if `wanted`; waits for connectivity when it is requested (`connected`), as some checks use
 * it.
 */
export function useChecks(shown: ShownFleet, fleet: Fleet | undefined, wanted: boolean, connected: boolean): void {
  const whole = fleet && fleet.state !== 'reading' ? fleet : undefined;
  const connectivity = whole && connectivityOf(shown, whole);
  const known = whole && shown.joinedTo(whole, CHECK);
  const done = known !== undefined && (withConnectivity.has(known) || !connectivity);
  const waiting = connected && !connectivity && whole?.state === 'complete' && whole.count > 0;
  useEffect(() => {
    if (!wanted || !whole || done || waiting) return;
    return loadAndRunInSlices(
      () => import('#fleet/questions/checks.ts'),
      function* ({ checkDevices }) {
        joinChecks(shown, whole, yield* checkDevices(whole, whole.fetchedAt, connectivity), connectivity);
      },
    );
  }, [wanted, whole, done, waiting, connectivity, shown]);
}
