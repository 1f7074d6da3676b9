import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useResized } from '#ui/browser/useResized.ts';
import type { GridScroll } from '#ui/grid/useGridScroll.ts';
import type { GridPlace } from './gridKeys.ts';

type Size = {
  rowCount: number;
  columnCount: number;
  lead: number;
  /** The first row there is: -1 where the header is one. */
  topRow: number;
};

export type ActiveCell = ReturnType<typeof useActiveCell>;

/** The one cell of a grid that is in the tab order, and the focus that follows it; `onActive` hears of the row gone to. */
export function useActiveCell(
  scroller: RefObject<HTMLDivElement | null>,
  { reveal, seeLeft }: GridScroll,
  size: Size,
  onActive: ((row: number) => void) | undefined,
) {
  const [active, setActive] = useState<GridPlace>();
  const wantsFocus = useRef(false);
  const place = placeWithin(active, size);

  const activate = useCallback(
    (next: GridPlace) => {
      wantsFocus.current = true;
      setActive(next);
      if (next.row >= 0) reveal(next.row);
    },
    [reveal],
  );

  // focus lives in the document, which React does not move by itself
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    // a link that has the focus is less than its cell
    cell?.closest('[aria-colindex]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    seeLeft();
  });

  // a smaller grid, as beside a drawer, keeps the cell that has the focus in view
  const lastSize = useRef({ width: 0, height: 0 });
  useResized(scroller, (grid) => {
    const { activeElement } = document;
    const before = lastSize.current;
    lastSize.current = { width: grid.clientWidth, height: grid.clientHeight };
    const isSmaller = grid.clientWidth < before.width || grid.clientHeight < before.height;
    if (!isSmaller || !grid.contains(activeElement)) return;
    if (place.row >= 0) reveal(place.row);
    activeElement?.closest('[aria-colindex]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    seeLeft();
  });

  const tell = useEffectEvent((row: number) => onActive?.(row));
  const goneTo = active && place.row >= 0 ? place.row : undefined;
  useEffect(() => {
    if (goneTo !== undefined) tell(goneTo);
  }, [goneTo]);

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const focused = event.target.closest('[aria-colindex]');
    if (!focused) return;
    const at = placeOf(focused);
    if (!active || at.row !== place.row || at.column !== place.column) setActive(at);
  };

  /** Rows got other numbers: the active cell stays in its row, with the focus where it has it. */
  const renumber = (moved: (row: number) => number) => {
    const to = active && active.row >= 0 ? moved(active.row) : -1;
    if (!active || to < 0 || to === active.row) return;
    wantsFocus.current = scroller.current?.contains(document.activeElement) ?? false;
    setActive({ ...active, row: to });
  };

  /** Goes where somebody left the grid; the focus follows where nothing else has taken it meanwhile. */
  const goBack = (to: GridPlace, focused: boolean) => {
    const { activeElement } = document;
    wantsFocus.current = focused && (!(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0);
    setActive(to);
  };

  /** `touched` says that somebody has been in the grid. */
  return { place, touched: active !== undefined, activate, goBack, onFocus, renumber };
}

/** The cell that is active, or the one there is in its place; the first one before anybody was in the grid. */
function placeWithin(active: GridPlace | undefined, { rowCount, columnCount, lead, topRow }: Size): GridPlace {
  const { row, column } = active ?? { row: 0, column: lead };
  return {
    row: Math.min(Math.max(row, topRow), rowCount - 1),
    column: Math.min(column, Math.max(0, columnCount - 1)),
  };
}

/** The place of an element that is a cell. */
export function placeOf(cell: Element): GridPlace {
  return {
    row: Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2,
    column: Number(cell.getAttribute('aria-colindex')) - 1,
  };
}
