import { useDidUpdate } from '@mantine/hooks';
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useResizeObserver } from '#ui/browser/useResizeObserver.ts';
import type { GridScroll } from '#ui/grid/useGridScroll.ts';
import type { CellPosition } from './cellNavigation.ts';

type ActiveCellLimits = {
  rowCount: number;
  columnCount: number;
  lead: number;
  topRow: number;
};

export type ActiveCell = ReturnType<typeof useActiveCell>;

/** Roving tabindex: keeps one cell in the tab order and moves the focus to it. */
export function useActiveCell(
  scroller: RefObject<HTMLDivElement | null>,
  { reveal, seeLeft }: GridScroll,
  size: ActiveCellLimits,
  onActive: ((row: number) => void) | undefined,
) {
  const [active, setActive] = useState<CellPosition>();
  const pendingFocus = useRef<'reveal' | 'keep position'>(undefined);
  const place = clampPosition(active, size);

  const activate = useCallback(
    (next: CellPosition) => {
      pendingFocus.current = 'reveal';
      setActive(next);
      if (next.row >= 0) reveal(next.row);
    },
    [reveal],
  );

  // focus is DOM state
  useLayoutEffect(() => {
    if (!pendingFocus.current) return;
    const reveals = pendingFocus.current === 'reveal';
    pendingFocus.current = undefined;
    const cell = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    // a focused link is smaller than its cell
    if (reveals) cell?.closest('[aria-colindex]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    seeLeft();
  });

  // keeps the focused cell visible when the grid shrinks, as beside a drawer
  const lastSize = useRef({ width: 0, height: 0 });
  useResizeObserver(scroller, (grid) => {
    const { activeElement } = document;
    const before = lastSize.current;
    lastSize.current = { width: grid.clientWidth, height: grid.clientHeight };
    const isSmaller = grid.clientWidth < before.width || grid.clientHeight < before.height;
    if (!isSmaller || !grid.contains(activeElement)) return;
    if (place.row >= 0) reveal(place.row);
    activeElement?.closest('[aria-colindex]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    seeLeft();
  });

  const activeRow = active && place.row >= 0 ? place.row : undefined;
  // fewer rows also change the active row
  useDidUpdate(() => {
    if (activeRow !== undefined) onActive?.(activeRow);
  }, [activeRow]);

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const focused = event.target.closest('[aria-colindex]');
    if (!focused) return;
    const at = getCellPosition(focused);
    if (!active || at.row !== place.row || at.column !== place.column) setActive(at);
  };

  const renumber = (moved: (row: number) => number) => {
    const to = active && active.row >= 0 ? moved(active.row) : -1;
    if (!active || to < 0 || to === active.row) return;
    if (scroller.current?.contains(document.activeElement)) pendingFocus.current = 'reveal';
    setActive({ ...active, row: to });
  };

  const goBack = (to: CellPosition, focused: boolean) => {
    const { activeElement } = document;
    // the restored position may not show the cell, and columns may still widen
    if (focused && (!(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0))
      pendingFocus.current = 'keep position';
    setActive(to);
  };

  return { place, touched: active !== undefined, activate, goBack, onFocus, renumber };
}

function clampPosition(
  active: CellPosition | undefined,
  { rowCount, columnCount, lead, topRow }: ActiveCellLimits,
): CellPosition {
  const { row, column } = active ?? { row: 0, column: lead };
  return {
    row: Math.min(Math.max(row, topRow), rowCount - 1),
    column: Math.min(column, Math.max(0, columnCount - 1)),
  };
}

export function getCellPosition(cell: Element): CellPosition {
  return {
    row: Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2,
    column: Number(cell.getAttribute('aria-colindex')) - 1,
  };
}
