import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, use } from 'react';
import { FieldControlContext } from '#ui/controls/fieldControlContext.ts';
import classes from './TextField.module.css';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> & {
  size?: 'bar' | 'form';
  icon?: ReactNode;
  end?: ReactNode;
};

/** Text input. Requires a surrounding form field or an `aria-label`. */
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

export function SearchField(props: Omit<TextFieldProps, 'type' | 'icon'>) {
  return <TextField {...props} type="search" icon={<IconSearch size={16} stroke={1.5} aria-hidden />} />;
}
