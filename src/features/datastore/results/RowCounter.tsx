import type { CountProgress } from '#pipeline/run/countRows.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import { datastoreResultsMessages } from './messages.ts';
import classes from './Results.module.css';
import { useResults } from './ResultsProvider.tsx';

export function RowCounter() {
  const { count } = useResults();
  const { progress, result, error } = count;
  if (count.running) {
    return (
      <span className={`${classes['count']} ${shared['denseRow']}`}>
        <span>{progress ? <RowCountProgress {...progress} /> : 'counting'}</span>
        <Button onClick={count.cancel} aria-label={datastoreResultsMessages.cancelCounting}>
          {datastoreResultsMessages.cancel}
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
            <span data-spoken="phone">{datastoreResultsMessages.requestCount(result.requests)}</span>
            {result.changed && (
              <>
                ; <span data-spoken="phone">{datastoreResultsMessages.rows} </span>changed
                <span data-spoken="phone"> {datastoreResultsMessages.whileCounting}</span>
              </>
            )}
          </>
        )}
        {error && datastoreResultsMessages.countingFailed(error.message)}
      </span>
      <Button
        variant="link"
        onClick={count.start}
        aria-label={result ? datastoreResultsMessages.countAgain : datastoreResultsMessages.countRows}
      >
        {result ? datastoreResultsMessages.countAgain : datastoreResultsMessages.count}
      </Button>
    </span>
  );
}

function RowCountProgress({ min, max, requests }: CountProgress) {
  const upper =
    max === undefined ? datastoreResultsMessages.orMore : datastoreResultsMessages.upToMax(max.toLocaleString('en'));
  return (
    <>
      {min.toLocaleString('en')} {upper}
      <span data-spoken="phone">{datastoreResultsMessages.requestCount(requests)}</span>
    </>
  );
}
