import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './DataGrid.module.css';
import type { GridColumn, GridSort } from './gridColumn.ts';
import { heardByGrid } from './useGridSelection.ts';

type Props = {
  columns: readonly GridColumn[];
  sort: readonly GridSort[];
  onSort: (key: string, further: boolean) => void;
  /** Whether all rows are selected; undefined where rows cannot be. */
  allSelected: boolean | 'some' | undefined;
  activeColumn: number | undefined;
};

export const GridHeader = memo(function GridHeader(props: Props) {
  const { columns, sort, onSort, allSelected, activeColumn } = props;
  const lead = allSelected === undefined ? 0 : 1;
  return (
    <div className={classes['header']} role="row" aria-rowindex={1}>
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
            className={index === 0 ? `${classes['heading']} ${classes['pinned']}` : classes['heading']}
            role="columnheader"
            aria-colindex={index + lead + 1}
            aria-sort={key ? (key.descending ? 'descending' : 'ascending') : undefined}
            data-type={column.type}
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
          </div>
        );
      })}
    </div>
  );
});
