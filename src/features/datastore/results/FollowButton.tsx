import { IconPlayerTrackNext } from '@tabler/icons-react';
import { autoRefresh } from '#api/autoRefresh.ts';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { newestFirst } from '#pipeline/ask/newestFirst.ts';
import { Button } from '#ui/controls/Button.tsx';
import classes from './Results.module.css';
import { useResults } from './ResultsPlace.tsx';

const EVERY_S = 10;

/**
 * Follows a query: newest first as far as the service sorts, renewed by itself, and what is new comes before what is
 * there. The choice of how often is left as it was found.
 */
export function FollowButton() {
  const { state, seen, extensions, show } = useDatastore();
  const { draft, apply } = useEditing();
  const { following, follow } = useResults();
  const order = extensions.includes('sort') ? 'Newest first' : 'First, in the service’s order';
  const start = () => {
    const before = autoRefresh.get();
    if (before === 0) autoRefresh.set(EVERY_S);
    follow({ before });
    const next = newestFirst(draft, seen, extensions);
    if (next !== draft) apply(next);
    else if (state.page > 1) show({ page: 1 });
  };
  const stop = () => {
    if (following?.before === 0) autoRefresh.set(0);
    follow(undefined);
  };
  return (
    <Button
      look="plain"
      aria-pressed={following !== undefined}
      icon={<IconPlayerTrackNext size={16} stroke={1.5} aria-hidden />}
      aria-label="Follow"
      data-tight
      data-tip={`${order}, renewed by itself, new rows marked`}
      onClick={following ? stop : start}
    >
      <span className={classes['word']}>Follow</span>
    </Button>
  );
}
