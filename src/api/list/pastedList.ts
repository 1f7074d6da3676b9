import type { QueryClient } from '@tanstack/react-query';
import { createQueryKey } from '#api/connection.ts';

/**
 * Pasted list of devices. `reading` is the field that its entries are compared with; undefined for the best match.
 * `omitted` tells what a list from groups does not contain.
 */
export type PastedList<Reading extends string = string> = {
  text: string;
  reading?: Reading | undefined;
  omitted?: string | undefined;
};

/** Key of the list in the query cache, which keeps it until sign-out. */
export function getPastedListQueryKey(id: string) {
  return createQueryKey({ id }, 'inventory');
}

export function replacePastedList(
  queryClient: QueryClient,
  connectionId: string,
  { ids, omitted }: { ids: Iterable<string>; omitted: string },
): void {
  const list: PastedList = { text: [...ids].join('\n'), reading: 'ids', omitted };
  queryClient.setQueryData(getPastedListQueryKey(connectionId), list);
}
