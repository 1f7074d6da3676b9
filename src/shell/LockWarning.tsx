import { stayActive, useLockWarning, watchIdleness } from '#session/idleLock.ts';
import { Button } from '#ui/Button.tsx';
import classes from './LockWarning.module.css';

// from the first page behind sign-in on, for as long as the tab lives
watchIdleness();

/** Says in the last minute that the session is about to lock; any click or key extends it. */
export function LockWarning() {
  const seconds = useLockWarning();
  if (seconds === undefined) return null;
  return (
    <div className={classes['warning']} role="alertdialog" aria-label="The session is about to lock">
      <span>
        Locking in <b aria-hidden="true">{seconds}</b>
        <span className={classes['unit']}> seconds without activity</span>
      </span>
      <Button look="primary" onClick={stayActive}>
        Stay signed in
      </Button>
    </div>
  );
}
