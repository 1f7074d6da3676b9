import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import shared from '#ui/theme/shared.module.css';
import classes from './Button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'edged' | 'plain' | 'link';
  /** Button height: 30 px (`bar`), 36 px (`form`) or 24 px (`row`). */
  size?: 'bar' | 'form' | 'row';
  loading?: boolean;
  fullWidth?: boolean;
  Icon?: TablerIcon;
  end?: ReactNode;
};

export function Button(props: ButtonProps) {
  const { variant = 'edged', size = 'bar', loading = false, fullWidth, Icon, end, ...rest } = props;
  const { className = '', disabled = false, onClick, children, ...others } = rest;
  return (
    <button
      type="button"
      {...others}
      className={`${classes['button']} ${shared['toggle']} ${className}`}
      data-look={variant}
      data-size={size}
      data-wide={fullWidth || undefined}
      {...getFocusableDisabledProps(onClick, disabled, loading)}
    >
      {Icon && <Icon size={16} stroke={1.5} aria-hidden />}
      {children}
      {end}
    </button>
  );
}

type PressProps = Pick<ComponentProps<'button'>, 'onClick' | 'aria-disabled'> & { 'data-loading'?: true | undefined };

/**
 * Creates the props of a disabled or loading button. The button ignores clicks but, unlike with the `disabled`
 * attribute, keeps the focus.
 */
export function getFocusableDisabledProps(
  onClick: ComponentProps<'button'>['onClick'],
  disabled: boolean,
  loading: boolean,
): PressProps {
  if (!disabled && !loading) return { onClick };
  // must not submit the form either
  return { onClick: (event) => event.preventDefault(), 'aria-disabled': true, 'data-loading': loading || undefined };
}
