import { clamp } from '@mantine/hooks';

/**
 * Browsers cap how tall an element can be (Chromium near 33.5 million px, Firefox near 17.8): a taller grid is drawn in
 * a scroller of this height, whose every pixel stands for more than one.
 */
export const SCROLLER_MAX_PX = 12_000_000;

/** Where a grid is scrolled to. `scrollTop` is the element's; `top` is in the grid's full height. Both in px. */
export type ScrollPlace = { scrollTop: number; top: number };

type ScrollRange = { height: number; viewport: number };

export function scrollerHeight({ height }: ScrollRange): number {
  return Math.min(height, SCROLLER_MAX_PX);
}

/**
 * Follows the element's own scrolling. Steps smaller than two screens (wheel, touch, arrow keys) move the grid by as
 * many pixels; larger ones (the scrollbar) move it in proportion. Where the two disagree at an end of the scroller,
 * `scrollTop` of the answer is where the element must be put.
 */
export function follow(before: ScrollPlace, scrollTop: number, range: ScrollRange): ScrollPlace {
  const { topMax, scrollMax } = limits(range);
  if (topMax === scrollMax) return { scrollTop, top: clamp(scrollTop, 0, topMax) };
  const step = scrollTop - before.scrollTop;
  if (Math.abs(step) > 2 * range.viewport)
    return { scrollTop, top: clamp((scrollTop / scrollMax) * topMax, 0, topMax) };
  const top = clamp(before.top + step, 0, topMax);
  const atEnd = (scrollTop <= 0 && top > 0) || (scrollTop >= scrollMax && top < topMax);
  return atEnd ? placeAt(top, range) : { scrollTop, top };
}

/** The place where the grid's full height is scrolled to `top`. */
export function placeAt(top: number, range: ScrollRange): ScrollPlace {
  const { topMax, scrollMax } = limits(range);
  const clamped = clamp(top, 0, topMax);
  const share = topMax === 0 ? 0 : Math.round((clamped / topMax) * scrollMax);
  // only the very ends stand at the scroller's ends: from anywhere else it must be possible to scroll on
  const least = clamped > 0 ? Math.min(1, scrollMax) : 0;
  const most = clamped < topMax ? Math.max(least, scrollMax - 1) : scrollMax;
  return { top: clamped, scrollTop: Math.min(Math.max(least, share), most) };
}

/** Where to scroll so that what stands from `start` to `end` is in view: no further than needed. */
export function revealing(start: number, end: number, top: number, { viewport }: { viewport: number }): number {
  if (start < top) return start;
  return end > top + viewport ? end - viewport : top;
}

function limits(range: ScrollRange): { topMax: number; scrollMax: number } {
  return {
    topMax: Math.max(0, range.height - range.viewport),
    scrollMax: Math.max(0, scrollerHeight(range) - range.viewport),
  };
}

/** Rows drawn beyond those in view. */
const OVERSCAN = 3;

/** The rows in view, from `start` to before `whole` those that are so as a whole, and the rows to draw, the active one among them. */
export function rowsDrawn(
  { top, viewport }: { top: number; viewport: number },
  rowHeight: number,
  rowCount: number,
  active: number,
) {
  const start = Math.floor(top / rowHeight);
  const first = Math.max(0, start - OVERSCAN);
  const end = Math.min(rowCount, Math.ceil((top + viewport) / rowHeight));
  // nothing was scrolled yet: a list is there sooner with fewer
  const last = Math.min(rowCount, end + (top > 0 ? OVERSCAN : 1));
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  // the active row stays in the document wherever it is: focus would be lost with it
  if (active >= last) rows.push(active);
  else if (active >= 0 && active < first) rows.unshift(active);
  const whole = Math.min(rowCount, Math.max(start + 1, Math.floor((top + viewport) / rowHeight)));
  return { start, whole, rows };
}
