import { shallowEqual } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { addBasePath } from '#lib/basePath.ts';
import { formatCount } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import type { TimeMode } from '#lib/time/time.ts';
import type { PositionedColumn } from '#ui/grid/columns/positionColumns.ts';
import { noop } from '#ui/grid/keyboard/useGridSelection.ts';
import { CellMenuButton } from './CellMenuButton.tsx';
import classes from './DataGrid.module.css';
import { getRowHeaderIndex } from './gridColumn.ts';
import type { GridRows } from './gridProps.ts';
import { renderCellContent } from './renderCellContent.tsx';

type RowState = {
  row: number;
  top: number;
  activeColumn: number | undefined;
  isActive: boolean;
  path: string | undefined;
  warning: string | undefined;
  isNew: boolean | undefined;
  selected: boolean | undefined;
  name: string | undefined;
};

/** Props shared by all rows. A new object renders every row again. */
export type SharedRowProps = Pick<GridRows, 'getCellValue' | 'version'> & {
  timeMode: TimeMode;
  hasPreviewEdge: boolean;
  hasMenu: boolean;
  keyShortcuts: string;
};

type Props = { shown: RowState; drawn: readonly PositionedColumn[]; all: SharedRowProps };

export const GridRow = memo(function GridRow({ shown, drawn, all }: Props) {
  const heading = drawn[getRowHeaderIndex(drawn.map(({ column }) => column))]?.index;
  return (
    <div
      className={classes['row']}
      role="row"
      aria-rowindex={shown.row + 2}
      aria-selected={shown.selected}
      data-active={shown.isActive || undefined}
      data-mark={shown.isNew ? 'new' : undefined}
      style={{ top: shown.top }}
    >
      {shown.selected !== undefined && (
        <div className={`${classes['cell']} ${classes['check']}`} role="gridcell" aria-colindex={1} data-check>
          {all.hasPreviewEdge && <span className={classes['rowEdge']} data-edge title="Preview (P)" />}
          <input
            type="checkbox"
            aria-label={`Select ${toVisibleText(shown.name ?? '')}`}
            checked={shown.selected}
            onChange={noop}
            tabIndex={shown.activeColumn === 0 ? 0 : -1}
          />
        </div>
      )}
      {drawn.map((column) => renderCell(column, shown, all, column.index === heading))}
    </div>
  );
}, arePropsEqual);

function arePropsEqual(before: Props, now: Props): boolean {
  return before.drawn === now.drawn && before.all === now.all && shallowEqual(before.shown, now.shown);
}

/** Renders one cell. A plain function, because a component would double the cost of a cell. */
function renderCell(
  { column, index, style, slot }: PositionedColumn,
  shown: RowState,
  all: SharedRowProps,
  heading: boolean,
) {
  const { path, warning, isNew } = shown;
  const lead = shown.selected === undefined ? 0 : 1;
  const value = all.getCellValue(shown.row, column);
  const { content, title, accessibleName } = renderCellContent(value, column, all.timeMode);
  const href = heading ? path : column.getHref?.(value, shown.row);
  // a link in the cell takes the focus, else the cell
  const order = index + lead === shown.activeColumn ? 0 : -1;
  const keyShortcuts = order === 0 ? all.keyShortcuts : undefined;
  const marked = all.hasMenu && shown.isActive && order === 0;
  // rows without a link are opened from their menu, so touch screen readers must find it
  const named = all.hasMenu && heading && path === undefined ? `Menu of row ${formatCount(shown.row + 1)}` : undefined;
  return (
    <div
      key={column.key}
      className={column.pinned ? `${classes['cell']} ${classes['pinned']}` : classes['cell']}
      style={style}
      // a row header without a link takes no focus, so it is a gridcell
      role={heading && path !== undefined ? 'rowheader' : 'gridcell'}
      aria-colindex={index + lead + 1}
      data-type={column.type}
      data-slot={slot}
      title={title}
      // excludes the button from the cell's name
      aria-label={named && value !== undefined && typeof value !== 'object' ? toVisibleText(String(value)) : undefined}
      aria-keyshortcuts={href === undefined ? keyShortcuts : undefined}
      tabIndex={href === undefined ? order : -1}
    >
      {heading && warning && (
        <IconAlertTriangle className={classes['warning']} size={16} title={warning} aria-label={warning} />
      )}
      {heading && isNew && <span className={classes['mark']}>new</span>}
      {href === undefined ? (
        content
      ) : (
        <a className={classes['link']} href={addBasePath(href)} aria-keyshortcuts={keyShortcuts} tabIndex={order}>
          {accessibleName === undefined ? content : <span aria-hidden>{content}</span>}
          {accessibleName !== undefined && <span data-spoken>{accessibleName}</span>}
        </a>
      )}
      {(marked || named) && <CellMenuButton label={named} visuallyHidden={!marked} />}
    </div>
  );
}
