import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

type Props = { title: ReactNode; aside?: ReactNode };

/** The one h1 of a page, with what belongs to the whole page beside it. */
export function PageHeader({ title, aside }: Props) {
  return (
    <div className={classes['header']}>
      <h1>{title}</h1>
      {aside && <div className={classes['aside']}>{aside}</div>}
    </div>
  );
}
