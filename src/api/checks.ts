import { useEffect } from 'react';
import { CONNECTIVITY } from '#contract/device.ts';
import { CHECK, type Checked, checkDevices } from '#fleet/checks.ts';
import type { Fleet } from '#fleet/fleet.ts';
import type { Joined } from '#fleet/joined.ts';
import type { ShownFleet } from '#fleet/shownFleet.ts';
import { Slices } from '#lib/slices.ts';

type Coded = Joined & { codes: Uint8Array };

/** Answers that were given while it was known which devices are online. */
const connected = new WeakSet<Joined>();

/** What is known of the connectivity of a list's devices. */
export function connectivityOf(shown: ShownFleet, fleet: Fleet): Coded | undefined {
  const joined = shown.joinedTo(fleet, CONNECTIVITY);
  return joined && 'codes' in joined ? joined : undefined;
}

/** Joins a list with what was found by checking its devices. */
export function joinChecks(
  shown: ShownFleet,
  fleet: Fleet,
  { joined }: Checked,
  connectivity: Coded | undefined,
): void {
  if (connectivity) connected.add(joined);
  shown.join(CHECK, joined, fleet);
}

/** Checks the devices of a list that is no longer read, once it is `wanted`, and again when their connectivity is known. */
export function useChecks(shown: ShownFleet, fleet: Fleet | undefined, wanted: boolean): void {
  const whole = fleet && fleet.state !== 'reading' ? fleet : undefined;
  const connectivity = whole && connectivityOf(shown, whole);
  const known = whole && shown.joinedTo(whole, CHECK);
  const done = known !== undefined && (connected.has(known) || !connectivity);
  // checked between frames, beside React
  useEffect(() => {
    if (!wanted || !whole || done) return;
    const slices = new Slices();
    slices.run(
      (function* () {
        joinChecks(shown, whole, yield* checkDevices(whole, whole.fetchedAt, connectivity), connectivity);
      })(),
    );
    return () => slices.cancel();
  }, [wanted, whole, done, connectivity, shown]);
}
