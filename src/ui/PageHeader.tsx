import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

type Props = {
  title: ReactNode;
  /** The saved view or query that is shown. */
  view?: ReactNode;
  /** The number that matters, or a word about the whole. */
  count?: ReactNode;
  /** How old it is, how to renew it, and the menu of what has no button. */
  aside?: ReactNode;
};

/** The header line of a page, the same everywhere: its one h1, what is shown of it, and what belongs to the whole. */
export function PageHeader({ title, view, count, aside }: Props) {
  return (
    <div className={classes['header']}>
      <h1 tabIndex={-1}>{title}</h1>
      {view}
      {count !== undefined && <span className={classes['count']}>{count}</span>}
      {aside && <div className={classes['aside']}>{aside}</div>}
    </div>
  );
}
