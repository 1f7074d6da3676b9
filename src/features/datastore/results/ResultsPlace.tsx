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

/** What is followed was renewed every so many seconds before; 0 is never. */
type Following = { before: number };

/** What becomes of the rows that a query gives: gathered, arranged, counted, written to a file. */
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
    /** Newest first, renewed by itself, what is new before what is there. */
    following,
    follow,
    count: useCount(savedId, state, pages, ask),
    charted: chartedLast(),
    only: useOnly(),
  };
}

/** Whoever leaves the page, or the tab, follows no more: how often every page is renewed is left as it was found. */
function useRefreshAsFound(following: Following | undefined) {
  const leave = useEffectEvent(() => {
    if (following?.before === 0) autoRefresh.set(0);
  });
  useEffect(() => () => leave(), []);
  // a page that is put aside whole follows on when one is back
  useWindowEvent('pagehide', ({ persisted }) => {
    if (!persisted) leave();
  });
}

const counts = new KeptWorks<CountProgress, RowCount>();

/** Counting the rows of a query on demand, from the page that is shown on. */
function useCount(savedId: string, query: DatastoreState, pages: Pages, ask: Ask) {
  const { collection } = query;
  const count = async ({ signal, reportProgress: tell }: TaskContext<CountProgress>) => {
    const rowsOf = async (page: number) => {
      // as it is now: what was fetched a moment ago would never tell that rows came or went
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
    // what was fetched before is not asked for again
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
