import type { ReactNode } from 'react';
import classes from './Tag.module.css';

export function Tag({
  tone = 'unknown',
  children,
}: {
  tone?: 'attention' | 'failed' | 'unknown';
  children: ReactNode;
}) {
  return (
    <span className={classes['tag']} data-tone={tone}>
      {children}
    </span>
  );
}
