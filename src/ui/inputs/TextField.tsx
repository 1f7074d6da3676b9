import { type ComponentProps, type ReactNode, use } from 'react';
import { FieldControlContext } from '#ui/controls/fieldControlContext.ts';
import classes from './TextField.module.css';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> & {
  /** 30 px high in bars and panes, 36 in forms. */
  size?: 'bar' | 'form';
  icon?: ReactNode;
  end?: ReactNode;
};

/** Requires a surrounding form field or an `aria-label`. */
export function TextField({ size = 'bar', icon, end, className = '', ...input }: TextFieldProps) {
  const control = use(FieldControlContext);
  return (
    <span className={`${classes['field']} ${className}`} data-size={size}>
      {icon}
      <input type="text" spellCheck={false} autoComplete="off" {...control} {...input} className={classes['input']} />
      {end}
    </span>
  );
}
