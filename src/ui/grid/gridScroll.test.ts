import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyScroll,
  getScrollHeight,
  getScrollToReveal,
  MAX_SCROLL_HEIGHT_PX,
  type ScrollPosition,
  toScrollPosition,
} from './gridScroll.ts';

const VIEWPORT = 560;
const ROW = 36;
const MILLION = { height: 1_000_000 * ROW, viewport: VIEWPORT };
const SMALL = { height: 1000 * ROW, viewport: VIEWPORT };
const START: ScrollPosition = { scrollTop: 0, top: 0 };

describe('a grid that fits its scroller', () => {
  test('is where the scroller is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SMALL.height - VIEWPORT }), (scrollTop) => {
        expect(applyScroll(START, scrollTop, SMALL)).toEqual({ scrollTop, top: scrollTop });
      }),
    );
  });
});

describe('a million rows', () => {
  test('stand in a scroller that browsers can draw', () => {
    expect(getScrollHeight(MILLION)).toBe(MAX_SCROLL_HEIGHT_PX);
  });

  test('the wheel moves them by as many pixels as it turned', () => {
    const before = toScrollPosition(20_000_000, MILLION);
    expect(applyScroll(before, before.scrollTop + 100, MILLION).top).toBe(before.top + 100);
    expect(applyScroll(before, before.scrollTop - 100, MILLION).top).toBe(before.top - 100);
  });

  test('the scrollbar reaches both ends and keeps proportion between', () => {
    const scrollMax = MAX_SCROLL_HEIGHT_PX - VIEWPORT;
    const topMax = MILLION.height - VIEWPORT;
    expect(applyScroll(START, scrollMax, MILLION).top).toBe(topMax);
    expect(applyScroll(toScrollPosition(topMax, MILLION), 0, MILLION).top).toBe(0);
    expect(applyScroll(START, scrollMax / 2, MILLION).top).toBeCloseTo(topMax / 2, 0);
  });

  test('every row can be scrolled to exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (row) => {
        const { top } = toScrollPosition(getScrollToReveal(row * ROW, (row + 1) * ROW, 0, MILLION), MILLION);
        expect(top).toBeLessThanOrEqual(row * ROW);
        expect(top + VIEWPORT).toBeGreaterThanOrEqual((row + 1) * ROW);
      }),
    );
  });

  test('wheeling all the way never skips a row, and ends at the end', () => {
    // the scroll element is much shorter than the rows, so it must be repositioned in between
    let place = toScrollPosition(MILLION.height - VIEWPORT - 50_000, MILLION);
    for (let turn = 0; turn < 600; turn++) {
      const next = applyScroll(place, Math.min(place.scrollTop + 120, MAX_SCROLL_HEIGHT_PX - VIEWPORT), MILLION);
      expect(next.top - place.top).toBeLessThanOrEqual(120);
      place = next;
    }
    expect(place.top).toBe(MILLION.height - VIEWPORT);
  });
});
