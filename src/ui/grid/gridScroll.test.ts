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

test('a grid that fits in its scroll element has the same position', () => {
  for (const scrollTop of [0, 7, 20_000, SMALL.height - VIEWPORT])
    expect(applyScroll(START, scrollTop, SMALL)).toEqual({ scrollTop, top: scrollTop });
});

describe('a grid with a million rows', () => {
  test('reaches both ends with the scrollbar, in proportion', () => {
    expect(getScrollHeight(MILLION)).toBe(MAX_SCROLL_HEIGHT_PX);
    const scrollMax = MAX_SCROLL_HEIGHT_PX - VIEWPORT;
    const topMax = MILLION.height - VIEWPORT;
    expect(applyScroll(START, scrollMax, MILLION).top).toBe(topMax);
    expect(applyScroll(toScrollPosition(topMax, MILLION), 0, MILLION).top).toBe(0);
    expect(applyScroll(START, scrollMax / 2, MILLION).top).toBeCloseTo(topMax / 2, 0);
  });

  test('can scroll to every row exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (row) => {
        const { top } = toScrollPosition(getScrollToReveal(row * ROW, (row + 1) * ROW, 0, MILLION), MILLION);
        expect(top).toBeLessThanOrEqual(row * ROW);
        expect(top + VIEWPORT).toBeGreaterThanOrEqual((row + 1) * ROW);
      }),
    );
  });

  test('skips no row while scrolling with the wheel, and stops at the end', () => {
    // the scroll element is much shorter than the rows, so it must be repositioned in between
    let place = toScrollPosition(MILLION.height - VIEWPORT - 50_000, MILLION);
    for (let turn = 0; turn < 600; turn++) {
      const next = applyScroll(place, Math.min(place.scrollTop + 120, MAX_SCROLL_HEIGHT_PX - VIEWPORT), MILLION);
      expect(next.top - place.top).toBeLessThanOrEqual(120);
      place = next;
    }
    expect(place.top).toBe(MILLION.height - VIEWPORT);
    const before = toScrollPosition(20_000_000, MILLION);
    for (const turn of [100, -100])
      expect(applyScroll(before, before.scrollTop + turn, MILLION).top).toBe(before.top + turn);
  });
});
