import type { CountProgress } from '#pipeline/ask/countRows.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Results.module.css';
import { useResults } from './ResultsPlace.tsx';

export function CountRows() {
  const { count } = useResults();
  const { progress, result, error } = count;
  if (count.running) {
    return (
      <span className={`${classes['count']} ${shared['tight']}`}>
        <span>{progress ? <Progress {...progress} /> : 'counting'}</span>
        <Button onClick={count.cancel} aria-label="Cancel counting">
          Cancel
        </Button>
      </span>
    );
  }
  return (
    <span className={`${classes['count']} ${shared['tight']}`}>
      <span>
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
