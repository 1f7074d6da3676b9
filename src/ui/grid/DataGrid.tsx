import { useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { inCopyEvent } from '#ui/browser/copyEvent.ts';
import { type DrawnColumn, leftSeeing } from '#ui/grid/columns/drawnColumns.ts';
import { useGridHeadings } from '#ui/grid/columns/useGridHeadings.ts';
import { copyFromGrid } from '#ui/grid/copy/copyFromGrid.ts';
import { useActiveCell } from '#ui/grid/keyboard/useActiveCell.ts';
import { useGridEvents } from '#ui/grid/keyboard/useGridEvents.ts';
import { useGridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import classes from './DataGrid.module.css';
import { GridHeader } from './GridHeader.tsx';
import { GridRow, type RowsDrawnWith } from './GridRow.tsx';
import { fitColumns, headingOf } from './gridColumn.ts';
import type { GridParts } from './gridParts.ts';
import type { DataGridHandle, DataGridProps } from './gridProps.ts';
import { rowsDrawn } from './gridScroll.ts';
import { type GridDrawing, useGridDrawing, useGridLayout } from './useGridLayout.ts';
import { useGridPlace } from './useGridPlace.ts';
import { useGridScroll } from './useGridScroll.ts';

/**
 * Virtualized grid of any number of rows and columns. One cell is in the tab order; arrow keys, Home, End, PageUp and PageDown
 * move it (with Ctrl to the corners), Enter opens the link of the cell or row. Selectable rows have a column of checkboxes.
 */
export function DataGrid(props: DataGridProps) {
  const { rows, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const layout = useGridLayout(props, probe);
  const { lines, lead, rowHeight } = layout;
  const scroll = useGridScroll(scroller, rows.count * rowHeight, layout, rows.subject);
  const size = { ...layout, rowCount: rows.count };
  const cells = useActiveCell(scroller, scroll, size, props.events?.onActive);
  const select = useGridSelection(selection, rows.count, rows.subject, cells.activate);
  const grid: GridParts = { props, scroller, layout, scroll, cells, select };
  useGridPlace(grid);
  const drawing = useGridDrawing(layout, scroll, cells.place, rows);
  const headings = useGridHeadings(props.columns, layout);
  const events = useGridEvents(grid, headings);
  useImperativeHandle(props.ref, () => handleOf(grid));
  return (
    <div
      ref={scroller}
      className={lines ? `${classes['grid']} ${lines.className}` : classes['grid']}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.count + 1}
      aria-colcount={layout.columnCount}
      aria-busy={rows.busy}
      aria-multiselectable={selection && true}
      data-compact={rows.compact || undefined}
      data-wide-line={drawing.wideLine}
      style={drawing.style}
      {...events}
    >
      {lines ? (
        <lines.Header drawn={drawing.columns} sort={headings.sort} lead={lead} />
      ) : (
        <GridHeader
          drawn={drawing.at(-1)}
          headings={headings}
          allSelected={selection?.all}
          activeColumn={cells.place.row < 0 ? cells.place.column : undefined}
          menu={props.events?.onMenu !== undefined}
        />
      )}
      <Rows grid={grid} drawing={drawing} />
      {rows.waiting && rows.count === 0 && <Skeleton drawn={drawing.columns} lead={lead} />}
      <span ref={probe} className={classes['probe']} aria-hidden="true">
        0000000000 0000000000
      </span>
    </div>
  );
}

function Rows({ grid, drawing }: { grid: GridParts; drawing: GridDrawing }) {
  const { layout, scroll, cells } = grid;
  const { rows, selection, events = {} } = grid.props;
  const { cell, version } = rows;
  const { lines, timeMode, rowHeight } = layout;
  const { place, touched } = cells;
  const { inView } = events;
  const shown = rowsDrawn(scroll, rowHeight, rows.count, place.row);
  const { start, whole } = shown;
  // subscribers update outside the grid's render
  useEffect(() => inView?.set(start, whole), [inView, start, whole]);
  const edge = events.onPreview !== undefined && !lines;
  const menu = events.onMenu !== undefined && !lines;
  const keyShortcuts = [
    'Enter',
    ...(selection ? ['Space', 'Shift+Space'] : []),
    ...(events.onPreview && events.letterKeys !== false ? ['P'] : []),
    ...(menu ? ['Alt+Enter'] : []),
  ].join(' ');
  const all = useMemo(
    (): RowsDrawnWith => ({ cell, version, timeMode, edge, menu, keyShortcuts }),
    [cell, version, timeMode, edge, menu, keyShortcuts],
  );
  return (
    <div className={classes['body']} style={{ height: scroll.height }} role="presentation">
      {shown.rows.map((row) => (
        <GridRow
          key={row}
          shown={{
            row,
            top: row * rowHeight + scroll.shift,
            activeColumn: row === place.row ? place.column : undefined,
            marked: touched && row === place.row,
            path: rows.path?.(row),
            warning: rows.warning?.(row),
            isNew: rows.isNew?.(row),
            selected: selection?.isSelected(row),
            name: selection?.rowName(row),
          }}
          drawn={drawing.at(row)}
          all={all}
        />
      ))}
    </div>
  );
}

/**
 * Placeholder bars, one element per column, as it must cost nothing when rows arrive at once. Hidden from screen readers, which
 * announce `aria-busy`.
 */
function Skeleton({ drawn, lead }: { drawn: readonly DrawnColumn[]; lead: number }) {
  return (
    <div className={classes['skeleton']} role="presentation" aria-hidden="true">
      {lead > 0 && <span data-check />}
      {drawn.map(({ column, style, slot }) => (
        <span key={column.key} className={classes['bars']} style={style} data-type={column.type} data-slot={slot} />
      ))}
    </div>
  );
}

function handleOf(grid: GridParts): DataGridHandle {
  const { props, scroller, layout, scroll, cells, select } = grid;
  const { columns, lead, leadPx, rowHeight } = layout;
  return {
    goTo: (row) => {
      const to = row < 0 ? cells.place.row : Math.min(row, props.rows.count - 1);
      cells.activate({ row: to, column: lead + headingOf(columns) });
    },
    see: (keys) => {
      const element = scroller.current;
      if (!element || layout.lines) return;
      const { scrollLeft: left, clientWidth: viewport } = element;
      element.scrollLeft = leftSeeing(fitColumns(columns, leadPx, viewport), leadPx, keys, { left, viewport });
    },
    renumber: (moved) => {
      select.renumber(moved);
      const first = Math.floor(scroll.top / rowHeight);
      const to = moved(first);
      if (to >= 0 && to !== first) scroll.to(scroll.top + (to - first) * rowHeight);
      cells.renumber(moved);
    },
    copy: (say) => inCopyEvent((event) => copyFromGrid(event, grid, say)),
  };
}
