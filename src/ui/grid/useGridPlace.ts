import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { useActiveCell } from '#ui/grid/keyboard/useActiveCell.ts';
import type { SizedColumn } from './gridColumn.ts';
import type { useGridScroll } from './useGridScroll.ts';

/** Where a grid was left: its active cell, how far that row was from the top of the view, and what the columns were scrolled by; px. */
export type KeptPlace = {
  row: number;
  /** None where nobody had been in a cell. */
  column: string | undefined;
  offset: number;
  left: number;
  focused: boolean;
};

/** Where a grid begins, and who is told where it is left. */
export type PlaceKeeper = { start: KeptPlace | undefined; keep: (place: KeptPlace) => void };

type Grid = {
  scroller: RefObject<HTMLDivElement | null>;
  scroll: ReturnType<typeof useGridScroll>;
  cells: ReturnType<typeof useActiveCell>;
  columns: readonly SizedColumn[];
  rowCount: number;
  rowHeight: number;
  lead: number;
};

/** Takes a grid back to where it was left, as soon as there are rows that far, and tells where it is left again. */
export function useGridPlace(keeper: PlaceKeeper | undefined, grid: Grid): void {
  const { rowCount, columns } = grid;
  const start = useRef(keeper?.start);
  /** How far to the right it was, while the columns are not wide enough yet, and how far it could be taken. */
  const further = useRef<{ left: number; reached: number }>(undefined);
  const latest = useRef({ keeper, grid });
  useLayoutEffect(() => {
    latest.current = { keeper, grid };
  });

  // scrolling and focus are the document's
  useLayoutEffect(() => {
    const { scroller, scroll, cells, columns, rowHeight, lead } = latest.current.grid;
    const to = start.current;
    if (!to || rowCount <= to.row) return;
    start.current = undefined;
    if (cells.touched) return;
    scroll.to(to.row * rowHeight - to.offset);
    further.current = scrollTo(scroller.current, to.left);
    scroll.seeLeft();
    const column = columns.findIndex(({ key }) => key === to.column);
    if (to.column !== undefined) cells.goBack({ row: to.row, column: column < 0 ? 0 : column + lead }, to.focused);
  }, [rowCount]);

  // columns grow as longer values are met
  // biome-ignore lint/correctness/useExhaustiveDependencies: others may be as wide as those that were left
  useLayoutEffect(() => {
    const { scroller, scroll } = latest.current.grid;
    const wanted = further.current;
    if (!wanted) return;
    const moved = scroller.current?.scrollLeft !== wanted.reached;
    further.current = moved ? undefined : scrollTo(scroller.current, wanted.left);
    scroll.seeLeft();
  }, [columns]);

  useLayoutEffect(
    () => () => {
      const { keeper, grid } = latest.current;
      const { scroller, scroll, cells, columns, rowHeight, lead } = grid;
      const { place, touched } = cells;
      const within = touched && place.row >= 0;
      const row = within ? place.row : Math.floor(scroll.top / rowHeight);
      keeper?.keep({
        row,
        column: within ? (columns[place.column - lead]?.key ?? '') : undefined,
        offset: row * rowHeight - scroll.top,
        left: scroller.current?.scrollLeft ?? 0,
        focused: scroller.current?.contains(document.activeElement) ?? false,
      });
    },
    [],
  );
}

/** Scrolls to the right as far as there is room; tells what is left to do. */
function scrollTo(element: HTMLElement | null, left: number): { left: number; reached: number } | undefined {
  if (!element) return undefined;
  element.scrollLeft = left;
  const reached = element.scrollLeft;
  return reached < left - 1 ? { left, reached } : undefined;
}
