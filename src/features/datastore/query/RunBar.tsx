import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Elapsed } from '#ui/values/Elapsed.tsx';
import { Keys } from '#ui/values/Keys.tsx';
import { Tag } from '#ui/values/Tag.tsx';
import classes from './RunBar.module.css';

/** Run, or Cancel in its place, which the second click of a double click does not mean; and how the draft stands. */
export function RunBar() {
  const { state, pages } = useDatastore();
  const { run, cancel, cancelled, waitsFor, edited: changed } = useEditing();
  const { isFetching: running, data } = pages.current;
  const edited = changed && state.collection !== '';
  return (
    <div className={classes['bar']}>
      {running ? (
        <Button
          className={classes['act']}
          icon={<IconPlayerStop size={16} aria-hidden />}
          onClick={({ detail }) => detail < 2 && cancel()}
        >
          Cancel
        </Button>
      ) : (
        <Button
          className={classes['act']}
          look="primary"
          icon={<IconPlayerPlay size={16} aria-hidden />}
          end={<Keys keys="Ctrl ↵" />}
          aria-label="Run"
          data-tip="Run the query"
          data-tip-keys="Ctrl ↵"
          disabled={waitsFor !== undefined}
          onClick={run}
        >
          Run
        </Button>
      )}
      {waitsFor && <span className={classes['waits']}>{waitsFor}</span>}
      {edited && !running && !waitsFor && <Tag tone="attention">edited since the last run</Tag>}
      <span className={classes['time']} role="status">
        {running ? (
          <Elapsed />
        ) : cancelled ? (
          'cancelled; nothing has changed'
        ) : (
          data && `${edited ? '' : 'last run '}${Math.round(data.latency)} ms`
        )}
      </span>
    </div>
  );
}
