import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import type { PositionedColumn } from '#ui/grid/columns/positionColumns.ts';
import { useColumnDrag } from '#ui/grid/columns/useColumnDrag.ts';
import type { GridHeaderState } from '#ui/grid/columns/useGridHeaderState.ts';
import { noop } from '#ui/grid/keyboard/useGridSelection.ts';
import shared from '#ui/theme/shared.module.css';
import { PlainText } from '#ui/values/PlainText.tsx';
import { CellMenuButton } from './CellMenuButton.tsx';
import classes from './DataGrid.module.css';
import { getSortState, type SizedColumn } from './gridColumn.ts';

const KEY_SHORTCUTS =
  'Enter Shift+Enter Alt+Enter Shift+ArrowLeft Shift+ArrowRight Shift+Alt+ArrowLeft Shift+Alt+ArrowRight Shift+Alt+Enter';

const MENU_BUTTON_MIN_WIDTH_PX = 128;

type Props = {
  drawn: readonly PositionedColumn[];
  headings: GridHeaderState;
  allSelected: boolean | 'some' | undefined;
  activeColumn: number | undefined;
  menu: boolean;
};

export const GridHeader = memo(function GridHeader({ drawn, headings, allSelected, activeColumn, menu }: Props) {
  const { columns, leadPx, onResize, onReorder, onAutosize } = headings;
  const lead = allSelected === undefined ? 0 : 1;
  const { drop, dragging, pointer } = useColumnDrag(columns, leadPx, headings);
  return (
    <div className={classes['header']} role="row" aria-rowindex={1} {...pointer}>
      {allSelected !== undefined && (
        <div className={`${classes['heading']} ${classes['check']}`} role="columnheader" aria-colindex={1} data-check>
          <input
            ref={(box) => {
              // `indeterminate` has no attribute
              if (box) box.indeterminate = allSelected === 'some';
            }}
            type="checkbox"
            aria-label="Select all rows"
            title="Select all rows (Ctrl+A)"
            checked={allSelected === true}
            onChange={noop}
            tabIndex={activeColumn === 0 ? 0 : -1}
          />
        </div>
      )}
      {drawn.map(({ column, index, style }) => {
        const reached = index + lead === activeColumn;
        return (
          <div
            key={column.key}
            className={column.pinned ? `${classes['heading']} ${classes['pinned']}` : classes['heading']}
            style={style}
            role="columnheader"
            aria-colindex={index + lead + 1}
            aria-sort={getSortState(headings.sort, column)}
            aria-keyshortcuts={onReorder && KEY_SHORTCUTS}
            data-key={column.key}
            data-type={column.type}
            data-dragging={column.key === dragging || undefined}
            data-drop={column.key === drop?.key ? drop.side : undefined}
            tabIndex={reached && column.sortable === false ? 0 : -1}
          >
            <HeaderCell column={column} reached={reached} headings={headings} />
            {menu && column.width >= MENU_BUTTON_MIN_WIDTH_PX && <CellMenuButton />}
            {onResize && (
              <span
                className={classes['edge']}
                data-resize
                aria-hidden
                title="Drag to resize; double-click to fit"
                onDoubleClick={() => onAutosize?.(column.key)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
});

type HeaderCellProps = { column: SizedColumn; reached: boolean; headings: GridHeaderState };

function HeaderCell({ column, reached, headings: { sort, onSort } }: HeaderCellProps) {
  const name = <PlainText text={column.label} />;
  if (column.sortable === false) return <span className={classes['plain']}>{name}</span>;
  const at = sort.findIndex(({ key }) => key === column.key);
  const key = sort[at];
  const Arrow = key?.descending ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={`${classes['sort']} ${shared['denseRow']}`}
      tabIndex={reached ? 0 : -1}
      title="Sort; Shift-click to sort by several columns"
      onClick={(event) => onSort?.(column.key, event.shiftKey)}
    >
      <span className={shared['truncated']}>{name}</span>
      {key && <Arrow size={14} aria-hidden />}
      {key && sort.length > 1 && <span className={classes['rank']}>{at + 1}</span>}
    </button>
  );
}
