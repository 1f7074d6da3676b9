import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useResizeObserver } from '#ui/browser/useResizeObserver.ts';
import { COLUMN_SCROLL_STEP_PX } from '#ui/grid/columns/positionColumns.ts';
import {
  applyScroll,
  getScrollHeight,
  getScrollToReveal,
  type ScrollPosition,
  toScrollPosition,
} from './gridScroll.ts';

const SCROLL_END_DELAY_MS = 160;
const ESTIMATED_PAGE_HEADER_PX = 280;
const INITIAL_POSITION: ScrollPosition = { scrollTop: 0, top: 0 };

type ScrollElementRef = RefObject<HTMLDivElement | null>;

export type GridScroll = ReturnType<typeof useGridScroll>;

/**
 * Virtual scrolling for content that may be higher than the maximum element height of browsers. A new `resetKey`
 * scrolls to the top.
 */
export function useGridScroll(
  scroller: ScrollElementRef,
  height: number,
  { rowHeight, headerHeight }: { rowHeight: number; headerHeight: number },
  resetKey: string | undefined,
) {
  const room = useViewportSize(scroller, headerHeight);
  const viewport = Math.max(rowHeight, room.height - headerHeight);
  const { left, seeLeft } = useScrollLeft(scroller);
  const { place, current, move } = useScrollPosition(scroller);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const range = useMemo(() => ({ height, viewport }), [height, viewport]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    seeLeft();
    if (!element || element.scrollTop === current.current.scrollTop) return;
    move(applyScroll(current.current, element.scrollTop, range));
    clearTimeout(rest.current);
    rest.current = setTimeout(() => move(toScrollPosition(current.current.top, range)), SCROLL_END_DELAY_MS);
  }, [scroller, current, move, range, seeLeft]);

  const reveal = useCallback(
    (row: number) => {
      const top = getScrollToReveal(row * rowHeight, (row + 1) * rowHeight, current.current.top, range);
      if (top !== current.current.top) move(toScrollPosition(top, range));
    },
    [current, move, range, rowHeight],
  );

  const to = useCallback((top: number) => move(toScrollPosition(top, range)), [move, range]);

  // scroll position is DOM state
  const shown = useRef({ subject: resetKey, rowHeight });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { subject: resetKey, rowHeight };
    if (before.subject !== resetKey) to(0);
    else if (before.rowHeight !== rowHeight) to((current.current.top / before.rowHeight) * rowHeight);
  }, [resetKey, rowHeight, current, to]);

  // with fewer rows the browser has already scrolled up
  const top = Math.min(place.top, Math.max(0, height - viewport));
  const shift = place.top === top ? place.scrollTop - top : toScrollPosition(top, range).scrollTop - top;
  return {
    top,
    shift,
    viewport,
    left,
    width: room.width,
    seeLeft,
    height: getScrollHeight(range),
    onScroll,
    reveal,
    to,
  };
}

function useScrollPosition(scroller: ScrollElementRef) {
  const [place, setPlace] = useState(INITIAL_POSITION);
  const current = useRef(INITIAL_POSITION);
  const move = useCallback(
    (next: ScrollPosition) => {
      const { top, scrollTop } = current.current;
      // unchanged position: skips the render
      if (next.top === top && next.scrollTop === scrollTop && scroller.current?.scrollTop === scrollTop) return;
      const element = scroller.current;
      if (element && element.scrollTop !== next.scrollTop) {
        element.scrollTop = next.scrollTop;
        current.current = { top: next.top, scrollTop: element.scrollTop };
      } else current.current = next;
      setPlace(current.current);
    },
    [scroller],
  );
  return { place, current, move };
}

function useScrollLeft(scroller: ScrollElementRef) {
  const [left, setLeft] = useState(0);
  const seeLeft = useCallback(() => {
    const scrolled = scroller.current?.scrollLeft ?? 0;
    setLeft(Math.floor(scrolled / COLUMN_SCROLL_STEP_PX) * COLUMN_SCROLL_STEP_PX);
  }, [scroller]);
  return { left, seeLeft };
}

function useViewportSize(scroller: ScrollElementRef, headerHeight: number) {
  const [height, setHeight] = useState(() => innerHeight - ESTIMATED_PAGE_HEADER_PX + headerHeight);
  const [width, setWidth] = useState(() => document.querySelector('main')?.clientWidth || innerWidth);
  useResizeObserver(scroller, (element) => {
    setHeight(element.clientHeight);
    setWidth(element.clientWidth);
  });
  return { height, width };
}
