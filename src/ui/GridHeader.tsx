import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './DataGrid.module.css';
import type { GridColumn, GridSort } from './gridColumn.ts';

type Props = {
  columns: readonly GridColumn[];
  sort: readonly GridSort[];
  onSort: (key: string, further: boolean) => void;
  activeColumn: number | undefined;
};

export const GridHeader = memo(function GridHeader({ columns, sort, onSort, activeColumn }: Props) {
  return (
    <div className={classes['header']} role="row" aria-rowindex={1}>
      {columns.map((column, index) => {
        const at = sort.findIndex(({ key }) => key === column.key);
        const key = sort[at];
        return (
          <div
            key={column.key}
            className={classes['heading']}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={key ? (key.descending ? 'descending' : 'ascending') : undefined}
            data-type={column.type}
            tabIndex={index === activeColumn ? 0 : -1}
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
