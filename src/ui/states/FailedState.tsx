import type { ReactNode } from 'react';
import { keepFocus } from '#ui/browser/keepFocus.ts';
import { Button } from '#ui/controls/Button.tsx';
import classes from './States.module.css';

type Props = {
  /** What happened. */
  title: ReactNode;
  /** What is worth quoting to whoever runs the service: the error's code, the request's id. */
  detail?: string | undefined;
  /** The one way out that is likely to help. */
  action?: { label: string; run: () => void } | undefined;
  /** Further ways out. */
  further?: ReactNode;
  /** What failed says so at once by itself: this is for whoever comes by. */
  quiet?: boolean;
  /** The service's words, whose side it is on, what to do. */
  children?: ReactNode;
};

/** What stands where something could not be had. Announced at once, unless it is quiet. */
export function FailedState({ title, detail, action, further, quiet = false, children }: Props) {
  return (
    <div ref={keepFocus} className={classes['place']} role={quiet ? 'status' : 'alert'} data-failed>
      <p className={classes['title']}>{title}</p>
      {children && <div className={classes['more']}>{children}</div>}
      {detail && <p className={classes['detail']}>{detail}</p>}
      {(action || further) && (
        <div className={classes['actions']}>
          {action && (
            <Button look="primary" onClick={action.run}>
              {action.label}
            </Button>
          )}
          {further}
        </div>
      )}
    </div>
  );
}
