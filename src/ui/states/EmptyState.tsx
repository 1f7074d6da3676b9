import type { ReactNode } from 'react';
import { keepFocus } from '#ui/browser/keepFocus.ts';
import { Button } from '#ui/controls/Button.tsx';
import classes from './States.module.css';

type Props = {
  /** Why there is nothing. */
  title: ReactNode;
  /** The way out. */
  action?: { label: string; run: () => void } | undefined;
  /** Further ways out. */
  further?: ReactNode;
  children?: ReactNode;
};

/** What stands where nothing is: why, then the way out. */
export function EmptyState({ title, action, further, children }: Props) {
  return (
    <div ref={keepFocus} className={classes['place']} role="status">
      <p className={classes['title']}>{title}</p>
      {children && <div className={classes['more']}>{children}</div>}
      {(action || further) && (
        <div className={classes['actions']}>
          {action && <Button onClick={action.run}>{action.label}</Button>}
          {further}
        </div>
      )}
    </div>
  );
}
