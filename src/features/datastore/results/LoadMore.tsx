import { formatCount } from '#lib/counts.ts';
import { GATHERED_MAX } from '#pipeline/ask/gatheredRows.ts';
import { Button } from '#ui/controls/Button.tsx';
import classes from './Results.module.css';
import { useResults } from './ResultsPlace.tsx';

/** Loads pages behind those that are there into the same view. */
export function LoadMore() {
  const { documents, more, full, loading, load } = useResults().rows;
  if (loading.running) {
    return (
      <p className={classes['more']}>
        <span role="status">{formatCount(loading.progress ?? documents.length)} rows loaded</span>
        <Button onClick={loading.cancel} aria-label="Cancel loading">
          Cancel
        </Button>
      </p>
    );
  }
  if (full) return <p className={classes['more']}>{formatCount(GATHERED_MAX)} rows are as many as one view holds.</p>;
  if (more !== 'yes' && !loading.error) return null;
  const amounts = [1000, GATHERED_MAX].filter((amount) => amount > documents.length);
  return (
    <p className={classes['more']}>
      {loading.error && <span role="alert">Not all were loaded: {loading.error.message}</span>}
      <Button look="link" onClick={() => load(documents.length + 1)}>
        Load more
      </Button>
      {amounts.map((amount) => (
        <Button key={amount} look="link" onClick={() => load(amount)}>
          <span data-spoken="phone">Load </span>up to {formatCount(amount)}
        </Button>
      ))}
    </p>
  );
}
