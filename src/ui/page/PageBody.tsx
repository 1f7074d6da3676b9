import type { ReactNode } from 'react';
import classes from './PageBody.module.css';

/** What of a page scrolls, below its header. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={classes['body']}>{children}</div>;
}
