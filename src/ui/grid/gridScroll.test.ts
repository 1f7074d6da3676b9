import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { follow, placeAt, revealing, SCROLLER_MAX_PX, type ScrollPlace, scrollerHeight } from './gridScroll.ts';

const VIEWPORT = 560;
const ROW = 36;
const MILLION = { height: 1_000_000 * ROW, viewport: VIEWPORT };
const SMALL = { height: 1000 * ROW, viewport: VIEWPORT };
const START: ScrollPlace = { scrollTop: 0, top: 0 };

describe('a grid that fits its scroller', () => {
  test('is where the scroller is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SMALL.height - VIEWPORT }), (scrollTop) => {
        expect(follow(START, scrollTop, SMALL)).toEqual({ scrollTop, top: scrollTop });
      }),
    );
  });
});

describe('a million rows', () => {
  test('stand in a scroller that browsers can draw', () => {
    expect(scrollerHeight(MILLION)).toBe(SCROLLER_MAX_PX);
  });

  test('the wheel moves them by as many pixels as it turned', () => {
    const before = placeAt(20_000_000, MILLION);
    expect(follow(before, before.scrollTop + 100, MILLION).top).toBe(before.top + 100);
    expect(follow(before, before.scrollTop - 100, MILLION).top).toBe(before.top - 100);
  });

  test('the scrollbar reaches both ends and keeps proportion between', () => {
    const scrollMax = SCROLLER_MAX_PX - VIEWPORT;
    const topMax = MILLION.height - VIEWPORT;
    expect(follow(START, scrollMax, MILLION).top).toBe(topMax);
    expect(follow(placeAt(topMax, MILLION), 0, MILLION).top).toBe(0);
    expect(follow(START, scrollMax / 2, MILLION).top).toBeCloseTo(topMax / 2, 0);
  });

  test('every row can be scrolled to exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (row) => {
        const { top } = placeAt(revealing(row * ROW, (row + 1) * ROW, 0, MILLION), MILLION);
        expect(top).toBeLessThanOrEqual(row * ROW);
        expect(top + VIEWPORT).toBeGreaterThanOrEqual((row + 1) * ROW);
      }),
    );
  });

  test('wheeling all the way never skips a row, and ends at the end', () => {
    // the scroller ends long before the rows, so it must be repositioned on the way
    let place = placeAt(MILLION.height - VIEWPORT - 50_000, MILLION);
    for (let turn = 0; turn < 600; turn++) {
      const next = follow(place, Math.min(place.scrollTop + 120, SCROLLER_MAX_PX - VIEWPORT), MILLION);
      expect(next.top - place.top).toBeLessThanOrEqual(120);
      place = next;
    }
    expect(place.top).toBe(MILLION.height - VIEWPORT);
  });
});
