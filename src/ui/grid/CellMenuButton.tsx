import { IconDots } from '@tabler/icons-react';
import classes from './DataGrid.module.css';

type Props = {
  /** Accessible name, for touch screen readers that have no other way to the menu; without it, hidden from them. */
  label?: string | undefined;
  visuallyHidden?: boolean;
};

/** Button that opens the menu of its cell or heading; keyboard and right click need no button. */
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
