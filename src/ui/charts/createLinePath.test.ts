import { scaleLinear } from 'd3-scale';
import { expect, test } from 'vitest';
import { createLinePath } from './createLinePath.ts';

test('the line breaks where values are missing, and a value alone is a dot', () => {
  const points = { xs: [0, 1, 2, 3, 4], ys: [1, 2, Number.NaN, 4, Number.NaN] };
  const [x, y] = [scaleLinear([0, 4], [0, 40]), scaleLinear([0, 10], [10, 0])];
  expect(createLinePath(points, x, y)).toBe('M0,9L10,8M30,6Z');
});

test('in steps a value holds until the next', () => {
  const [x, y] = [scaleLinear([0, 2], [0, 20]), scaleLinear([0, 1], [10, 0])];
  expect(createLinePath({ xs: [0, 1, 2], ys: [0, 1, 1] }, x, y, true)).toBe('M0,10L10,10L10,0L20,0L20,0');
});

test('of many points on a pixel the extremes are drawn', () => {
  const xs = Float64Array.from({ length: 10_000 }, (_, at) => at);
  const ys = xs.map((at) => (at === 5003 ? 100 : at === 5004 ? -100 : 0));
  const path = createLinePath({ xs, ys }, scaleLinear([0, 9999], [0, 100]), scaleLinear([-100, 100], [200, 0]));
  expect(path).toContain('L50,200');
  expect(path).toContain('L50,0');
  expect(path.length).toBeLessThan(3000);
});
