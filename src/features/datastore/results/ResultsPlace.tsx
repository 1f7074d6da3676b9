import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDatastore } from '#features/datastore/DatastorePlace.tsx';
import { useOnly } from '#features/datastore/query/useOnly.ts';
import { identity } from '#features/datastore/useDraft.ts';
import { pluralize } from '#lib/formatNumber.ts';
import type { TaskContext } from '#lib/tasks/backgroundTask.ts';
import { autoRefresh } from '#lib/time/autoRefresh.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { type CountProgress, countRows, type RowCount } from '#pipeline/ask/countRows.ts';
import { KeptWorks, useKeptWork } from '#session/useKeptWork.ts';
import { place } from '#ui/page/place.tsx';
import { chartedLast } from './leftRows.ts';
import { useDocumentColumns, useLinkedColumns } from './useDocumentColumns.ts';
import type { Ask, Pages } from './usePages.ts';
import { useRows } from './useRows.ts';

/** `before` is the refresh interval before follow mode, in seconds; 0 is off. */
type Following = { before: number };

export const [ResultsPlace, useResults] = place('the results', useResultsHere);

export type ResultsState = ReturnType<typeof useResultsHere>;

function useResultsHere() {
  const { savedId, state, linked, pages, ask } = useDatastore();
  useLinkedColumns(savedId, linked);
  const [following, follow] = useState<Following>();
  useRefreshAsFound(following);
  const rows = useRows({ savedId, state, pages, ask, following: following !== undefined });
  return {
    rows,
    arrangement: useDocumentColumns(rows, savedId, state.collection),
    /** Follow mode: newest first, auto-refreshed, new rows are inserted above the others. */
    following,
    follow,
    count: useCount(savedId, state, pages, ask),
    charted: chartedLast(),
    only: useOnly(),
  };
}

/** Restores the refresh interval when the page or the tab is left in follow mode. */
function useRefreshAsFound(following: Following | undefined) {
  const leave = useEffectEvent(() => {
    if (following?.before === 0) autoRefresh.set(0);
  });
  useEffect(() => () => leave(), []);
  // a page in the back/forward cache continues to follow when it is restored
  useWindowEvent('pagehide', ({ persisted }) => {
    if (!persisted) leave();
  });
}

const counts = new KeptWorks<CountProgress, RowCount>();

/** Counts the rows of the query on demand, starting at the displayed page. */
function useCount(savedId: string, query: DatastoreState, pages: Pages, ask: Ask) {
  const { collection } = query;
  const count = async ({ signal, reportProgress: tell }: TaskContext<CountProgress>) => {
    const rowsOf = async (page: number) => {
      // bypasses the cache: cached pages would hide rows that were added or deleted meanwhile
      const { documents, damaged, total } = await ask(query, page, signal, { fresh: true });
      return { rows: documents.length + damaged, total };
    };
    const { data, isPlaceholderData } = pages.current;
    const later =
      data && !isPlaceholderData && query.page > 1
        ? { page: query.page, rows: data.documents.length + data.damaged }
        : undefined;
    const began = Date.now();
    const first = await ask(query, 1, signal);
    // a cached first page costs no request
    const spent = first.fetchedAt >= began ? 1 : 0;
    const firstRows = first.documents.length + first.damaged;
    return countRows({ ask: rowsOf, firstRows, spent, later, signal, onProgress: tell });
  };
  return useKeptWork(counts, JSON.stringify([savedId, identity(query)]), {
    title: `Count of ${collection}`,
    run: count,
    describeProgress: ({ requests }) => ({ text: pluralize(requests, 'request') }),
    createReport: ({ rows, requests, changed }) => ({
      text: `${pluralize(rows, 'row')}, ${pluralize(requests, 'request')}${changed ? '; rows changed while counting' : ''}`,
      hasWarnings: changed,
    }),
    describeError: ({ message }) => `Not counted: ${message}`,
  });
}
