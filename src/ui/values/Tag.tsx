import type { ReactNode } from 'react';
import classes from './Tag.module.css';

/** A word or two about what they stand beside, on the colour of their meaning. */
export function Tag({ tone = 'unknown', children }: { tone?: 'attention' | 'unknown'; children: ReactNode }) {
  return (
    <span className={classes['tag']} data-tone={tone}>
      {children}
    </span>
  );
}
