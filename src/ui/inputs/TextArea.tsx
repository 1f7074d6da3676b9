import type { ComponentProps } from 'react';
import classes from './TextArea.module.css';

/** Several lines of text that are typed; `mono` for code. It needs a label or an `aria-label`. */
export function TextArea({ mono = false, className = '', ...area }: ComponentProps<'textarea'> & { mono?: boolean }) {
  return (
    <textarea
      spellCheck={false}
      {...area}
      className={`${classes['area']} ${className}`}
      data-mono={mono || undefined}
    />
  );
}
