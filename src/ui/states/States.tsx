import type { ReactNode } from 'react';
import { useElementTextAnnouncement } from '#ui/browser/useAnnouncement.ts';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './States.module.css';

type Props = {
  title: ReactNode;
  action?: { label: string; run: () => void } | undefined;
  extraActions?: ReactNode;
  silent?: boolean;
  children?: ReactNode;
};

type ErrorStateProps = Props & {
  detail?: string | undefined;
};

export function EmptyState(props: Props) {
  return <StateMessage {...props} />;
}

export function ErrorState({ silent = false, ...props }: ErrorStateProps) {
  return <StateMessage {...props} failed={silent ? 'quietly' : 'aloud'} />;
}

type StateMessageProps = ErrorStateProps & { failed?: 'quietly' | 'aloud' };

function StateMessage({ title, detail, action, extraActions, failed, silent, children }: StateMessageProps) {
  // only the title, as counts below it change on every keystroke
  const heading = useElementTextAnnouncement<HTMLParagraphElement>(failed === undefined && !silent);
  return (
    <div className={classes['message']} role={failed === 'aloud' ? 'alert' : undefined} data-failed={failed && true}>
      <p ref={heading} className={classes['title']}>
        {title}
      </p>
      {children && <div className={classes['more']}>{children}</div>}
      {detail && <p className={`${classes['detail']} ${shared['hint']}`}>{detail}</p>}
      {(action || extraActions) && (
        // excludes lazily loaded buttons from the alert's announcement
        <div className={`${classes['actions']} ${shared['wrap']}`} aria-live="off">
          {action && (
            <Button variant={failed ? 'primary' : 'edged'} onClick={action.run}>
              {action.label}
            </Button>
          )}
          {extraActions}
        </div>
      )}
    </div>
  );
}
