import { expect, test } from 'vitest';
import { createIntegerTicks, createValueTicks } from './valueTicks.ts';

test.each([
  [15.6, 27.5, ['15', '20', '25', '30']],
  [3.63, 4.14, ['3.6', '3.8', '4', '4.2']],
  [-79, -53, ['−80', '−70', '−60', '−50']],
  [0, 100, ['0', '50', '100']],
  [5, 5, ['4.75', '5', '5.25']],
  [50, 50, ['47.5', '50', '52.5']],
  [0, 0, ['−1', '0', '1']],
  [Number.NaN, Number.NaN, []],
])('ticks for %d to %d are round values', (least, greatest, labels) => {
  expect(createValueTicks(least, greatest).map(({ label }) => label)).toEqual(labels);
});

test.each([
  [15.4, 27.5],
  [0, 1],
  [-3, -3],
  [0, 0],
  [1e-9, 3e-9],
  [-78, -64],
  [1_700_000_000, 1_900_000_000],
])('ticks cover the values from %d to %d', (least, greatest) => {
  const ats = createValueTicks(least, greatest).map(({ at }) => at);
  expect(ats[0]).toBeLessThanOrEqual(least);
  expect(ats.at(-1)).toBeGreaterThanOrEqual(greatest);
  expect(ats.length).toBeGreaterThan(2);
  expect(ats.length).toBeLessThan(6);
  // the values fill most of the axis
  if (least < greatest) expect((greatest - least) / ((ats.at(-1) ?? 0) - (ats[0] ?? 0))).toBeGreaterThan(0.5);
});

test('counts have integer ticks', () => {
  expect(createIntegerTicks(1, 3, 8).map(({ at }) => at)).toEqual([1, 2, 3]);
});
