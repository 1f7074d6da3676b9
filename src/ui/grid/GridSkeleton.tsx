import type { DrawnColumn } from '#ui/grid/columns/drawnColumns.ts';
import classes from './DataGrid.module.css';

/**
 * Bars where values will stand, in the grid's own columns, an element a column: it must cost nothing where rows are there
 * at once. Nothing of it is there for a screen reader, which hears "busy".
 */
export function GridSkeleton({ drawn, lead }: { drawn: readonly DrawnColumn[]; lead: number }) {
  return (
    <div className={classes['skeleton']} role="presentation" aria-hidden="true">
      {lead > 0 && <span data-check />}
      {drawn.map(({ column, style, slot }) => (
        <span key={column.key} className={classes['bars']} style={style} data-type={column.type} data-slot={slot} />
      ))}
    </div>
  );
}
