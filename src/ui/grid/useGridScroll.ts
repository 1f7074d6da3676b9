import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useResized } from '#ui/browser/useResized.ts';
import { STEP_PX } from '#ui/grid/columns/drawnColumns.ts';
import { follow, placeAt, revealing, type ScrollPlace, scrollerHeight } from './gridScroll.ts';

/** Time without scrolling after which the scrollbar is synchronized, in ms. */
const REST_MS = 160;
const ABOVE_PX = 280;
const START: ScrollPlace = { scrollTop: 0, top: 0 };

type Scroller = RefObject<HTMLDivElement | null>;

export type GridScroll = ReturnType<typeof useGridScroll>;

/** Virtual scrolling of content that may exceed the browser's element height; a new `subject` scrolls to the top. */
export function useGridScroll(
  scroller: Scroller,
  height: number,
  { rowHeight, headerHeight }: { rowHeight: number; headerHeight: number },
  subject: string | undefined,
) {
  const room = useRoom(scroller, headerHeight);
  const viewport = Math.max(rowHeight, room.height - headerHeight);
  const { left, seeLeft } = useLeft(scroller);
  const { place, current, move } = usePlace(scroller);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const range = useMemo(() => ({ height, viewport }), [height, viewport]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    seeLeft();
    if (!element || element.scrollTop === current.current.scrollTop) return;
    move(follow(current.current, element.scrollTop, range));
    clearTimeout(rest.current);
    rest.current = setTimeout(() => move(placeAt(current.current.top, range)), REST_MS);
  }, [scroller, current, move, range, seeLeft]);

  const reveal = useCallback(
    (row: number) => {
      const top = revealing(row * rowHeight, (row + 1) * rowHeight, current.current.top, range);
      if (top !== current.current.top) move(placeAt(top, range));
    },
    [current, move, range, rowHeight],
  );

  const to = useCallback((top: number) => move(placeAt(top, range)), [move, range]);

  // scroll position is DOM state
  const shown = useRef({ subject, rowHeight });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { subject, rowHeight };
    if (before.subject !== subject) to(0);
    else if (before.rowHeight !== rowHeight) to((current.current.top / before.rowHeight) * rowHeight);
  }, [subject, rowHeight, current, to]);

  // with fewer rows the browser has already scrolled up
  const top = Math.min(place.top, Math.max(0, height - viewport));
  const shift = place.top === top ? place.scrollTop - top : placeAt(top, range).scrollTop - top;
  return {
    top,
    shift,
    viewport,
    left,
    width: room.width,
    seeLeft,
    height: scrollerHeight(range),
    onScroll,
    reveal,
    to,
  };
}

function usePlace(scroller: Scroller) {
  const [place, setPlace] = useState(START);
  const current = useRef(START);
  const move = useCallback(
    (next: ScrollPlace) => {
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

function useLeft(scroller: Scroller) {
  const [left, setLeft] = useState(0);
  const seeLeft = useCallback(() => {
    const scrolled = scroller.current?.scrollLeft ?? 0;
    setLeft(Math.floor(scrolled / STEP_PX) * STEP_PX);
  }, [scroller]);
  return { left, seeLeft };
}

/** Size of the viewport in px; estimated before the first measurement. */
function useRoom(scroller: Scroller, headerHeight: number) {
  const [height, setHeight] = useState(() => innerHeight - ABOVE_PX + headerHeight);
  const [width, setWidth] = useState(() => document.querySelector('main')?.clientWidth || innerWidth);
  useResized(scroller, (element) => {
    setHeight(element.clientHeight);
    setWidth(element.clientWidth);
  });
  return { height, width };
}
