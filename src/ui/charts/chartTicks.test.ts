import { expect, test } from 'vitest';
import { roundTicks } from './chartTicks.ts';

test.each([
  [15.4, 27.5],
  [0, 1],
  [5, 5],
  [-3, -3],
  [0, 0],
  [1e-9, 3e-9],
  [-64, -78],
  [1_700_000_000, 1_900_000_000],
])('ticks hold everything from %d to %d', (one, other) => {
  const [least, greatest] = [Math.min(one, other), Math.max(one, other)];
  const ticks = roundTicks(least, greatest);
  expect(ticks[0]).toBeLessThanOrEqual(least);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest);
  expect(ticks.length).toBeGreaterThan(1);
  expect(ticks.length).toBeLessThan(8);
});
