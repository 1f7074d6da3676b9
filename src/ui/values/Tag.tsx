import type { ReactNode } from 'react';
import classes from './Tag.module.css';

type Props = { tone?: 'attention' | 'good' | 'failed' | 'unknown'; icon?: ReactNode; children: ReactNode };

/** A word or two about what they stand beside, on the colour of their meaning. */
export function Tag({ tone = 'unknown', icon, children }: Props) {
  return (
    <span className={classes['tag']} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
