import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { announce } from '#ui/announce.tsx';
import { inCopyEvent } from '#ui/copyEvent.ts';
import { useTimeMode } from '#ui/timeMode.ts';
import { USUAL_MOST_PX } from './columnMeasure.ts';
import { copyFromGrid } from './copyFromGrid.ts';
import classes from './DataGrid.module.css';
import { drawnColumns, seenColumns, withColumn } from './drawnColumns.ts';
import { GridHeader } from './GridHeader.tsx';
import { GridRow } from './GridRow.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { columnStyle, type GridColumn, headingOf } from './gridColumn.ts';
import { isLetter, movedPlace, TOUCHED } from './gridKeys.ts';
import type { DataGridProps } from './gridProps.ts';
import { placeOf, useActiveCell } from './useActiveCell.ts';
import { changeByKey } from './useGridColumns.ts';
import { useGridPlace } from './useGridPlace.ts';
import { useGridScroll } from './useGridScroll.ts';
import { useGridSelection } from './useGridSelection.ts';
import { useLinkClicks } from './useLinkClicks.ts';
import { useMeasuredColumns } from './useMeasuredColumns.ts';
import { useSortAnnounced } from './useSortAnnounced.ts';
import { useTextSpacing } from './useTextSpacing.ts';

const OVERSCAN = 3;
/** How wide the column of checkboxes is. */
const CHECK_PX = 40;

/**
 * A grid of any number of rows and columns, of which only those in view are drawn. One cell at a time is in the tab order;
 * arrow keys, Home, End, PageUp, PageDown move it, with Ctrl to the corners, and Enter follows the cell's link or the row's.
 * Where rows can be selected, a column of checkboxes comes first.
 */
