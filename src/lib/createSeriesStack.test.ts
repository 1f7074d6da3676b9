import { expect, test } from 'vitest';
import { createSeriesStack } from './createSeriesStack.ts';

test('values at the same time are stacked in the order of the series, and others stand alone', () => {
  const { bars, totals, max } = createSeriesStack(
    [
      { id: 'a', xs: Float64Array.of(0, 100, 300), ys: Float64Array.of(1, 2, Number.NaN) },
      { id: 'b', xs: Float64Array.of(100, 300), ys: Float64Array.of(5, 4) },
    ],
    (at) => at + 100,
  );
  expect(bars).toEqual([
    { id: 'a', at: 0, until: 100, from: 0, to: 1 },
    { id: 'a', at: 100, until: 200, from: 0, to: 2 },
    { id: 'b', at: 100, until: 200, from: 2, to: 7 },
    { id: 'b', at: 300, until: 400, from: 0, to: 4 },
  ]);
  expect([...totals]).toEqual([
    [0, 1],
    [100, 7],
    [300, 4],
  ]);
  expect(max).toBe(7);
});
