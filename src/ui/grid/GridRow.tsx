import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { TimeMode } from '#lib/time.ts';
import { cellContent } from './cellContent.tsx';
import classes from './DataGrid.module.css';
import { type GridColumn, headingOf, pinStyle } from './gridColumn.ts';
import { heardByGrid } from './useGridSelection.ts';

type Props = {
  row: number;
  top: number;
  columns: readonly GridColumn[];
  cell: (row: number, column: GridColumn) => unknown;
  /** Not read: it tells that the row must be drawn again. */
  version: unknown;
  timeMode: TimeMode;
  activeColumn: number | undefined;
  path: string | undefined;
  warning: string | undefined;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  name: string | undefined;
};

export const GridRow = memo(function GridRow(props: Props) {
  const { row, top, columns, cell, timeMode, activeColumn, path, warning, selected, name } = props;
  const lead = selected === undefined ? 0 : 1;
  const heading = headingOf(columns);
  return (
    <div
      className={classes['row']}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={selected}
      data-odd={row % 2 === 1 || undefined}
      style={{ top }}
    >
      {selected !== undefined && (
        <div className={`${classes['cell']} ${classes['check']}`} role="gridcell" aria-colindex={1} data-check>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={heardByGrid}
            tabIndex={activeColumn === 0 ? 0 : -1}
          />
        </div>
      )}
      {columns.map((column, index) => {
        const value = cell(row, column);
        const { content, title } = column.draw
          ? { content: column.draw(value), title: undefined }
          : cellContent(value, column.type, timeMode);
        return (
          <div
            key={column.key}
            className={column.pinned ? `${classes['cell']} ${classes['pinned']}` : classes['cell']}
            style={pinStyle(column, index)}
            role={index === heading ? 'rowheader' : 'gridcell'}
            aria-colindex={index + lead + 1}
            data-type={column.type}
            title={title}
            tabIndex={index + lead === activeColumn ? 0 : -1}
          >
            {index === heading && warning && (
              <IconAlertTriangle className={classes['warning']} size={16} title={warning} aria-label={warning} />
            )}
            {index === heading && path ? (
              <Link className={classes['link'] ?? ''} to={path} tabIndex={-1}>
                {content}
              </Link>
            ) : (
              content
            )}
          </div>
        );
      })}
    </div>
  );
});
