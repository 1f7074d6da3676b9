import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pipelineQuery } from '#api/pipeline.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { useConnection } from '#session/session.ts';

/**
 * The page that is shown and the one after it. The interface has no totals, so the next page is fetched ahead: it alone
 * tells whether there is one. An error there is not the end.
 */
export function usePages(state: DatastoreState, firstPage: number) {
  const { collection, documentID, page } = state;
  const connection = useConnection();
  const queryClient = useQueryClient();
  const request = useMemo(() => requestFor(state, firstPage + state.page - 1), [state, firstPage]);
  const optionsOf = (ordinal: number) => pipelineQuery(connection, requestFor(state, firstPage + ordinal - 1));

  const current = useQuery({ ...optionsOf(page), enabled: collection !== '', placeholderData: keepPreviousData });
  const settled = current.isSuccess && !current.isPlaceholderData;
  const ended = settled && (current.data.documents.length === 0 || documentID !== '');
  const next = useQuery({ ...optionsOf(page + 1), enabled: settled && !ended });
  const before = useQuery({ ...optionsOf(page - 1), enabled: false });

  return {
    current,
    /** What was sent for the page that is shown. */
    request,
    /** `unknown` while the next page is being fetched or when it failed. */
    more: ended ? 'no' : next.data ? (next.data.documents.length > 0 ? 'yes' : 'no') : 'unknown',
    /** Documents on a full page, as far as a page before another one tells. */
    size: (next.data?.documents.length ? current.data?.documents.length : before.data?.documents.length) ?? undefined,
    cancel: () => queryClient.cancelQueries({ queryKey: optionsOf(page).queryKey }),
  } as const;
}

function requestFor({ collection, documentID, pipeline }: DatastoreState, nPage: number) {
  return { collection, index: documentID ? { documentID } : {}, pipeline, nPage };
}

export type Pages = ReturnType<typeof usePages>;
