import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import { useService } from '#services/ServicesProvider.tsx';
import { triggerCopyEvent } from '#ui/browser/triggerCopyEvent.ts';
import { getScrollLeftToReveal, type PositionedColumn } from '#ui/grid/columns/positionColumns.ts';
import { useGridHeaderState } from '#ui/grid/columns/useGridHeaderState.ts';
import { copyFromGrid, createCopyTimeSlicer } from '#ui/grid/copy/copyFromGrid.ts';
import { useActiveCell } from '#ui/grid/keyboard/useActiveCell.ts';
import { useGridEvents } from '#ui/grid/keyboard/useGridEvents.ts';
import { useGridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import classes from './DataGrid.module.css';
import { GridHeader } from './GridHeader.tsx';
import { GridRow, type SharedRowProps } from './GridRow.tsx';
import { avoidCutColumn, getRowHeaderIndex } from './gridColumn.ts';
import type { GridContext } from './gridContext.ts';
import type { DataGridHandle, DataGridProps, ScrollState } from './gridProps.ts';
import { getRenderedRows } from './gridScroll.ts';
import { useGridLayout, useVirtualColumns, type VirtualColumns } from './useGridLayout.ts';
import { useGridScroll } from './useGridScroll.ts';

/**
 * Virtualized grid for any number of rows and columns. One cell is in the tab order. Arrow keys, Home, End, Page Up and
 * Page Down move to another cell (with Ctrl to the corners), and Enter opens the link of the cell.
 */
export function DataGrid(props: DataGridProps) {
  const { rows, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const layout = useGridLayout(props, probe);
  const { lines, lead, rowHeight } = layout;
  const scroll = useGridScroll(scroller, rows.count * rowHeight, layout, rows.scrollResetKey);
  const size = { ...layout, rowCount: rows.count };
  const cells = useActiveCell(scroller, scroll, size, props.events?.onActiveRowChange);
  const select = useGridSelection(selection, rows.count, rows.scrollResetKey, cells.activate);
  const grid: GridContext = {
    props,
    scrollElementRef: scroller,
    layout,
    scroll,
    activeCell: cells,
    selectionHandlers: select,
    copySlicer: useService(createCopyTimeSlicer),
  };
  useGridScrollRestoration(grid);
  const drawing = useVirtualColumns(layout, scroll, cells.place, rows);
  const headings = useGridHeaderState(props.columns, layout);
  const events = useGridEvents(grid, headings);
  useImperativeHandle(props.ref, () => createHandle(grid));
  return (
    <div
      ref={scroller}
      className={lines ? `${classes['grid']} ${lines.className}` : classes['grid']}
      role="grid"
      translate="no"
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
          allSelected={selection?.allSelected}
          activeColumn={cells.place.row < 0 ? cells.place.column : undefined}
          menu={props.events?.onOpenMenu !== undefined}
        />
      )}
      <GridBody grid={grid} drawing={drawing} />
      {rows.loading && rows.count === 0 && <GridSkeleton drawn={drawing.columns} lead={lead} />}
      <span ref={probe} className={classes['probe']} aria-hidden="true">
        0000000000 0000000000
      </span>
    </div>
  );
}

function GridBody({ grid, drawing }: { grid: GridContext; drawing: VirtualColumns }) {
  const { layout, scroll, activeCell } = grid;
  const { rows, selection, events = {} } = grid.props;
  const { getCellValue, version } = rows;
  const { lines, timeMode, rowHeight } = layout;
  const { place, touched } = activeCell;
  const { visibleRows } = events;
  const shown = getRenderedRows(scroll, rowHeight, rows.count, place.row);
  const { start, whole } = shown;
  // subscribers update outside of the grid's render
  useEffect(() => visibleRows?.set(start, whole), [visibleRows, start, whole]);
  const edge = events.onPreviewRow !== undefined && !lines;
  const menu = events.onOpenMenu !== undefined && !lines;
  const keyShortcuts = [
    'Enter',
    ...(selection ? ['Space', 'Shift+Space'] : []),
    ...(events.onPreviewRow && events.singleKeyShortcuts !== false ? ['P'] : []),
    ...(menu ? ['Alt+Enter'] : []),
  ].join(' ');
  const all = useMemo(
    (): SharedRowProps => ({
      getCellValue,
      version,
      timeMode,
      hasPreviewEdge: edge,
      hasMenu: menu,
      keyShortcuts,
    }),
    [getCellValue, version, timeMode, edge, menu, keyShortcuts],
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
            isActive: touched && row === place.row,
            path: rows.getRowPath?.(row),
            warning: rows.getRowWarning?.(row),
            isNew: rows.isNew?.(row),
            selected: selection?.isSelected(row),
            name: selection?.getRowLabel(row),
          }}
          drawn={drawing.at(row)}
          all={all}
        />
      ))}
    </div>
  );
}

