import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  look?: 'primary' | 'edged' | 'plain' | 'link';
  /** 30 px high in bars and panes, 36 in forms, 24 in rows. */
  size?: 'bar' | 'form' | 'row';
  loading?: boolean;
  wide?: boolean;
  /** Leading icon, 16 px; other graphics are passed as children. */
  Icon?: TablerIcon;
  end?: ReactNode;
};

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

/** Props of a disabled or loading button: it ignores clicks but keeps the focus, unlike with `disabled`. */
export function pressing(onClick: ComponentProps<'button'>['onClick'], disabled: boolean, loading: boolean): Pressing {
  if (!disabled && !loading) return { onClick };
  // must not submit the form either
  return { onClick: (event) => event.preventDefault(), 'aria-disabled': true, 'data-loading': loading || undefined };
}
