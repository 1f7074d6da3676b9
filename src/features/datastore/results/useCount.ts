import type { Ask } from '#features/datastore/useAsk.ts';
import { identity } from '#features/datastore/useDraft.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { type CountProgress, countRows, type RowCount } from '#pipeline/ask/countRows.ts';
import { useWork } from '#ui/browser/useWork.ts';
import type { Pages } from './usePages.ts';

/** Counting the rows of a query on demand, from the page that is shown on. */
export function useCount(query: DatastoreState, pages: Pages, ask: Ask) {
  return useWork<CountProgress, RowCount>(identity(query), async (signal, onProgress) => {
    const rowsOf = async (page: number) => {
      // as it is now: what was fetched a moment ago would never tell that rows came or went
      const { documents, damaged, total } = await ask(query, page, signal, true);
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
    return countRows({ ask: rowsOf, firstRows, spent, later, signal, onProgress });
  });
}

export type Count = ReturnType<typeof useCount>;
