import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { CountProgress } from '#pipeline/run/countRows.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Results.module.css';
import { useResults } from './ResultsProvider.tsx';

export function RowCounter() {
  const { count } = useResults();
  const { progress, result, error } = count;
  if (count.running) {
    return (
      <span className={`${classes['count']} ${shared['denseRow']}`}>
        <span>{progress ? <RowCountProgress {...progress} /> : 'counting'}</span>
        <Button onClick={count.cancel} aria-label="Cancel counting">
          Cancel
        </Button>
      </span>
    );
  }
  return (
    <span className={`${classes['count']} ${shared['denseRow']}`}>
      <span>
        {result && (
          <>
            <b translate="no">{result.rows.toLocaleString('en')}</b> rows
            <span data-spoken="phone">{`, ${formatCountWithNoun(result.requests, 'request')}`}</span>
            {result.changed && (
              <>
                ; <span data-spoken="phone">rows </span>changed
                <span data-spoken="phone"> while counting</span>
              </>
            )}
          </>
        )}
        {error && `could not count the rows: ${error.message}`}
      </span>
      <Button variant="link" onClick={count.start} aria-label={result ? 'Count again' : 'Count rows'}>
        {result ? 'Count again' : 'Count'}
      </Button>
    </span>
  );
}

function RowCountProgress({ min, max, requests }: CountProgress) {
  const upper = max === undefined ? 'or more' : `to ${max.toLocaleString('en')}`;
  return (
    <>
      {min.toLocaleString('en')} {upper}
      <span data-spoken="phone">{`, ${formatCountWithNoun(requests, 'request')}`}</span>
    </>
  );
}
