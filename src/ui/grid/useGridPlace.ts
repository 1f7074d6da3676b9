import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { GridParts } from './gridParts.ts';
import type { KeptPlace } from './gridProps.ts';

/** Restores the scroll and focus state once there are enough rows, and saves it on unmount. */
export function useGridPlace({ props, scroller, layout, scroll, cells }: GridParts): void {
  const { columns, rowHeight, lead } = layout;
  const { seeLeft } = scroll;
  const rowCount = props.rows.count;
  const start = useRef(props.place?.start);
  /** Pending horizontal scroll while the columns are not wide enough, and the position reached so far. */
  const further = useRef<{ left: number; reached: number }>(undefined);

  const goBack = (to: KeptPlace) => {
    start.current = undefined;
    if (cells.touched) return;
    scroll.to(to.row * rowHeight - to.offset);
    further.current = scrollTo(scroller.current, to.left);
    seeLeft();
    const column = columns.findIndex(({ key }) => key === to.column);
    if (to.column !== undefined) cells.goBack({ row: to.row, column: column < 0 ? 0 : column + lead }, to.focused);
  };

  const follow = useEffectEvent((rowCount: number, { length }: typeof columns) => {
    const to = start.current;
    if (to && rowCount > to.row) goBack(to);
    // columns widen as longer values are found, which may allow further scrolling
    const wanted = further.current;
    if (!wanted || length === 0) return;
    const moved = scroller.current?.scrollLeft !== wanted.reached;
    further.current = moved ? undefined : scrollTo(scroller.current, wanted.left);
    seeLeft();
  });
  // scroll position and focus are DOM state
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are measured anew when the width of the view changes
  useLayoutEffect(() => follow(rowCount, columns), [rowCount, columns, scroll.width]);

  const keep = useEffectEvent(() => {
    const { place, touched } = cells;
    const within = touched && place.row >= 0;
    const row = within ? place.row : Math.floor(scroll.top / rowHeight);
    props.place?.keep({
      row,
      column: within ? (columns[place.column - lead]?.key ?? '') : undefined,
      offset: row * rowHeight - scroll.top,
      left: scroller.current?.scrollLeft ?? 0,
      focused: scroller.current?.contains(document.activeElement) ?? false,
    });
  });
  useLayoutEffect(() => () => keep(), []);
}

/** Scrolls as far right as possible. @returns the remaining scroll, if any */
function scrollTo(element: HTMLElement | null, left: number): { left: number; reached: number } | undefined {
  if (!element) return undefined;
  element.scrollLeft = left;
  const reached = element.scrollLeft;
  return reached < left - 1 ? { left, reached } : undefined;
}
