import { IconDots } from '@tabler/icons-react';
import classes from './DataGrid.module.css';

type Props = {
  /**
   * Accessible name. Required if touch screen readers have no other way to open the menu. Without it, the button is
   * hidden from screen readers.
   */
  label?: string | undefined;
  visuallyHidden?: boolean;
};

export function CellMenuButton({ label, visuallyHidden = false }: Props) {
  return (
    <button
      type="button"
      className={classes['more']}
      data-menu
      data-unseen={visuallyHidden || undefined}
      tabIndex={-1}
      aria-hidden={label === undefined}
      aria-label={label}
      aria-haspopup="menu"
      title="Menu (Alt+Enter)"
    >
      <IconDots size={16} stroke={1.5} aria-hidden />
    </button>
  );
}
