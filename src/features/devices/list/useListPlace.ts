import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { currentSession, useConnection } from '#session/session.ts';
import type { KeptPlace, PlaceKeeper } from '#ui/grid/gridProps.ts';

type Kept = { place: KeptPlace; id: string | undefined };

/**
 * Begins a list where it was left: at the same device, wherever that is now. Places are kept by the list's address, beside
 * what was fetched, and go with it when the session ends.
 */
export function useListPlace(idAt: (row: number) => string | undefined, rowOf: (id: string) => number): PlaceKeeper {
  const client = useQueryClient();
  const { id: connection } = useConnection();
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  const [start] = useState(() => {
    const kept = client.getQueryData<Kept>([connection, 'place', address]);
    const row = kept?.id === undefined ? -1 : rowOf(kept.id);
    return kept && (row < 0 ? kept.place : { ...kept.place, row });
  });
  const keep = (place: KeptPlace) => {
    if (currentSession().connection?.id !== connection) return;
    client.setQueryData<Kept>([connection, 'place', address], { place, id: idAt(place.row) });
  };
  return { start, keep };
}
