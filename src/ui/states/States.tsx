import type { ReactNode } from 'react';
import { useTextAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './States.module.css';

type Props = {
  /** Why there is nothing, or what happened. */
  title: ReactNode;
  /** The way out that is likely to help. */
  action?: { label: string; run: () => void } | undefined;
  /** Further ways out. */
  further?: ReactNode;
  /** What failed, or is under way, is announced by itself: this is for whoever comes by. */
  quiet?: boolean;
  /** What more there is to say: the service's words, whose side it is on, what to do. */
  children?: ReactNode;
};

type FailedProps = Props & {
  /** What is worth quoting to whoever runs the service: the error's code, the request's id. */
  detail?: string | undefined;
};

/** What stands where nothing is: why, then the way out. */
export function EmptyState(props: Props) {
  return <Place {...props} />;
}

/** What stands where something could not be had. Announced at once, unless it is quiet. */
export function FailedState({ quiet = false, ...props }: FailedProps) {
  return <Place {...props} failed={quiet ? 'quietly' : 'aloud'} />;
}

type PlaceProps = FailedProps & { failed?: 'quietly' | 'aloud' };

function Place({ title, detail, action, further, failed, quiet, children }: PlaceProps) {
  // the title alone: what is counted below it changes with every letter
  const heading = useTextAnnouncement<HTMLParagraphElement>(failed === undefined && !quiet);
  return (
    <div className={classes['place']} role={failed === 'aloud' ? 'alert' : undefined} data-failed={failed && true}>
      <p ref={heading} className={classes['title']}>
        {title}
      </p>
      {children && <div className={classes['more']}>{children}</div>}
      {detail && <p className={`${classes['detail']} ${shared['hint']}`}>{detail}</p>}
      {(action || further) && (
        // of an alert its words alone are announced, not buttons whose code comes later
        <div className={`${classes['actions']} ${shared['wrap']}`} aria-live="off">
          {action && (
            <Button look={failed ? 'primary' : 'edged'} onClick={action.run}>
              {action.label}
            </Button>
          )}
          {further}
        </div>
      )}
    </div>
  );
}
