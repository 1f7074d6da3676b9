import { clamp } from '@mantine/hooks';

/**
 * Maximum height of the scroll element, because browsers limit element heights (Chromium near 33.5 million px, Firefox
 * near 17.8 million). In higher grids, one pixel of the scrollbar represents several pixels.
 */
export const MAX_SCROLL_HEIGHT_PX = 12_000_000;

/** Scroll position in px: `scrollTop` of the element, and `top` within the full height of the grid. */
export type ScrollPosition = { scrollTop: number; top: number };

type ScrollExtent = { height: number; viewport: number };

export function getScrollHeight({ height }: ScrollExtent): number {
  return Math.min(height, MAX_SCROLL_HEIGHT_PX);
}

/**
 * Converts a scroll event to a grid position. Steps below two screens (wheel, touch, keys) scroll by the same distance,
 * larger ones (scrollbar) proportionally.
 * @returns the position; its `scrollTop` corrects the element at either end
 */
export function applyScroll(before: ScrollPosition, scrollTop: number, range: ScrollExtent): ScrollPosition {
  const { topMax, scrollMax } = getScrollLimits(range);
  if (topMax === scrollMax) return { scrollTop, top: clamp(scrollTop, 0, topMax) };
  const step = scrollTop - before.scrollTop;
  if (Math.abs(step) > 2 * range.viewport)
    return { scrollTop, top: clamp((scrollTop / scrollMax) * topMax, 0, topMax) };
  const top = clamp(before.top + step, 0, topMax);
  const atEnd = (scrollTop <= 0 && top > 0) || (scrollTop >= scrollMax && top < topMax);
  return atEnd ? toScrollPosition(top, range) : { scrollTop, top };
}

export function toScrollPosition(top: number, range: ScrollExtent): ScrollPosition {
  const { topMax, scrollMax } = getScrollLimits(range);
  const clamped = clamp(top, 0, topMax);
  const share = topMax === 0 ? 0 : Math.round((clamped / topMax) * scrollMax);
  // only the ends of the grid use the ends of the scroll element, so that further scrolling stays possible
  const least = clamped > 0 ? Math.min(1, scrollMax) : 0;
  const most = clamped < topMax ? Math.max(least, scrollMax - 1) : scrollMax;
  return { top: clamped, scrollTop: Math.min(Math.max(least, share), most) };
}

export function getScrollToReveal(start: number, end: number, top: number, { viewport }: { viewport: number }): number {
  if (start < top) return start;
  return end > top + viewport ? end - viewport : top;
}

function getScrollLimits(range: ScrollExtent): { topMax: number; scrollMax: number } {
  return {
    topMax: Math.max(0, range.height - range.viewport),
    scrollMax: Math.max(0, getScrollHeight(range) - range.viewport),
  };
}

const OVERSCAN = 3;

/** Returns the rows in the viewport, and the rows to render: with overscan and the active row. */
export function getRenderedRows(
  { top, viewport }: { top: number; viewport: number },
  rowHeight: number,
  rowCount: number,
  active: number,
) {
  const start = Math.floor(top / rowHeight);
  const first = Math.max(0, start - OVERSCAN);
  const end = Math.min(rowCount, Math.ceil((top + viewport) / rowHeight));
  // renders fewer rows before the first scroll, for a faster first paint
  const last = Math.min(rowCount, end + (top > 0 ? OVERSCAN : 1));
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  // the active row stays mounted, as unmounting would lose the focus
  if (active >= last) rows.push(active);
  else if (active >= 0 && active < first) rows.unshift(active);
  const whole = Math.min(rowCount, Math.max(start + 1, Math.floor((top + viewport) / rowHeight)));
  return { start, whole, rows };
}
