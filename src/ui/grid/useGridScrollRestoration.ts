import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { GridContext } from './gridContext.ts';
import type { ScrollState } from './gridProps.ts';

export function useGridScrollRestoration({ props, scrollElementRef, layout, scroll, activeCell }: GridContext): void {
  const { columns, rowHeight, lead } = layout;
  const { seeLeft } = scroll;
  const rowCount = props.rows.count;
  const start = useRef(props.scrollRestoration?.initial);
  /** Horizontal scroll position to restore when the columns are wide enough, and the position reached so far. */
  const pendingScroll = useRef<{ left: number; reached: number }>(undefined);

  const restore = (to: ScrollState) => {
    start.current = undefined;
    if (activeCell.touched) return;
    scroll.to(to.row * rowHeight - to.rowOffset);
    pendingScroll.current = scrollHorizontally(scrollElementRef.current, to.scrollLeft);
    seeLeft();
    const column = columns.findIndex(({ key }) => key === to.column);
    if (to.column !== undefined) activeCell.goBack({ row: to.row, column: column < 0 ? 0 : column + lead }, to.focused);
  };

  const restoreWhenReady = useEffectEvent((rowCount: number, { length }: typeof columns) => {
    const to = start.current;
    if (to && rowCount > to.row) restore(to);
    // columns widen as longer values are found, which may allow further scrolling
    const wanted = pendingScroll.current;
    if (!wanted || length === 0) return;
    const moved = scrollElementRef.current?.scrollLeft !== wanted.reached;
    pendingScroll.current = moved ? undefined : scrollHorizontally(scrollElementRef.current, wanted.left);
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

/**
 * Scrolls right as far as possible.
 * @returns the remaining distance, if any
 */
function scrollHorizontally(element: HTMLElement | null, left: number): { left: number; reached: number } | undefined {
  if (!element) return undefined;
  element.scrollLeft = left;
  const reached = element.scrollLeft;
  return reached < left - 1 ? { left, reached } : undefined;
}
