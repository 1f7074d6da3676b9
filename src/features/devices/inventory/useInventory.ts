import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { queryClient } from '#api/queryClient.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { INVENTORY } from '#fleet/model/joined.ts';
import type { Inventory } from '#fleet/questions/inventory.ts';
import type { Reading } from '#fleet/questions/pastedValues.ts';
import type { ShownFleet } from '#fleet/shown/shownFleet.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { loadAndRunInSlices } from '#lib/timeSlicer.ts';
import { keepWork } from '#session/keptWork.ts';
import { currentSession, workLeft } from '#session/session.ts';

export type PastedList = ReturnType<typeof useInventory>;

/** A pasted list and its reading; undefined means the best match. */
type Pasted = { text: string; reading?: Reading | undefined };

const NOTHING_PASTED: Pasted = { text: '' };

/** Maximum size of a list that is kept over a reload, in characters; leaves room in storage for other data. */
const KEPT_MAX = 2_000_000;

keepWork(INVENTORY, () => {
  const pasted = queryClient.getQueryData<Pasted>([currentSession().connection?.id, INVENTORY]);
  return pasted?.text && pasted.text.length <= KEPT_MAX ? pasted : undefined;
});

/** `text` and `reading` are those of the comparison. */
type Found = Pasted & {
  inventory: Inventory;
  /** Number of hidden devices by filter, with the view's filter keys. */
  hiding: ReadonlyMap<string, number>;
  fleet: Fleet;
  ms: number;
};

/** Compares the pasted list with each loaded list. Kept in memory and over a reload, never sent, deleted at sign-out. */
export function useInventory(connectionId: string, shown: ShownFleet, latest: Fleet | undefined) {
  const client = useQueryClient();
  const { data: pasted = NOTHING_PASTED } = useQuery({
    queryKey: [connectionId, INVENTORY],
    queryFn: () => NOTHING_PASTED,
    initialData: () => readPasted(workLeft(INVENTORY)),
    enabled: false,
    gcTime: Infinity,
  });
  const { text, reading } = pasted;
  const ways = useMemo(() => {
    const change = (part: Partial<Pasted>) =>
      void client.setQueryData<Pasted>([connectionId, INVENTORY], (old) => ({ ...NOTHING_PASTED, ...old, ...part }));
    return {
      // an emptied text resets the reading to the best match
      setText: (next: string) => change({ text: next, ...(next === '' && { reading: undefined }) }),
      setReading: (next: Reading) => change({ reading: next }),
    };
  }, [client, connectionId]);
  const [found, setFound] = useState<Found>();
  const { fleet, view, kept } = shown.snapshot;
  const target = kept ? fleet : latest;
  const whole = target && target.state !== 'reading' ? target : undefined;
  const wanted = text.trim() !== '';
  // the visible rows decide which devices are hidden; only needed for the displayed list
  const rows = wanted && view.fleet === whole ? (view.settled ? view.rows : 'looked for') : undefined;
  // runs in time slices outside of rendering
  useEffect(() => {
    if (!whole || rows === 'looked for') return;
    if (!wanted) {
      setFound(undefined);
      if (shown.joinedTo(whole, INVENTORY)) shown.join(INVENTORY, undefined, whole);
      return;
    }
    // its code is loaded on the first paste
    return loadAndRunInSlices(
      () => import('#fleet/questions/inventory.ts'),
      function* ({ reconcile }) {
        const began = performance.now();
        const { filters } = shown.viewOf(whole);
        const passing = yield* filters.passing(INVENTORY);
        const inventory = yield* reconcile(text, whole, passing, reading);
        if (!sameRows(shown.joinedTo(whole, INVENTORY), inventory)) shown.join(INVENTORY, inventory.joined, whole);
        const hiding = yield* filters.hiding(inventory.hidden, INVENTORY);
        setFound({ inventory, hiding, fleet: whole, text, reading, ms: performance.now() - began });
      },
    );
  }, [text, reading, wanted, whole, rows, shown]);
  return useMemo(() => ({ text, reading, found, ...ways }), [text, reading, found, ways]);
}

function readPasted(left: unknown): Pasted | undefined {
  const { text, reading } = isJsonObject(left) ? left : {};
  return typeof text === 'string' ? { text, reading: isReading(reading) ? reading : undefined } : undefined;
}

function isReading(value: unknown): value is Reading {
  return typeof value === 'string' && /^(any|ids|emails|field:.*)$/s.test(value);
}

function sameRows(joined: ReturnType<ShownFleet['joinedTo']>, { joined: { order } }: Inventory): boolean {
  return (
    joined?.order !== undefined &&
    joined.order.length === order.length &&
    joined.order.every((row, at) => row === order[at])
  );
}
