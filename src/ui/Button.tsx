import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import classes from './Button.module.css';

type Look = {
  /** `filled` for the one primary action of a view. */
  variant?: 'filled' | 'default' | 'subtle';
  /** At work: it shows so and cannot be pressed again. */
  loading?: boolean;
};

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** 36 px high, 30 px, or no higher than a line of text needs. */
    size?: 'sm' | 'xs' | 'compact';
    leftSection?: ReactNode;
    rightSection?: ReactNode;
    fullWidth?: boolean;
  };

/**
 * A button. Bare elements, because pages that show data at once are made of dozens of controls: a component of the
 * library takes several times as long to draw.
 */
export function Button(props: ButtonProps) {
  const { variant = 'filled', size = 'sm', loading = false, fullWidth, leftSection, rightSection, ...rest } = props;
  const { className = '', disabled = false, onClick, children, ...others } = rest;
  return (
    <button
      type="button"
      {...others}
      className={`${classes['button']} ${className}`}
      data-variant={variant}
      data-size={size}
      data-wide={fullWidth || undefined}
      {...pressing(onClick, disabled, loading)}
    >
      {leftSection}
      {children}
      {rightSection}
    </button>
  );
}

type IconButtonProps = ComponentProps<'button'> & Look & { 'aria-label': string; size?: 'sm' | 'xs' | 'md' };

/** A button that is nothing but its icon; `size` is 22, 28 or 30 px. */
export function IconButton(props: IconButtonProps) {
  const { variant = 'subtle', size = 'sm', loading = false, className = '', ...rest } = props;
  const { disabled = false, onClick, ...others } = rest;
  return (
    <button
      type="button"
      {...others}
      className={`${classes['icon']} ${className}`}
      data-variant={variant}
      data-size={size}
      {...pressing(onClick, disabled, loading)}
    />
  );
}

/** What cannot be pressed says so and does nothing, but keeps the focus, which `disabled` would throw away. */
function pressing(onClick: ButtonProps['onClick'], disabled: boolean, loading: boolean) {
  if (!disabled && !loading) return { onClick };
  return { onClick: doNothing, 'aria-disabled': true, 'data-loading': loading || undefined };
}

/** Not even send the form. */
function doNothing(event: MouseEvent): void {
  event.preventDefault();
}
