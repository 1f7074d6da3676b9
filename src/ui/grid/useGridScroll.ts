import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { STEP_PX } from '#ui/grid/columns/drawnColumns.ts';
import { follow, placeAt, revealing, type ScrollPlace, scrollerHeight } from './gridScroll.ts';

/** Once the wheel has rested this long, the scrollbar is put where the grid is. */
const REST_MS = 160;
const ABOVE_PX = 280;
const START: ScrollPlace = { scrollTop: 0, top: 0 };

/** Scrolling of rows of `height` px under a header, which may be more than an element can have; a new `subject` begins at the top. */
export function useGridScroll(
  scroller: RefObject<HTMLDivElement | null>,
  height: number,
  { rowHeight, headerHeight }: { rowHeight: number; headerHeight: number },
  subject: string | undefined,
) {
  const [place, setPlace] = useState(START);
  const { viewport, width } = useRoom(scroller, rowHeight, headerHeight);
  const [left, setLeft] = useState(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const range = useMemo(() => ({ height, viewport }), [height, viewport]);
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

  /** Looks where the columns are. */
  const seeLeft = useCallback(() => {
    const scrolled = scroller.current?.scrollLeft ?? 0;
    setLeft(Math.floor(scrolled / STEP_PX) * STEP_PX);
  }, [scroller]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    seeLeft();
    if (!element || element.scrollTop === current.current.scrollTop) return;
    move(follow(current.current, element.scrollTop, range));
    clearTimeout(rest.current);
    rest.current = setTimeout(() => move(placeAt(current.current.top, range)), REST_MS);
  }, [scroller, move, range, seeLeft]);

  const reveal = useCallback(
    (row: number) => {
      const top = revealing(row * rowHeight, (row + 1) * rowHeight, current.current.top, range);
      if (top !== current.current.top) move(placeAt(top, range));
    },
    [move, range, rowHeight],
  );

  useEffect(() => () => clearTimeout(rest.current), []);

  const to = useCallback((top: number) => move(placeAt(top, range)), [move, range]);

  // the scroller's position is the document's
  const shown = useRef({ subject, rowHeight });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { subject, rowHeight };
    if (before.subject !== subject) to(0);
    else if (before.rowHeight !== rowHeight) to((current.current.top / before.rowHeight) * rowHeight);
  }, [subject, rowHeight, to]);

  // fewer rows: the browser moved the scroller up by itself
  const top = Math.min(place.top, Math.max(0, height - viewport));
  const shift = place.top === top ? place.scrollTop - top : placeAt(top, range).scrollTop - top;
  return { top, shift, viewport, left, width, seeLeft, height: scrollerHeight(range), onScroll, reveal, to };
}

/** Px that a scroller has for rows, and its width. */
function useRoom(scroller: RefObject<HTMLDivElement | null>, rowHeight: number, headerHeight: number) {
  // what most pages leave it, until it is measured after the first drawing
  const [viewport, setViewport] = useState(() => Math.max(rowHeight, innerHeight - ABOVE_PX));
  const [width, setWidth] = useState(() => innerWidth);
  // the element's size is known to the document alone
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      setViewport(Math.max(rowHeight, element.clientHeight - headerHeight));
      setWidth(element.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rowHeight, headerHeight]);
  return { viewport, width };
}
