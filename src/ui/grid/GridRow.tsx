import { shallowEqual } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { addBasePath } from '#lib/basePath.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { toPlainText } from '#lib/invisible.ts';
import type { TimeMode } from '#lib/time/time.ts';
import type { DrawnColumn } from '#ui/grid/columns/drawnColumns.ts';
import { heardByGrid } from '#ui/grid/keyboard/useGridSelection.ts';
import { cellContent } from './cellContent.tsx';
import classes from './DataGrid.module.css';
import { headingOf } from './gridColumn.ts';
import type { GridRows } from './gridProps.ts';
import { MenuMark } from './MenuMark.tsx';

type RowShown = {
  row: number;
  top: number;
  activeColumn: number | undefined;
  marked: boolean;
  path: string | undefined;
  warning: string | undefined;
  isNew: boolean | undefined;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  name: string | undefined;
};

/** Props common to all rows; a new object renders all rows. */
export type RowsDrawnWith = Pick<GridRows, 'cell' | 'version'> & {
  timeMode: TimeMode;
  /** The left edge opens the preview. */
  edge: boolean;
  menu: boolean;
  keyShortcuts: string;
};

type Props = { shown: RowShown; drawn: readonly DrawnColumn[]; all: RowsDrawnWith };

export const GridRow = memo(function GridRow({ shown, drawn, all }: Props) {
  const heading = drawn[headingOf(drawn.map(({ column }) => column))]?.index;
  return (
    <div
      className={classes['row']}
      role="row"
      aria-rowindex={shown.row + 2}
      aria-selected={shown.selected}
      data-active={shown.marked || undefined}
      data-mark={shown.isNew ? 'new' : undefined}
      style={{ top: shown.top }}
    >
      {shown.selected !== undefined && (
        <div className={`${classes['cell']} ${classes['check']}`} role="gridcell" aria-colindex={1} data-check>
          {all.edge && <span className={classes['rowEdge']} data-edge title="Preview (P)" />}
          <input
            type="checkbox"
            aria-label={`Select ${toPlainText(shown.name ?? '')}`}
            checked={shown.selected}
            onChange={heardByGrid}
            tabIndex={shown.activeColumn === 0 ? 0 : -1}
          />
        </div>
      )}
      {drawn.map((column) => drawCell(column, shown, all, column.index === heading))}
    </div>
  );
}, isSame);

function isSame(before: Props, now: Props): boolean {
  return before.drawn === now.drawn && before.all === now.all && shallowEqual(before.shown, now.shown);
}

/** A function, not a component, which would double the cost of a cell. */
function drawCell({ column, index, style, slot }: DrawnColumn, shown: RowShown, all: RowsDrawnWith, heading: boolean) {
  const { path, warning, isNew } = shown;
  const lead = shown.selected === undefined ? 0 : 1;
  const value = all.cell(shown.row, column);
  const { content, title, name } = cellContent(value, column, all.timeMode);
  const href = heading ? path : column.href?.(value);
  // a link in the cell takes the focus, else the cell
  const order = index + lead === shown.activeColumn ? 0 : -1;
  const marked = all.menu && shown.marked && order === 0;
  // rows without a link are opened from their menu, which touch screen readers must find
  const named = all.menu && heading && path === undefined ? `Menu of row ${formatCount(shown.row + 1)}` : undefined;
  return (
    <div
      key={column.key}
      className={column.pinned ? `${classes['cell']} ${classes['pinned']}` : classes['cell']}
      style={style}
      // gridcell if without a link, as a row header without one takes no focus
      role={heading && path !== undefined ? 'rowheader' : 'gridcell'}
      aria-colindex={index + lead + 1}
      data-type={column.type}
      data-slot={slot}
      title={title}
      // excludes the button from the cell's name
      aria-label={named && value !== undefined && typeof value !== 'object' ? toPlainText(String(value)) : undefined}
      aria-keyshortcuts={order === 0 ? all.keyShortcuts : undefined}
      tabIndex={href === undefined ? order : -1}
    >
      {heading && warning && (
        <IconAlertTriangle className={classes['warning']} size={16} title={warning} aria-label={warning} />
      )}
      {heading && isNew && <span className={classes['mark']}>new</span>}
      {href === undefined ? (
        content
      ) : (
        <a className={classes['link']} href={addBasePath(href)} tabIndex={order}>
          {name === undefined ? content : <span aria-hidden>{content}</span>}
          {name !== undefined && <span data-spoken>{name}</span>}
        </a>
      )}
      {(marked || named) && <MenuMark label={named} unseen={!marked} />}
    </div>
  );
}
