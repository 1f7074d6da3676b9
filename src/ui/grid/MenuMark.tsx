import { IconDots } from '@tabler/icons-react';
import classes from './DataGrid.module.css';

/** Opens the menu of the cell or heading it stands in by a click, which keys and a right click open without it. */
export function MenuMark() {
  return (
    <button type="button" className={classes['more']} data-menu tabIndex={-1} aria-hidden title="Menu (Alt+Enter)">
      <IconDots size={16} stroke={1.5} aria-hidden />
    </button>
  );
}
