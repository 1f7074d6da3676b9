import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import type { TimeMode } from '#lib/time/time.ts';
import type { DrawnColumn } from '#ui/grid/columns/drawnColumns.ts';
import { heardByGrid } from '#ui/grid/keyboard/useGridSelection.ts';
import { cellContent } from './cellContent.tsx';
import classes from './DataGrid.module.css';
import { type GridColumn, headingOf } from './gridColumn.ts';

/** What is to be said of a row; a dimmed one is shown although it does not belong there any more. */
export type RowMark = 'new' | 'changed' | 'dimmed';

type Props = {
  row: number;
  top: number;
  drawn: readonly DrawnColumn[];
  cell: (row: number, column: GridColumn) => unknown;
  /** Not read: it tells that the row must be drawn again. */
  version: unknown;
  timeMode: TimeMode;
  activeColumn: number | undefined;
  /** Shows that it is the active row. */
  marked: boolean;
  path: string | undefined;
  warning: string | undefined;
  mark: RowMark | undefined;
  /** Its left edge can be clicked. */
  edge: boolean;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  name: string | undefined;
};

export const GridRow = memo(function GridRow(props: Props) {
  const { row, top, drawn, cell, timeMode, activeColumn, marked, path, warning, mark, edge, selected, name } = props;
  const lead = selected === undefined ? 0 : 1;
  const heading = drawn[headingOf(drawn.map(({ column }) => column))]?.index;
  return (
    <div
      className={classes['row']}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={selected}
      data-active={marked || undefined}
      data-mark={mark}
      style={{ top }}
    >
      {selected !== undefined && (
        <div className={`${classes['cell']} ${classes['check']}`} role="gridcell" aria-colindex={1} data-check>
          {edge && <span className={classes['rowEdge']} data-edge title="Preview (P)" />}
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={heardByGrid}
            tabIndex={activeColumn === 0 ? 0 : -1}
          />
        </div>
      )}
      {drawn.map(({ column, index, style, slot }) => {
        const value = cell(row, column);
        const { content, title, name: whole } = cellContent(value, column, timeMode);
        const href = index === heading ? path : column.href?.(value);
        // the focus goes to what a cell has to press, or else to the cell
        const order = index + lead === activeColumn ? 0 : -1;
        return (
          <div
            key={column.key}
            className={column.pinned ? `${classes['cell']} ${classes['pinned']}` : classes['cell']}
            style={style}
            // a name that leads nowhere is a cell: a heading that has nothing to press takes no focus
            role={index === heading && path !== undefined ? 'rowheader' : 'gridcell'}
            aria-colindex={index + lead + 1}
            data-type={column.type}
            data-slot={slot}
            title={title}
            tabIndex={href === undefined ? order : -1}
          >
            {index === heading && warning && (
              <IconAlertTriangle className={classes['warning']} size={16} title={warning} aria-label={warning} />
            )}
            {index === heading && mark && mark !== 'dimmed' && <span className={classes['mark']}>{mark}</span>}
            {href === undefined ? (
              content
            ) : (
              <a className={classes['link']} href={href} tabIndex={order} aria-label={whole}>
                {content}
              </a>
            )}
          </div>
        );
      })}
    </div>
  );
});
