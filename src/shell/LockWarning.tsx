import type { SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { stayActive, useLockWarning, watchIdleness } from '#session/idleLock.ts';
import { signOut } from '#session/session.ts';
import { isAtWork, useTray } from '#session/workTray.ts';
import { useEscape } from '#ui/browser/useEscape.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './LockWarning.module.css';

// starts with the first signed-in page and runs as long as the tab is open
watchIdleness();

const WARNED_S = 60;
/** Keys that operate the dialog's buttons; any other key extends the session. */
const OWN_KEYS = ['Tab', 'Shift', 'Enter', ' '];
const TOLD_EVERY_S = 15;

/** Warning shown in the last minute before the session locks; any click or key extends it. */
export function LockWarning() {
  const seconds = useLockWarning();
  // outside the page, which may be inert
  return seconds === undefined ? null : createPortal(<Warning seconds={seconds} />, document.body);
}

/** A native dialog, as its code must already be loaded when the service is unreachable. */
function Warning({ seconds }: { seconds: number }) {
  const working = useTray().some(isAtWork);
  // Escape must not close overlays beneath the warning
  useEscape(true, stayActive);
  const told = Math.min(WARNED_S, Math.ceil(seconds / TOLD_EVERY_S) * TOLD_EVERY_S);
  return (
    <dialog
      ref={holdFocus}
      className={`${classes['warning']} ${shared['raised']}`}
      role="alertdialog"
      aria-label="The session is about to lock"
      aria-describedby="lock-warning"
      onCancel={stayActive}
      onMouseDown={keepToItself}
      onTouchStart={keepToItself}
      onClick={({ target, currentTarget }) => target === currentTarget && stayActive()}
      onKeyDown={({ key }) => !OWN_KEYS.includes(key) && stayActive()}
    >
      <p className={classes['title']} aria-hidden="true">{`Locks in ${seconds} s`}</p>
      <p id="lock-warning">
        <span data-spoken aria-live="assertive">{`Locks in ${told} seconds. `}</span>
        14 min without use. Locking empties this tab and every other one; after signing in you are back here.
        {working && ' What is at work ends with it.'}
      </p>
      <ProgressLine label="Time left" done={seconds / WARNED_S} />
      <div className={classes['actions']}>
        <Button look="primary" autoFocus onClick={stayActive}>
          Stay signed in
        </Button>
        <Button look="plain" onClick={() => signOut('Locked.')}>
          Lock now
        </Button>
      </div>
    </dialog>
  );
}

/** Stops events that popovers beneath would treat as outside clicks. */
function keepToItself(event: SyntheticEvent): void {
  event.stopPropagation();
}

function holdFocus(dialog: HTMLDialogElement): () => void {
  const { activeElement } = document;
  dialog.showModal();
  return () => {
    dialog.close();
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  };
}
