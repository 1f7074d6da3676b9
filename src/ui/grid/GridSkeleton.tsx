import classes from './DataGrid.module.css';
import type { DrawnColumn } from './drawnColumns.ts';

const ROWS = 12;
/** How much of its cell a bar fills, in percent: as uneven as values are. */
const SHARES = [72, 58, 84, 66, 78, 50];

/** Bars where values will stand, in the grid's own columns; nothing of it is there for a screen reader, which hears "busy". */
export function GridSkeleton({ drawn, lead }: { drawn: readonly DrawnColumn[]; lead: number }) {
  return (
    <div className={classes['skeleton']} role="presentation" aria-hidden="true">
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={row} className={classes['skeletonRow']}>
          {lead > 0 && <span />}
          {drawn.map(({ column, index, style }) => (
            <span key={column.key} className={classes['skeletonCell']} style={style} data-type={column.type}>
              <svg className={classes['bar']} width={`${SHARES[(row + index * 2) % SHARES.length]}%`} height="8" />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
