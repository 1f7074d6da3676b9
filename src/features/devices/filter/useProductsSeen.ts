import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Fleet } from '#fleet/model/fleet.ts';

/** Products of every list of this connection that is still in memory, and of the one that is shown. */
export function useProductsSeen(connectionId: string, fleet: Fleet | undefined): readonly string[] {
  const client = useQueryClient();
  const own = fleet?.dictionary(fleet.columnOf('productID'));
  const ownCount = own?.length ?? 0;
  return useMemo(() => {
    const fleets = client.getQueriesData<Fleet>({ queryKey: [connectionId, 'devices'] });
    const others = fleets.flatMap(([, other]) => other?.dictionary(other.columnOf('productID')) ?? []);
    return [...new Set([...others, ...(own ?? []).slice(0, ownCount)])].filter(Boolean).sort();
  }, [client, connectionId, own, ownCount]);
}
