import type { ReactNode } from 'react';
import { AttentionIcon } from './AttentionIcon.tsx';
import classes from './Fault.module.css';

type Props = {
  id?: string;
  title: string;
  /** The service's own words, shown in quotes. */
  words?: string | undefined;
  code?: string | undefined;
  /** Whose side it is on and what to do. */
  children?: ReactNode;
};

/** What went wrong with a form, after its fields. */
export function Fault({ id, title, words, code, children }: Props) {
  return (
    <div id={id} className={classes['fault']} role="alert">
      <AttentionIcon className={classes['icon']} />
      <b>{title}</b>
      {words && <p>“{words}”</p>}
      {code && <code>{code}</code>}
      {children && <div className={classes['advice']}>{children}</div>}
    </div>
  );
}
