import type { ReactNode } from 'react';
import classes from './Bars.module.css';

/** The last line of a page, 28 px: what is in view and in which order; at its right, quietly, bytes and time. */
export function StatusLine({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['status']}>
      {children}
      {aside !== undefined && <span className={classes['end']}>{aside}</span>}
    </div>
  );
}
