import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import shared from '#ui/theme/shared.module.css';
import { getFocusableDisabledProps } from './Button.tsx';
import classes from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  label: string;
  tooltip?: string;
  shortcut?: string;
  size?: 'bar' | 'row';
  Icon?: TablerIcon;
  loading?: boolean;
};

export function IconButton(props: IconButtonProps) {
  const { label, tooltip = label, shortcut, size = 'bar', Icon, loading = false, ...rest } = props;
  const { className = '', disabled = false, onClick, children, ...others } = rest;
  return (
    <button
      type="button"
      {...others}
      className={`${classes['icon']} ${shared['toggle']} ${className}`}
      aria-label={label}
      data-tip={tooltip}
      data-tip-keys={shortcut}
      data-size={size}
      {...getFocusableDisabledProps(onClick, disabled, loading)}
    >
      {Icon ? <Icon size={16} stroke={1.5} aria-hidden /> : children}
    </button>
  );
}
