import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Fleet } from '#fleet/fleet.ts';
import { INVENTORY, type Inventory, reconcile } from '#fleet/inventory.ts';
import type { ShownFleet } from '#fleet/shownFleet.ts';
import { Slices } from '#lib/slices.ts';

export type PastedList = ReturnType<typeof useInventory>;

/**
 * A pasted list found among the devices, here and in every list that follows. It is kept beside what was fetched, sent
 * nowhere, and goes with the session.
 */
export function useInventory(connectionId: string, shown: ShownFleet, latest: Fleet | undefined) {
  const client = useQueryClient();
  const queryKey = [connectionId, 'inventory'];
  const { data: text = '' } = useQuery<string>({ queryKey, queryFn: () => '', enabled: false, gcTime: Infinity });
  const setText = useCallback(
    (next: string) => void client.setQueryData<string>([connectionId, 'inventory'], next),
    [client, connectionId],
  );
  const [found, setFound] = useState<{ inventory: Inventory; fleet: Fleet; ms: number }>();
  const target = shown.kept ? shown.shown : latest;
  const whole = target && target.state !== 'reading' ? target : undefined;
  const { view } = shown;
  const own = view.fleet === whole ? view : undefined;
  const rows = own?.settled ? own.rows : undefined;
  // found between frames, beside React; other rows shown are other rows hidden
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (!whole) return;
    if (!text.trim()) {
      setFound(undefined);
      if (shown.joinedTo(whole, INVENTORY)) shown.join(INVENTORY, undefined, whole);
      return;
    }
    const slices = new Slices();
    const began = performance.now();
    slices.run(
      (function* () {
        const passing = yield* shown.viewOf(whole).passing(INVENTORY);
        const inventory = yield* reconcile(text, whole, passing);
        if (!sameRows(shown.joinedTo(whole, INVENTORY), inventory)) shown.join(INVENTORY, inventory.joined, whole);
        setFound({ inventory, fleet: whole, ms: performance.now() - began });
      })(),
    );
    return () => slices.cancel();
  }, [text, whole, rows, shown]);
  return { text, setText, found };
}

function sameRows(joined: ReturnType<ShownFleet['joinedTo']>, { joined: { codes } }: Inventory): boolean {
  return joined !== undefined && 'codes' in joined && joined.codes.every((code, row) => code === codes[row]);
}
