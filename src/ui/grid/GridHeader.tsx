import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './DataGrid.module.css';
import { type GridColumn, type GridSort, pinStyle } from './gridColumn.ts';
import { type ColumnChanges, useGridColumns } from './useGridColumns.ts';
import { heardByGrid } from './useGridSelection.ts';

/** What the keys of a heading do beside sorting: move its column, and resize it. */
const KEYS = 'Shift+ArrowLeft Shift+ArrowRight Shift+Alt+ArrowLeft Shift+Alt+ArrowRight';

type Props = {
  columns: readonly GridColumn[];
  sort: readonly GridSort[];
  onSort: (key: string, further: boolean) => void;
  /** Whether all rows are selected; undefined where rows cannot be. */
  allSelected: boolean | 'some' | undefined;
  activeColumn: number | undefined;
  /** Px before the columns. */
  leadPx: number;
} & ColumnChanges;

export const GridHeader = memo(function GridHeader(props: Props) {
  const { columns, sort, onSort, allSelected, activeColumn, leadPx, onResize, onReorder } = props;
  const lead = allSelected === undefined ? 0 : 1;
  const { drop, dragging, pointer } = useGridColumns(columns, leadPx, { onResize, onReorder });
  return (
    <div className={classes['header']} role="row" aria-rowindex={1} {...pointer}>
      {allSelected !== undefined && (
        <div className={`${classes['heading']} ${classes['check']}`} role="columnheader" aria-colindex={1} data-check>
          <input
            ref={(box) => {
              // no attribute says it
              if (box) box.indeterminate = allSelected === 'some';
            }}
            type="checkbox"
            aria-label="Select all rows"
            title="Select all rows (Ctrl+A)"
            checked={allSelected === true}
            onChange={heardByGrid}
            tabIndex={activeColumn === 0 ? 0 : -1}
          />
        </div>
      )}
      {columns.map((column, index) => {
        const at = sort.findIndex(({ key }) => key === column.key);
        const key = sort[at];
        return (
          <div
            key={column.key}
            className={column.pinned ? `${classes['heading']} ${classes['pinned']}` : classes['heading']}
            style={pinStyle(column, index)}
            role="columnheader"
            aria-colindex={index + lead + 1}
            aria-sort={key ? (key.descending ? 'descending' : 'ascending') : undefined}
            aria-keyshortcuts={onReorder && KEYS}
            data-key={column.key}
            data-type={column.type}
            data-dragging={column.key === dragging || undefined}
            data-drop={column.key === drop?.key ? drop.side : undefined}
            tabIndex={index + lead === activeColumn ? 0 : -1}
          >
            {column.sortable === false ? (
              <span className={classes['plain']}>{column.label}</span>
            ) : (
              <button
                type="button"
                className={classes['sort']}
                tabIndex={-1}
                title="Sort; with Shift, sort further"
                onClick={(event) => onSort(column.key, event.shiftKey)}
              >
                <span className={classes['name']}>{column.label}</span>
                {key &&
                  (key.descending ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />)}
                {key && sort.length > 1 && <span className={classes['rank']}>{at + 1}</span>}
              </button>
            )}
            {onResize && (
              <span
                className={classes['edge']}
                data-resize
                aria-hidden
                title="Drag to resize; double-click for the usual width"
                onDoubleClick={() => onResize(column.key, undefined)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
});
