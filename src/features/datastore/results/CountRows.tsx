import type { Ask } from '#features/datastore/useAsk.ts';
import { identity } from '#features/datastore/useDraft.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import { type CountProgress, countRows, type RowCount } from '#pipeline/ask/countRows.ts';
import { useWork } from '#ui/browser/useWork.ts';
import { Button } from '#ui/controls/Button.tsx';
import classes from './Results.module.css';
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
    const known =
      data && !isPlaceholderData && query.page > 1
        ? { page: query.page, rows: data.documents.length + data.damaged }
        : undefined;
    const began = Date.now();
    const first = await ask(query, 1, signal);
    // what was fetched before is not asked for again
    const spent = first.fetchedAt >= began ? 1 : 0;
    const firstRows = first.documents.length + first.damaged;
    return countRows({ ask: rowsOf, firstRows, spent, known, signal, onProgress });
  });
}

export type Count = ReturnType<typeof useCount>;

/** How many rows a query has, once that is asked for, and how far counting them is. */
export function CountRows({ count }: { count: Count }) {
  const { progress, result, error } = count;
  if (count.running) {
    return (
      <span className={classes['count']} data-told data-busy>
        <span role="status">{progress ? <Progress {...progress} /> : 'counting'}</span>
        <Button onClick={count.cancel} aria-label="Cancel counting">
          Cancel
        </Button>
      </span>
    );
  }
  return (
    <span
      className={classes['count']}
      data-told={result || error ? true : undefined}
      data-counted={result ? true : undefined}
    >
      <span role="status">
        {result && (
          <>
            <b>{result.rows.toLocaleString('en')}</b> rows
            <span data-spoken="phone">, {result.requests} requests</span>
            {result.changed && (
              <>
                ; <span data-spoken="phone">rows </span>changed
                <span data-spoken="phone"> while counting</span>
              </>
            )}
          </>
        )}
        {error && `not counted: ${error.message}`}
      </span>
      <Button look="link" onClick={count.start} aria-label={result ? 'Count the rows again' : 'Count the rows'}>
        {result ? 'Again' : 'Count'}
      </Button>
    </span>
  );
}

function Progress({ least, most, requests }: CountProgress) {
  const upper = most === undefined ? 'or more' : `to ${most.toLocaleString('en')}`;
  return (
    <>
      {least.toLocaleString('en')} {upper}
      <span data-spoken="phone">, {requests} requests</span>
    </>
  );
}
