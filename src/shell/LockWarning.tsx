import type { SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { isRunningTask, useTaskTrayItems } from '#session/taskTray.ts';
import { useSecondsUntilLock, useSessionStore } from '#session/useSession.ts';
import { useCloseOnEscape } from '#ui/browser/useCloseOnEscape.ts';
import { Button } from '#ui/controls/Button.tsx';
import { LinearProgress } from '#ui/states/LinearProgress.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './LockWarning.module.css';

const WARNING_S = 60;
/** Keys that operate the dialog's buttons. Any other key extends the session. */
const DIALOG_KEYS = ['Tab', 'Shift', 'Enter', ' '];
const ANNOUNCE_INTERVAL_S = 15;

export function LockWarning() {
  const seconds = useSecondsUntilLock();
  // outside the page, which may be inert
  return seconds === undefined ? null : createPortal(<LockWarningDialog seconds={seconds} />, document.body);
}

/** Native dialog, so that its code is available even if the service is unreachable. */
function LockWarningDialog({ seconds }: { seconds: number }) {
  const { reportActivity, signOut } = useSessionStore();
  const working = useTaskTrayItems().some(isRunningTask);
  // Escape must not close overlays below the warning
  useCloseOnEscape(true, reportActivity);
  const announcedSeconds = Math.min(WARNING_S, Math.ceil(seconds / ANNOUNCE_INTERVAL_S) * ANNOUNCE_INTERVAL_S);
  return (
    <dialog
      ref={showModalDialog}
      className={`${classes['warning']} ${shared['raised']}`}
      role="alertdialog"
      aria-label="The session is about to lock"
      aria-describedby="lock-warning"
      onCancel={reportActivity}
      onMouseDown={stopPropagation}
      onTouchStart={stopPropagation}
      onClick={({ target, currentTarget }) => target === currentTarget && reportActivity()}
      onKeyDown={({ key }) => !DIALOG_KEYS.includes(key) && reportActivity()}
    >
      <p className={classes['title']} aria-hidden="true">
        {`Locks in ${seconds} s`}
      </p>
      <p id="lock-warning">
        <span data-spoken aria-live="assertive">
          {`Locks in ${announcedSeconds} seconds. `}
        </span>
        No activity for 14 minutes. Locking clears this tab and all others. After you sign in, you return to this page.
        {working && ' Running tasks will stop.'}
      </p>
      <LinearProgress label="Time left" value={seconds / WARNING_S} />
      <div className={classes['actions']}>
        <Button variant="primary" autoFocus onClick={reportActivity}>
          Stay signed in
        </Button>
        <Button variant="plain" onClick={() => signOut('Locked.')}>
          Lock now
        </Button>
      </div>
    </dialog>
  );
}

function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation();
}

function showModalDialog(dialog: HTMLDialogElement): () => void {
  const { activeElement } = document;
  dialog.showModal();
  return () => {
    dialog.close();
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  };
}
