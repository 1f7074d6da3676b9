import { type CountProgress, countRows, type RowCount } from '#pipeline/countRows.ts';
import type { Query } from '#pipeline/draft.ts';
import { Button } from '#ui/Button.tsx';
import { useWork } from '#ui/useWork.ts';
import classes from './Results.module.css';
import type { Ask } from './useAsk.ts';
import { identity } from './useDraft.ts';

type Props = { query: Query; ask: Ask };

/** Counts the rows of a query on demand, and says how far it is. */
export function CountRows({ query, ask }: Props) {
  const count = useWork<CountProgress, RowCount>(identity(query), async (signal, onProgress) => {
    const first = await ask(query, 1, signal);
    const rowsOf = async (page: number) => {
      const { documents, damaged, total } = await ask(query, page, signal);
      return { rows: documents.length + damaged, total };
    };
    return countRows({ ask: rowsOf, firstRows: first.documents.length + first.damaged, signal, onProgress });
  });
  const { progress, result, error } = count;
  if (count.running) {
    return (
      <span className={classes['count']} data-told>
        <span role="status">{progress ? progressWords(progress) : 'counting'}</span>
        <Button onClick={count.cancel} aria-label="Cancel counting">
          Cancel
        </Button>
      </span>
    );
  }
  return (
    <span className={classes['count']} data-told={result || error ? true : undefined}>
      <span role="status">
        {result && (
          <>
            <b>{result.rows.toLocaleString('en')}</b> rows, {result.requests} requests
            {result.changed && '; rows changed while counting'}
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

function progressWords({ least, most, requests }: CountProgress): string {
  const upper = most === undefined ? 'or more' : `to ${most.toLocaleString('en')}`;
  return `${least.toLocaleString('en')} ${upper}, ${requests} requests`;
}
