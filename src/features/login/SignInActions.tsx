import { IconPlayerStop } from '@tabler/icons-react';
import { baseUrlComplaint, hostOf } from '#api/connection.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ProgressLine } from '#ui/states/ProgressLine.tsx';
import shared from '#ui/theme/shared.module.css';
import { Elapsed } from '#ui/values/Elapsed.tsx';
import classes from './LoginForm.module.css';

/** While it is tried, Cancel stands where the primary was; whoever pressed that goes on from here. */
export function Trying({ stop }: { stop: () => void }) {
  return (
    <div className={`${classes['trying']} ${shared['row']}`}>
      <ProgressLine label="Asking for the device list" />
      <p>
        Asking for the device list <Elapsed />
        <span className={`${classes['small']} ${shared['small']}`}>Nothing is kept until the answer is here.</span>
      </p>
      <Button
        ref={takeLostFocus}
        size="form"
        icon={<IconPlayerStop size={16} stroke={1.5} aria-hidden />}
        onClick={stop}
      >
        Cancel
      </Button>
    </div>
  );
}

type ReadyProps = {
  baseUrl: string;
  /** What signing in is called. */
  label: string;
  another: (() => void) | undefined;
  /** It was tried before: whoever pressed Cancel goes on from here. */
  tried: boolean;
};

/** Signs in, and says what that asks of whom. */
export function Ready({ baseUrl, label, another, tried }: ReadyProps) {
  const host = baseUrlComplaint(baseUrl) === undefined ? hostOf(baseUrl) : 'the service';
  return (
    <div className={classes['ready']}>
      <div className={classes['actions']}>
        <Button ref={tried ? takeLostFocus : null} type="submit" look="primary" size="form">
          {label}
        </Button>
        {another && (
          <Button look="plain" size="form" onClick={another}>
            Another connection
          </Button>
        )}
      </div>
      <p className={`${classes['small']} ${shared['small']}`}>Asks {host} for the device list, nothing else.</p>
    </div>
  );
}

export function Demo({ disabled, onUse }: { disabled: boolean; onUse: () => void }) {
  return (
    <div className={`${classes['demo']} ${shared['row']}`}>
      <p>
        No service at hand?
        <span className={`${classes['small']} ${shared['small']}`}>A made-up fleet, on this computer.</span>
      </p>
      <Button size="form" disabled={disabled} onClick={onUse}>
        Use the demo project
      </Button>
    </div>
  );
}

/** The focus of a button that is gone is the document's. */
function takeLostFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}
