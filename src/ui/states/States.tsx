import type { ReactNode } from 'react';
import { useTextAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './States.module.css';

type Props = {
  title: ReactNode;
  action?: { label: string; run: () => void } | undefined;
  further?: ReactNode;
  /** Suppresses the announcement, as errors and progress are announced elsewhere. */
  quiet?: boolean;
  children?: ReactNode;
};

type FailedProps = Props & {
  detail?: string | undefined;
};

export function EmptyState(props: Props) {
  return <Place {...props} />;
}

/** Shown in place of content that failed to load. Announced, unless `quiet`. */
export function FailedState({ quiet = false, ...props }: FailedProps) {
  return <Place {...props} failed={quiet ? 'quietly' : 'aloud'} />;
}

type PlaceProps = FailedProps & { failed?: 'quietly' | 'aloud' };

function Place({ title, detail, action, further, failed, quiet, children }: PlaceProps) {
  // only the title, as counts below it change on every keystroke
  const heading = useTextAnnouncement<HTMLParagraphElement>(failed === undefined && !quiet);
  return (
    <div className={classes['place']} role={failed === 'aloud' ? 'alert' : undefined} data-failed={failed && true}>
      <p ref={heading} className={classes['title']}>
        {title}
      </p>
      {children && <div className={classes['more']}>{children}</div>}
      {detail && <p className={`${classes['detail']} ${shared['hint']}`}>{detail}</p>}
      {(action || further) && (
        // excludes lazily loaded buttons from the alert's announcement
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