/**
 * Placeholder bars while rows load. Uses one element per column, so that it is cheap when rows arrive at once. Hidden
 * from screen readers, which announce `aria-busy` instead.
 */
function GridSkeleton({ drawn, lead }: { drawn: readonly PositionedColumn[]; lead: number }) {
  return (
    <div className={classes['skeleton']} role="presentation" aria-hidden="true">
      {lead > 0 && <span data-check />}
      {drawn.map(({ column, style, slot }) => (
        <span key={column.key} className={classes['bars']} style={style} data-type={column.type} data-slot={slot} />
      ))}
    </div>
  );
}

function createHandle(grid: GridContext): DataGridHandle {
  const { props, scrollElementRef, layout, scroll, activeCell, selectionHandlers } = grid;
  const { columns, lead, leadPx, rowHeight } = layout;
  return {
    activateRow: (row) => {
      const to = row < 0 ? activeCell.place.row : Math.min(row, props.rows.count - 1);
      activeCell.activate({ row: to, column: lead + getRowHeaderIndex(columns) });
    },
    scrollToColumns: (keys) => {
      const element = scrollElementRef.current;
      if (!element || layout.lines) return;
      const { scrollLeft, clientWidth: viewport } = element;
      element.scrollLeft = getScrollLeftToReveal(avoidCutColumn(columns, leadPx, viewport), leadPx, keys, {
        left: scrollLeft,
        viewport,
      });
    },
    remapRows: (moved) => {
      selectionHandlers.renumber(moved);
      const first = Math.floor(scroll.top / rowHeight);
      const to = moved(first);
      if (to >= 0 && to !== first) scroll.to(scroll.top + (to - first) * rowHeight);
      activeCell.renumber(moved);
    },
    copySelection: (say) => triggerCopyEvent((event) => copyFromGrid(event, grid, say)),
  };
}

function useGridScrollRestoration({ props, scrollElementRef, layout, scroll, activeCell }: GridContext): void {
  const { columns, rowHeight, lead } = layout;
  const { seeLeft } = scroll;
  const rowCount = props.rows.count;
  const start = useRef(props.scrollRestoration?.initial);
  /** Restored horizontal scroll position, and the position reached so far. Undefined after another movement. */
  const pendingScroll = useRef<{ left: number; reached: number }>(undefined);

  const restore = (to: ScrollState) => {
    start.current = undefined;
    if (activeCell.touched) return;
    scroll.to(to.row * rowHeight - to.rowOffset);
    pendingScroll.current = { left: to.scrollLeft, reached: scrollElementRef.current?.scrollLeft ?? 0 };
    const column = columns.findIndex(({ key }) => key === to.column);
    if (to.column !== undefined) activeCell.goBack({ row: to.row, column: column < 0 ? 0 : column + lead }, to.focused);
  };

  const restoreWhenReady = useEffectEvent((rowCount: number, { length }: typeof columns) => {
    const to = start.current;
    if (to && rowCount > to.row) restore(to);
    const [element, wanted] = [scrollElementRef.current, pendingScroll.current];
    if (!element || !wanted || length === 0) return;
    // columns widen as longer values are found, which may allow further scrolling, and change with the width of the view
    const expected = Math.min(wanted.reached, element.scrollWidth - element.clientWidth);
    const moved = Math.abs(element.scrollLeft - expected) > 1;
    if (!moved) element.scrollLeft = wanted.left;
    pendingScroll.current = moved ? undefined : { left: wanted.left, reached: element.scrollLeft };
    seeLeft();
  });
  // scroll position and focus are DOM state
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are measured again when the width of the view changes
  useLayoutEffect(() => restoreWhenReady(rowCount, columns), [rowCount, columns, scroll.width]);

  const save = useEffectEvent(() => {
    const { place, touched } = activeCell;
    const within = touched && place.row >= 0;
    const row = within ? place.row : Math.floor(scroll.top / rowHeight);
    props.scrollRestoration?.save({
      row,
      column: within ? (columns[place.column - lead]?.key ?? '') : undefined,
      rowOffset: row * rowHeight - scroll.top,
      scrollLeft: scrollElementRef.current?.scrollLeft ?? 0,
      focused: scrollElementRef.current?.contains(document.activeElement) ?? false,
    });
  });
  useLayoutEffect(() => () => save(), []);
}
