import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { getPastedListQueryKey, type PastedList } from '#api/list/pastedList.ts';
import { createQueryClient } from '#api/queryClient.ts';
import { PASTED_LIST_FIELD } from '#contract/device.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { InventoryReconciliation } from '#fleet/queries/reconcileInventory.ts';
import type { MatchKey } from '#fleet/queries/valueLookup.ts';
import type { FleetStore } from '#fleet/shown/fleetStore.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { importAndRunSliced } from '#lib/timeSlicer.ts';
import { useService } from '#services/ServicesProvider.tsx';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';

export type InventoryState = ReturnType<typeof useInventory>;

type PastedText = PastedList<MatchKey>;

const NO_PASTED_TEXT: PastedText = { text: '' };

/** Maximum size of a pasted list that is stored for a reload, in characters. Leaves storage for other data. */
const STORED_LENGTH_MAX = 2_000_000;

class PastedTextStorage {
  readonly #session: SessionStore;

  constructor(session: SessionStore, queryClient: QueryClient) {
    this.#session = session;
    session.registerUnloadData(PASTED_LIST_FIELD, () => {
      const { connection } = session.getSession();
      const pasted = connection && queryClient.getQueryData<PastedText>(getPastedListQueryKey(connection.id));
      return pasted?.text && pasted.text.length <= STORED_LENGTH_MAX ? pasted : undefined;
    });
  }

  restore(): PastedText | undefined {
    return parsePastedText(this.#session.restoreUnloadData(PASTED_LIST_FIELD));
  }
}

function createPastedTextStorage(services: ServiceContainer): PastedTextStorage {
  return new PastedTextStorage(services.get(createSessionStore), services.get(createQueryClient));
}

/** `text` and `reading` are those that were compared. They may be older than the current input. */
type InventoryComparison = PastedText & {
  inventory: InventoryReconciliation;
  hiddenByFilter: ReadonlyMap<string, number>;
  fleet: Fleet;
  durationMs: number;
};

/**
 * Compares the pasted list with each loaded device list. The text survives a reload, is never sent, and is deleted at
 * sign-out.
 */
export function useInventory(connectionId: string, store: FleetStore, latest: Fleet | undefined) {
  const client = useQueryClient();
  const storage = useService(createPastedTextStorage);
  const { data: pasted = NO_PASTED_TEXT } = useQuery({
    queryKey: getPastedListQueryKey(connectionId),
    queryFn: () => NO_PASTED_TEXT,
    initialData: () => storage.restore(),
    enabled: false,
    gcTime: Infinity,
  });
  const { text, reading, omitted } = pasted;
  const setters = useMemo(() => {
    const change = (part: Partial<PastedText>) =>
      void client.setQueryData<PastedText>(getPastedListQueryKey(connectionId), (old) => ({
        ...NO_PASTED_TEXT,
        ...old,
        ...part,
      }));
    return {
      // an emptied text resets the reading to the best match
      setText: (next: string) => change({ text: next, omitted: undefined, ...(next === '' && { reading: undefined }) }),
      setReading: (next: MatchKey) => change({ reading: next }),
    };
  }, [client, connectionId]);
  const [found, setFound] = useState<InventoryComparison>();
  const { fleet, view, hasHeldUpdate } = store.snapshot;
  const target = hasHeldUpdate ? fleet : latest;
  const completeFleet = target && target.state !== 'reading' ? target : undefined;
  const wanted = text.trim() !== '';
  // the visible rows decide which devices are hidden; only needed for the displayed list
  const rows = wanted && view.fleet === completeFleet ? (view.settled ? view.rows : 'looked for') : undefined;
  // runs in time slices outside of rendering
  useEffect(() => {
    if (!completeFleet || rows === 'looked for') return;
    if (!wanted) {
      setFound(undefined);
      if (store.getJoined(completeFleet, PASTED_LIST_FIELD))
        store.setJoined(PASTED_LIST_FIELD, undefined, completeFleet);
      return;
    }
    // its code is loaded on the first paste
    return importAndRunSliced(
      () => import('#fleet/queries/reconcileInventory.ts'),
      function* ({ reconcileInventory }) {
        const began = performance.now();
        const { filters } = store.getView(completeFleet);
        const passing = yield* filters.findRowsPassingOtherFilters(PASTED_LIST_FIELD);
        const inventory = yield* reconcileInventory(text, completeFleet, passing, reading);
        if (!hasSameRows(store.getJoined(completeFleet, PASTED_LIST_FIELD), inventory))
          store.setJoined(PASTED_LIST_FIELD, inventory.joined, completeFleet);
        const hiding = yield* filters.countHiddenByFilter(inventory.hidden, PASTED_LIST_FIELD);
        setFound({
          inventory,
          hiddenByFilter: hiding,
          fleet: completeFleet,
          text,
          reading,
          durationMs: performance.now() - began,
        });
      },
    );
  }, [text, reading, wanted, completeFleet, rows, store]);
  return useMemo(() => ({ text, reading, omitted, found, ...setters }), [text, reading, omitted, found, setters]);
}

function parsePastedText(left: unknown): PastedText | undefined {
  const { text, reading, omitted } = isJsonObject(left) ? left : {};
  if (typeof text !== 'string') return undefined;
  return {
    text,
    reading: isReading(reading) ? reading : undefined,
    omitted: typeof omitted === 'string' ? omitted : undefined,
  };
}

function isReading(value: unknown): value is MatchKey {
  return typeof value === 'string' && /^(any|ids|emails|field:.*)$/s.test(value);
}

function hasSameRows(
  joined: ReturnType<FleetStore['getJoined']>,
  { joined: { order } }: InventoryReconciliation,
): boolean {
  return (
    joined?.order !== undefined &&
    joined.order.length === order.length &&
    joined.order.every((row, at) => row === order[at])
  );
}
