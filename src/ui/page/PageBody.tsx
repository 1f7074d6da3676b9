import type { ReactNode } from 'react';
import classes from './PageBody.module.css';

export function PageBody({ flush = false, children }: { flush?: boolean; children: ReactNode }) {
  return (
    <div className={classes['body']} data-flush={flush || undefined}>
      {children}
    </div>
  );
}
