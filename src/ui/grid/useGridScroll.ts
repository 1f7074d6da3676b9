import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useResized } from '#ui/browser/useResized.ts';
import { STEP_PX } from '#ui/grid/columns/drawnColumns.ts';
import { follow, placeAt, revealing, type ScrollPlace, scrollerHeight } from './gridScroll.ts';

/** Once the wheel has rested this long, the scrollbar is put where the grid is. */
const REST_MS = 160;
const ABOVE_PX = 280;
const START: ScrollPlace = { scrollTop: 0, top: 0 };

type Scroller = RefObject<HTMLDivElement | null>;

export type GridScroll = ReturnType<typeof useGridScroll>;

/** Scrolling of rows of `height` px under a header, which may be more than an element can have; a new `subject` begins at the top. */
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

  // the scroller's position is the document's
  const shown = useRef({ subject, rowHeight });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { subject, rowHeight };
    if (before.subject !== subject) to(0);
    else if (before.rowHeight !== rowHeight) to((current.current.top / before.rowHeight) * rowHeight);
  }, [subject, rowHeight, current, to]);

  // fewer rows: the browser moved the scroller up by itself
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

/** Where the rows are scrolled to, as drawn and as of now, and the way to move them. */
function usePlace(scroller: Scroller) {
  const [place, setPlace] = useState(START);
  const current = useRef(START);
  const move = useCallback(
    (next: ScrollPlace) => {
      const { top, scrollTop } = current.current;
      // said again, as by every search at the top: nothing is drawn for it
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

/** How far the columns are scrolled, in steps, and the way to look again. */
function useLeft(scroller: Scroller) {
  const [left, setLeft] = useState(0);
  const seeLeft = useCallback(() => {
    const scrolled = scroller.current?.scrollLeft ?? 0;
    setLeft(Math.floor(scrolled / STEP_PX) * STEP_PX);
  }, [scroller]);
  return { left, seeLeft };
}

/** Px from edge to edge of a scroller: what most pages leave it, until it is measured after the first drawing. */
function useRoom(scroller: Scroller, headerHeight: number) {
  const [height, setHeight] = useState(() => innerHeight - ABOVE_PX + headerHeight);
  const [width, setWidth] = useState(() => document.querySelector('main')?.clientWidth || innerWidth);
  useResized(scroller, (element) => {
    setHeight(element.clientHeight);
    setWidth(element.clientWidth);
  });
  return { height, width };
}
