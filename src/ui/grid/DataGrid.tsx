import {
  type ClipboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { inCopyEvent } from '#ui/browser/copyEvent.ts';
import { USUAL_MOST_PX } from '#ui/grid/columns/columnMeasure.ts';
import { copyFromGrid } from '#ui/grid/copy/copyFromGrid.ts';
import { placeOf, useActiveCell } from '#ui/grid/keyboard/useActiveCell.ts';
import { useGridKeyboard } from '#ui/grid/keyboard/useGridKeyboard.ts';
import { useGridSelection } from '#ui/grid/keyboard/useGridSelection.ts';
import { useLinkClicks } from '#ui/grid/keyboard/useLinkClicks.ts';
import { useSortAnnounced } from '#ui/grid/keyboard/useSortAnnounced.ts';
import classes from './DataGrid.module.css';
import { GridHeader } from './GridHeader.tsx';
import { GridRow } from './GridRow.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { type GridColumn, headingOf } from './gridColumn.ts';
import type { DataGridProps } from './gridProps.ts';
import { rowsDrawn } from './gridScroll.ts';
import { useGridDrawing, useGridLayout } from './useGridLayout.ts';
import { useGridPlace } from './useGridPlace.ts';
import { useGridScroll } from './useGridScroll.ts';

/**
 * A grid of any number of rows and columns, of which only those in view are drawn. One cell at a time is in the tab order;
 * arrow keys, Home, End, PageUp, PageDown move it, with Ctrl to the corners, and Enter follows the cell's link or the row's.
 * Where rows can be selected, a column of checkboxes comes first.
 */
export function DataGrid(props: DataGridProps) {
  const { rowCount, cell, version, sort, onSort, rowPath, rowWarning, subject, compact, busy, inView, ref } = props;
  const { selection, onResize, onReorder, rowMark, onPreview, onMenu, waiting = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const layout = useGridLayout(props, probe);
  const { lines, columns, full, timeMode, lead, leadPx, columnCount, rowHeight, topRow } = layout;
  const scroll = useGridScroll(scroller, rowCount * rowHeight, layout, subject);
  const cells = useActiveCell(scroller, scroll, { rowCount, columnCount, lead, topRow, onActive: props.onActive });
  const { place, touched, activate, onFocus, renumber } = cells;
  useGridPlace(props.place, { scroller, scroll, cells, columns, rowCount, rowHeight, lead });
  const drawing = useGridDrawing(layout, scroll, place, cell);
  useSortAnnounced(sort);
  const followLink = useLinkClicks();
  const select = useGridSelection(selection, rowCount, subject, activate);
  const active = { row: place.row, column: columns[place.column - lead] };
  const copied = { columns: lines ? props.columns : columns, rowCount, cell, selection, timeMode, active };
  useImperativeHandle(ref, () => ({
    goTo: (row) =>
      activate({ row: row < 0 ? place.row : Math.min(row, rowCount - 1), column: lead + headingOf(columns) }),
    renumber: (moved) => {
      select.renumber(moved);
      const first = Math.floor(scroll.top / rowHeight);
      const to = moved(first);
      if (to >= 0 && to !== first) scroll.to(scroll.top + (to - first) * rowHeight);
      renumber(moved);
    },
    copy: (say) => inCopyEvent((event) => copyFromGrid(event, copied, say)),
  }));

  // a heading that moves takes the focus along
  const follow = useRef<string>(undefined);
  useLayoutEffect(() => {
    const index = columns.findIndex(({ key }) => key === follow.current);
    follow.current = undefined;
    if (index >= 0) activate({ row: -1, column: index + lead });
  }, [columns, lead, activate]);

  const onFit = useMemo(
    () => onResize && ((key: string) => onResize(key, fittedWidth(columns, key, full))),
    [onResize, columns, full],
  );

  const openMenu = (event: SyntheticEvent): boolean => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[aria-colindex]') : null;
    const clicked = element && placeOf(element);
    const column = clicked && columns[clicked.column - lead];
    if (!column || !onMenu?.({ row: clicked.row, column, element })) return false;
    event.preventDefault();
    return true;
  };

  const onClick = (event: MouseEvent) => {
    if (followLink(event)) return;
    const edge = onPreview && event.target instanceof Element && event.target.closest('[data-edge]');
    if (!edge) select.onClick(event);
    else {
      const { row } = placeOf(edge.parentElement ?? edge);
      activate({ row, column: lead });
      onPreview(row);
    }
  };

  const toFollow = (key: string | undefined) => {
    follow.current = key;
  };
  const keyboard = { scroller, layout, scroll, select, place, activate, openMenu, onFit, follow: toFollow };
  const onKeyDown = useGridKeyboard(props, keyboard);

  /** A text that is marked, or stands in an input, is the browser's to copy. */
  const onCopy = (event: ClipboardEvent) => {
    const typed = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (document.getSelection()?.isCollapsed && !typed) copyFromGrid(event.nativeEvent, copied);
  };

  const { start, whole, rows } = rowsDrawn(scroll, rowHeight, rowCount, place.row);
  // others hear of it beside the grid's own drawing
  useEffect(() => inView?.set(start, whole), [inView, start, whole]);

  return (
    <div
      ref={scroller}
      className={lines ? `${classes['grid']} ${lines.className}` : classes['grid']}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columnCount}
      aria-busy={busy}
      aria-multiselectable={selection && true}
      data-compact={compact || undefined}
      data-wide-line={drawing.wideLine}
      style={drawing.style}
      onScroll={scroll.onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={openMenu}
      onMouseDown={select.onMouseDown}
      onFocus={onFocus}
      onCopy={onCopy}
    >
      {lines ? (
        <lines.Header drawn={drawing.columns} sort={sort} lead={lead} />
      ) : (
        <GridHeader
          columns={columns}
          drawn={drawing.at(-1)}
          sort={sort}
          onSort={onSort}
          allSelected={selection?.all}
          leadPx={leadPx}
          onResize={onResize}
          onReorder={onReorder}
          onFit={onFit}
          activeColumn={place.row < 0 ? place.column : undefined}
        />
      )}
      <div className={classes['body']} style={{ height: scroll.height }} role="presentation">
        {rows.map((row) => (
          <GridRow
            key={row}
            row={row}
            top={row * rowHeight + scroll.shift}
            drawn={drawing.at(row)}
            cell={cell}
            version={version}
            timeMode={timeMode}
            activeColumn={row === place.row ? place.column : undefined}
            marked={touched && row === place.row}
            path={rowPath?.(row)}
            warning={rowWarning?.(row)}
            mark={rowMark?.(row)}
            edge={onPreview !== undefined && !lines}
            selected={selection?.isSelected(row)}
            name={selection?.rowName(row)}
          />
        ))}
      </div>
      {waiting && rowCount === 0 && <GridSkeleton drawn={drawing.columns} lead={lead} />}
      <span ref={probe} className={classes['probe']} aria-hidden="true">
        0000000000 0000000000
      </span>
    </div>
  );
}

/** The width in which a column cuts nothing: none where that is the one it has by itself. */
function fittedWidth(
  columns: readonly GridColumn[],
  key: string,
  full: (column: GridColumn) => number,
): number | undefined {
  const column = columns.find((one) => one.key === key);
  const needed = column && full(column);
  return needed !== undefined && needed > USUAL_MOST_PX && column?.type !== 'number' ? needed : undefined;
}
