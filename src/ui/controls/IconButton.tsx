import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { pressing } from './Button.tsx';
import classes from './IconButton.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** Its name, which its tooltip says too; names of others' within it as `toPlainText` has them. */
  label: string;
  /** What the tooltip says where that is more than the name. */
  tip?: string;
  /** Keys that do the same. */
  keys?: string;
  /** 30 px, or 24 within a row. */
  size?: 'bar' | 'row';
  /** What it shows, 16 px large; what is drawn otherwise stands within it. */
  Icon?: TablerIcon;
  /** At work: it shows so and cannot be pressed again. */
  loading?: boolean;
};

/** A button that is nothing but its icon. */
export function IconButton(props: IconButtonProps) {
  const { label, tip = label, keys, size = 'bar', Icon, loading = false, ...rest } = props;
  const { className = '', disabled = false, onClick, children, ...others } = rest;
  return (
    <button
      type="button"
      {...others}
      className={`${classes['icon']} ${className}`}
      aria-label={label}
      data-tip={tip}
      data-tip-keys={keys}
      data-size={size}
      {...pressing(onClick, disabled, loading)}
    >
      {Icon ? <Icon size={16} stroke={1.5} aria-hidden /> : children}
    </button>
  );
}
