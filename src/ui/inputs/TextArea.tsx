import type { ComponentProps } from 'react';
import classes from './TextArea.module.css';

export function TextArea({ className = '', ...area }: ComponentProps<'textarea'>) {
  return <textarea spellCheck={false} {...area} className={`${classes['area']} ${className}`} />;
}
