import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTimeMode } from '#ui/timeMode.ts';
import classes from './DataGrid.module.css';
import { GridHeader } from './GridHeader.tsx';
import { GridRow } from './GridRow.tsx';
import { columnStyle, type GridColumn, type GridSort, headingOf } from './gridColumn.ts';
import { type GridPlace, movedPlace } from './gridKeys.ts';
import { type ColumnChanges, changeByKey } from './useGridColumns.ts';
import { useGridScroll } from './useGridScroll.ts';
import { type GridSelection, useGridSelection } from './useGridSelection.ts';

const OVERSCAN = 5;
/** How wide the column of checkboxes is. */
const CHECK_PX = 40;

export type DataGridHandle = {
  /** Scrolls to a row and makes it the active one. Rows count from 0. */
  goTo: (row: number) => void;
  /**
   * Says that rows got other numbers: the top row stays where it is on the screen, and the active cell stays in its
   * row. `moved` gives a row's new number, or -1.
   */
  renumber: (moved: (row: number) => number) => void;
};

type Props = {
  label: string;
  columns: readonly GridColumn[];
  rowCount: number;
  /** The value of a cell; read whenever a row is drawn, so it must be cheap. */
  cell: (row: number, column: GridColumn) => unknown;
  /** Changes when the same row numbers may hold other values. */
  version: unknown;
  sort: readonly GridSort[];
  onSort: (key: string, further: boolean) => void;
  /** Where a row leads to. */
  rowPath?: (row: number) => string | undefined;
  /** What is wrong with a row, if anything. */
  rowWarning?: (row: number) => string | undefined;
  /** Rows begin at the top again when it changes: another search, another sort. */
  subject?: string;
  /** Gives every row a checkbox. */
  selection?: GridSelection;
  compact?: boolean;
  busy?: boolean;
  /** Have columns resized and reordered; those that are pinned must come first. */
  onResize?: ColumnChanges['onResize'];
  onReorder?: ColumnChanges['onReorder'];
  ref?: Ref<DataGridHandle>;
};

/**
 * A grid of any number of rows, of which only those in view are drawn. One cell at a time is in the tab order; arrow
 * keys, Home, End, PageUp, PageDown move it, with Ctrl to the corners, and Enter follows the row's link. Where rows can be
 * selected, a column of checkboxes comes first.
 */
export function DataGrid(props: Props) {
  const { label, columns, rowCount, cell, version, sort, onSort, rowPath, rowWarning, subject, compact, busy, ref } =
    props;
  const { selection, onResize, onReorder } = props;
  /** Columns before those of the data. */
  const lead = selection ? 1 : 0;
  const columnCount = columns.length + lead;
  const rowHeight = compact ? 28 : 36;
  const timeMode = useTimeMode();
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useGridScroll(scroller, rowCount * rowHeight, rowHeight, subject);
  const [active, setActive] = useState<GridPlace>({ row: 0, column: lead });
  const wantsFocus = useRef(false);
  const place = {
    row: Math.min(active.row, rowCount - 1),
    column: Math.min(active.column, Math.max(0, columnCount - 1)),
  };

  const activate = useCallback(
    (next: GridPlace) => {
      wantsFocus.current = true;
      setActive(next);
      if (next.row >= 0) scroll.reveal(next.row);
    },
    [scroll.reveal],
  );
  const select = useGridSelection(selection, rowCount, subject, activate);
  useImperativeHandle(ref, () => ({
    goTo: (row) => activate({ row: Math.min(Math.max(0, row), rowCount - 1), column: lead + headingOf(columns) }),
    renumber: (moved) => {
      select.renumber(moved);
      const topRow = Math.floor(scroll.top / rowHeight);
      const to = moved(topRow);
      if (to >= 0 && to !== topRow) scroll.to(scroll.top + (to - topRow) * rowHeight);
      const row = active.row < 0 ? -1 : moved(active.row);
      if (row < 0 || row === active.row) return;
      wantsFocus.current = scroller.current?.contains(document.activeElement) ?? false;
      setActive({ ...active, row });
    },
  }));

  // focus lives in the document, which React does not move by itself
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  // a heading that moves takes the focus along
  const follow = useRef<string>(undefined);
  const [said, setSaid] = useState('');
  useLayoutEffect(() => {
    const index = columns.findIndex(({ key }) => key === follow.current);
    follow.current = undefined;
    if (index >= 0) activate({ row: -1, column: index + lead });
  }, [columns, lead, activate]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (select.onKey(event, place)) return;
    const done = place.row < 0 && changeByKey(event, columns, place.column - lead, { onResize, onReorder });
    if (done) {
      event.preventDefault();
      if (done.changed) follow.current = columns[place.column - lead]?.key;
      setSaid(done.words);
      return;
    }
    if (event.key === 'Enter' && place.row < 0) {
      const column = columns[place.column - lead];
      if (column?.sortable !== false && column) onSort(column.key, event.shiftKey);
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter') {
      scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${place.row + 2}"] a`)?.click();
      return;
    }
    const screen = Math.max(1, Math.floor(scroll.viewport / rowHeight) - 1);
    const next = movedPlace(place, event, { rows: rowCount, columns: columnCount, screen });
    if (!next) return;
    event.preventDefault();
    activate(next);
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const focused = event.target.closest('[aria-colindex]');
    const row = Number(focused?.parentElement?.getAttribute('aria-rowindex')) - 2;
    const column = Number(focused?.getAttribute('aria-colindex')) - 1;
    if (focused && (row !== place.row || column !== place.column)) setActive({ row, column });
  };

  const first = Math.max(0, Math.floor(scroll.top / rowHeight) - OVERSCAN);
  const last = Math.min(rowCount, Math.ceil((scroll.top + scroll.viewport) / rowHeight) + OVERSCAN);
  // custom properties are not in React's type
  const style = {
    ...columnStyle(columns, lead * CHECK_PX),
    '--row': `${rowHeight}px`,
  } as CSSProperties;
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  // the active row stays in the document wherever it is: focus would be lost with it
  if (place.row >= last) drawn.push(place.row);
  else if (place.row >= 0 && place.row < first) drawn.unshift(place.row);

  return (
    <>
      <div
        ref={scroller}
        className={classes['grid']}
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columnCount}
        aria-busy={busy}
        aria-multiselectable={selection && true}
        data-compact={compact || undefined}
        style={style}
        onScroll={scroll.onScroll}
        onKeyDown={onKeyDown}
        onClick={select.onClick}
        onMouseDown={select.onMouseDown}
        onFocus={onFocus}
      >
        <GridHeader
          columns={columns}
          sort={sort}
          onSort={onSort}
          allSelected={selection?.all}
          leadPx={lead * CHECK_PX}
          onResize={onResize}
          onReorder={onReorder}
          activeColumn={place.row < 0 ? place.column : undefined}
        />
        <div className={classes['body']} style={{ height: scroll.height }} role="presentation">
          {drawn.map((row) => (
            <GridRow
              key={row}
              row={row}
              top={row * rowHeight + scroll.shift}
              columns={columns}
              cell={cell}
              version={version}
              timeMode={timeMode}
              activeColumn={row === place.row ? place.column : undefined}
              path={rowPath?.(row)}
              warning={rowWarning?.(row)}
              selected={selection?.isSelected(row)}
              name={selection?.rowName(row)}
            />
          ))}
        </div>
      </div>
      <span className={classes['said']} aria-live="polite">
        {said}
      </span>
    </>
  );
}
