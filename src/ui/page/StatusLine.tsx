import type { ReactNode } from 'react';
import classes from './Bars.module.css';

type Props = {
  aside?: ReactNode;
  /** On a phone it takes a second line before words are cut. */
  wraps?: boolean;
  children: ReactNode;
};

/** The last line of a page, 28 px: what is in view and in which order; at its right, quietly, bytes and time. */
export function StatusLine({ aside, wraps = false, children }: Props) {
  return (
    <div className={classes['status']} data-wraps={wraps || undefined}>
      {wraps ? <span>{children}</span> : children}
      {aside !== undefined && <span className={classes['end']}>{aside}</span>}
    </div>
  );
}
