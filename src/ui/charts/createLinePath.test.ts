import { scaleLinear } from 'd3-scale';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLinePath } from './createLinePath.ts';
import { createBandPath, createMeanPath, downsample } from './downsample.ts';

test('the line breaks at missing values, and a single value is a dot', () => {
  const points = { xs: [0, 1, 2, 3, 4], ys: [1, 2, Number.NaN, 4, Number.NaN] };
  const [x, y] = [scaleLinear([0, 4], [0, 40]), scaleLinear([0, 10], [10, 0])];
  expect(createLinePath(points, x, y)).toBe('M0,9L10,8M30,6Z');
});

test('values that are too far apart are not connected', () => {
  const points = { xs: [0, 1, 2, 8, 9, 20], ys: [1, 2, 3, 4, 5, 6], maxGap: 5 };
  const [x, y] = [scaleLinear([0, 20], [0, 200]), scaleLinear([0, 10], [10, 0])];
  expect(createLinePath(points, x, y)).toBe('M0,9L10,8L20,7M80,6L90,5M200,4Z');
  const columns = downsample(points, x, true);
  expect(createMeanPath(columns, y)).toBe('M0,9L10,8L20,7M80,6L90,5M200,4Z');
  expect(createBandPath(columns, y).match(/M/g)).toHaveLength(3);
});

test('a step line keeps each value until the next', () => {
  const [x, y] = [scaleLinear([0, 2], [0, 20]), scaleLinear([0, 1], [10, 0])];
  expect(createLinePath({ xs: [0, 1, 2], ys: [0, 1, 1] }, x, y, true)).toBe('M0,10L10,10L10,0L20,0L20,0');
});

test('a reduced line looks the same as one through every point, and stays small', () => {
  const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 2000, maxLength: 4000 });
  fc.assert(
    fc.property(values, (ys) => {
      const [width, xs] = [100, ys.map((_, index) => index)];
      const [x, y] = [scaleLinear([0, ys.length - 1], [0, width]), scaleLinear([-100, 100], [200, 0])];
      const drawn = parsePoints(createLinePath({ xs, ys }, x, y));
      const whole = ys.map((value, index) => [x(index), y(value)] as const);
      const [drawnRanges, wholeRanges] = [drawn, whole].map((points) => getVerticalRanges(points));
      expect(drawnRanges?.size).toBe(wholeRanges?.size);
      for (const [column, range] of wholeRanges ?? []) {
        // to a tenth of a pixel
        for (const end of ['min', 'max'] as const)
          expect(drawnRanges?.get(column)?.[end]).toBeCloseTo(range[end], 0.99);
      }
      expect(drawn.length).toBeLessThanOrEqual(4 * (2 * width + 1));
    }),
    { numRuns: 20 },
  );
});

function parsePoints(path: string): (readonly [x: number, y: number])[] {
  return [...path.matchAll(/([\d.-]+),([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
}

function getVerticalRanges(points: readonly (readonly [x: number, y: number])[]) {
  const ranges = new Map<number, { min: number; max: number }>();
  for (const [x, y] of points) {
    const column = Math.round(x * 2);
    const { min, max } = ranges.get(column) ?? { min: y, max: y };
    ranges.set(column, { min: Math.min(min, y), max: Math.max(max, y) });
  }
  return ranges;
}
