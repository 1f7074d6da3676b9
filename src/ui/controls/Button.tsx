import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  /** `primary` is the one action of a view, `plain` one with an icon in a bar, `link` adds or leads. */
  look?: 'primary' | 'edged' | 'plain' | 'link';
  /** 30 px high in bars and panes, 36 in forms, 24 within a row. */
  size?: 'bar' | 'form' | 'row';
  /** At work: it shows so and cannot be pressed again. */
  loading?: boolean;
  /** As wide as what it stands in. */
  wide?: boolean;
  /** What it shows before its words, 16 px large; what is drawn otherwise stands before them itself. */
  Icon?: TablerIcon;
  /** What stands after the words, such as keys. */
  end?: ReactNode;
};

/** A button with words. */
export function Button(props: ButtonProps) {
  const { look = 'edged', size = 'bar', loading = false, wide, Icon, end, ...rest } = props;
  const { className = '', disabled = false, onClick, children, ...others } = rest;
  return (
    <button
      type="button"
      {...others}
      className={`${classes['button']} ${className}`}
      data-look={look}
      data-size={size}
      data-wide={wide || undefined}
      {...pressing(onClick, disabled, loading)}
    >
      {Icon && <Icon size={16} stroke={1.5} aria-hidden />}
      {children}
      {end}
    </button>
  );
}

type Pressing = Pick<ComponentProps<'button'>, 'onClick' | 'aria-disabled'> & { 'data-loading'?: true | undefined };

/** What cannot be pressed says so and does nothing, but keeps the focus, which `disabled` would throw away. */
export function pressing(onClick: ComponentProps<'button'>['onClick'], disabled: boolean, loading: boolean): Pressing {
  if (!disabled && !loading) return { onClick };
  // it does not even send the form
  return { onClick: (event) => event.preventDefault(), 'aria-disabled': true, 'data-loading': loading || undefined };
}
