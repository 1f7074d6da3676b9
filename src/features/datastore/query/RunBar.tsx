import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { Button } from '#ui/controls/Button.tsx';
import { Elapsed } from '#ui/values/Elapsed.tsx';
import { Keys } from '#ui/values/Keys.tsx';
import { Tag } from '#ui/values/Tag.tsx';
import classes from './RunBar.module.css';

type Props = {
  running: boolean;
  /** Whether the draft would ask for something else than what is shown. */
  edited: boolean;
  cancelled: boolean;
  /** Why nothing can be run now. */
  waitsFor: string | undefined;
  /** Of what is shown, in ms. */
  latency: number | undefined;
  onRun: () => void;
  onCancel: () => void;
};

/** Run, or Cancel in its place, which the second click of a double click does not mean; and how the draft stands. */
export function RunBar({ running, edited, cancelled, waitsFor, latency, onRun, onCancel }: Props) {
  return (
    <div className={classes['bar']}>
      {running ? (
        <Button
          className={classes['act']}
          icon={<IconPlayerStop size={16} aria-hidden />}
          onClick={({ detail }) => detail < 2 && onCancel()}
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
          onClick={onRun}
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
          latency !== undefined && `${edited ? '' : 'last run '}${Math.round(latency)} ms`
        )}
      </span>
    </div>
  );
}
