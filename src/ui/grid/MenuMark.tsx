import { IconDots } from '@tabler/icons-react';
import classes from './DataGrid.module.css';

type Props = {
  /** Names it for a screen reader, which has no other way to the menu on a touch screen; without it only a pointer finds it. */
  label?: string | undefined;
  /** Only a screen reader finds it. */
  unseen?: boolean;
};

/** Opens the menu of the cell or heading it stands in by a click, which keys and a right click open without it. */
export function MenuMark({ label, unseen = false }: Props) {
  return (
    <button
      type="button"
      className={classes['more']}
      data-menu
      data-unseen={unseen || undefined}
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