export function DataGrid(props: DataGridProps) {
  const { rowCount, cell, version, sort, onSort, rowPath, rowWarning, subject, compact, busy, inView, ref } = props;
  const { selection, onResize, onReorder, rowMark, onPreview, letterKeys = true, onMenu, waiting = false } = props;
  /** Columns before those of the data. */
  const lead = selection ? 1 : 0;
  const leadPx = lead * CHECK_PX;
  const columnCount = props.columns.length + lead;
  const rowHeight = TOUCHED ? 48 : compact ? 28 : 36;
  const timeMode = useTimeMode();
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const spacing = useTextSpacing(probe);
  const { sized: columns, full } = useMeasuredColumns(props.columns, { rowCount, cell, version, timeMode, spacing });
  const scroll = useGridScroll(scroller, rowCount * rowHeight, rowHeight, subject);
  const cells = useActiveCell(scroller, scroll, { rowCount, columnCount, lead, onActive: props.onActive });
  const { place, touched, activate, onFocus, renumber } = cells;
  useGridPlace(props.place, { scroller, scroll, cells, columns, rowCount, rowHeight, lead });
  // as text: rows are drawn again with other columns, not with every width of the window
  const seen = seenColumns(columns, leadPx, { left: scroll.left, viewport: scroll.width }).join(' ');
  const drawn = useMemo(() => drawnColumns(columns, seen.split(' ').map(Number), lead), [columns, seen, lead]);
  const drawnActive = useMemo(
    () => withColumn(drawn, columns, place.column - lead, lead),
    [drawn, columns, place.column, lead],
  );
  useSortAnnounced(sort);
  const followLink = useLinkClicks();
  const select = useGridSelection(selection, rowCount, subject, activate);
  const at = { row: place.row, column: place.column - lead };
  const copied = { columns, rowCount, cell, selection, timeMode, place: at };
  useImperativeHandle(ref, () => ({
    goTo: (row) => activate({ row: Math.min(Math.max(0, row), rowCount - 1), column: lead + headingOf(columns) }),
    renumber: (moved) => {
      select.renumber(moved);
      const topRow = Math.floor(scroll.top / rowHeight);
      const to = moved(topRow);
      if (to >= 0 && to !== topRow) scroll.to(scroll.top + (to - topRow) * rowHeight);
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

  const openMenu = (event: KeyboardEvent | MouseEvent): boolean => {
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

  const onKeyDown = (event: KeyboardEvent) => {
    if (select.onKey(event, place)) return;
    if (event.altKey && event.key === 'Enter' && openMenu(event)) return;
    if (letterKeys && onPreview && place.row >= 0 && isLetter(event, 'p')) {
      event.preventDefault();
      onPreview(place.row);
      return;
    }
    const done = place.row < 0 && changeByKey(event, columns, place.column - lead, { onResize, onReorder, onFit });
    if (done) {
      event.preventDefault();
      if (done.changed) follow.current = columns[place.column - lead]?.key;
      announce(done.words, 'columns');
      return;
    }
    if (event.key === 'Enter' && place.row < 0) {
      const column = columns[place.column - lead];
      if (column?.sortable !== false && column) onSort(column.key, event.shiftKey);
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter') {
      // a link that has the focus follows itself
      if (!(event.target instanceof HTMLAnchorElement)) clickLink(scroller.current, place.row);
      return;
    }
    const screen = Math.max(1, Math.floor(scroll.viewport / rowHeight) - 1);
    const next = movedPlace(place, event, { rows: rowCount, columns: columnCount, screen });
    if (!next) return;
    event.preventDefault();
    activate(next);
  };

  /** A text that is marked, or stands in an input, is the browser's to copy. */
  const onCopy = (event: ClipboardEvent) => {
    const typed = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (document.getSelection()?.isCollapsed && !typed) copyFromGrid(event.nativeEvent, copied);
  };

  const start = Math.floor(scroll.top / rowHeight);
  const end = Math.min(rowCount, Math.ceil((scroll.top + scroll.viewport) / rowHeight));
  const first = Math.max(0, start - OVERSCAN);
  // nothing was scrolled yet: a list is there sooner with fewer
  const last = Math.min(rowCount, end + (scroll.top > 0 ? OVERSCAN : 1));
  // others hear of it beside the grid's own drawing
  const whole = Math.max(start + 1, Math.floor((scroll.top + scroll.viewport) / rowHeight));
  useEffect(() => inView?.set(start, Math.min(rowCount, whole)), [inView, start, whole, rowCount]);
  // custom properties are not in React's type
  const style = { ...columnStyle(columns, leadPx), '--row': `${rowHeight}px` } as CSSProperties;
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  // the active row stays in the document wherever it is: focus would be lost with it
  if (place.row >= last) rows.push(place.row);
  else if (place.row >= 0 && place.row < first) rows.unshift(place.row);

  return (
    <div
      ref={scroller}
      className={classes['grid']}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columnCount}
      aria-busy={busy}
      aria-multiselectable={selection && true}
      data-compact={compact || undefined}
      style={style}
      onScroll={scroll.onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={openMenu}
      onMouseDown={select.onMouseDown}
      onFocus={onFocus}
      onCopy={onCopy}
    >
      <GridHeader
        columns={columns}
        drawn={place.row < 0 ? drawnActive : drawn}
        sort={sort}
        onSort={onSort}
        allSelected={selection?.all}
        leadPx={leadPx}
        onResize={onResize}
        onReorder={onReorder}
        onFit={onFit}
        activeColumn={place.row < 0 ? place.column : undefined}
      />
      <div className={classes['body']} style={{ height: scroll.height }} role="presentation">
        {rows.map((row) => (
          <GridRow
            key={row}
            row={row}
            top={row * rowHeight + scroll.shift}
            drawn={row === place.row ? drawnActive : drawn}
            cell={cell}
            version={version}
            timeMode={timeMode}
            activeColumn={row === place.row ? place.column : undefined}
            marked={touched && row === place.row}
            path={rowPath?.(row)}
            warning={rowWarning?.(row)}
            mark={rowMark?.(row)}
            edge={onPreview !== undefined}
            selected={selection?.isSelected(row)}
            name={selection?.rowName(row)}
          />
        ))}
      </div>
      {waiting && rowCount === 0 && <GridSkeleton drawn={drawn} lead={lead} />}
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

/** Enter leads where the active cell does, or else its row. */
function clickLink(grid: HTMLElement | null, row: number): void {
  const cells = grid?.querySelector(`[aria-rowindex="${row + 2}"]`);
  const link =
    cells?.querySelector<HTMLElement>('a[tabindex="0"]') ?? cells?.querySelector<HTMLElement>('[role="rowheader"] a');
  link?.click();
}
