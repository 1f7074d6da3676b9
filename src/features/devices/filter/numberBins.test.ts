import { expect, test } from 'vitest';
import { findBarsInRange } from '#urls/rangeParams.ts';
import { createNumberBins, formatNumberBin, type NumberBins, toNumberRangeState } from './numberBins.ts';

function barsOf(numbers: readonly number[], decimals = 0): { bars: [string, number][]; scale: NumberBins } {
  const sorted = numbers.toSorted((a, b) => a - b);
  const outer = Math.floor(numbers.length / 100);
  const counts = { decimals, numbers: numbers.length, missing: 0, others: 0 };
  const typical = { typicalMin: sorted[outer] ?? 0, typicalMax: sorted.at(-1 - outer) ?? 0 };
  const summary = { min: sorted[0], max: sorted.at(-1), ...typical, ...counts };
  const scale = createNumberBins(summary) ?? { edges: [], decimals };
  const { edges } = scale;
  const bars = edges.slice(1).map((next, bar): [string, number] => {
    const own = numbers.filter((number) => number >= (edges[bar] ?? 0) && number < next);
    return [formatNumberBin(scale, bar), own.length];
  });
  return { scale, bars };
}

const PERCENT = Array.from({ length: 1010 }, (_, index) => index % 101);

test('bins of integers have integer edges, and every number is in one bin', () => {
  const { bars, scale } = barsOf(PERCENT);
  expect(Object.fromEntries(bars)).toMatchObject({ '0 to 4': 50, '5 to 9': 50, '100 to 104': 10 });
  expect(toNumberRangeState(scale, [1, 2])).toEqual({ from: 5, to: 14 });
  expect(Object.fromEntries(barsOf([3, 1, 2, 2]).bars)).toEqual({ 1: 1, 2: 2, 3: 1 });
  expect(barsOf([7, 7]).bars).toEqual([['7', 2]]);
  expect(barsOf([]).bars).toEqual([]);
});

test('a range of bins ends just before the next bin, at the precision of the numbers', () => {
  const { scale } = barsOf([35.1, 36.6, 37.25, 40], 2);
  expect(toNumberRangeState(scale, [0, 0])).toEqual({ from: 35, to: 35.19 });
  for (const bar of [0, 3, 9])
    expect(findBarsInRange(scale.edges, toNumberRangeState(scale, [bar, bar]))).toEqual([bar, bar]);
});

test('outliers are collected in one bin at each end', () => {
  const { bars, scale } = barsOf([...PERCENT, -1e9, 1e300]);
  expect(bars[0]).toEqual(['below 0', 1]);
  expect(bars.at(-1)?.[0]).toMatch(/^1\d\d or more$/);
  expect(bars.reduce((sum, [, count]) => sum + count, 0)).toBe(PERCENT.length + 2);
  expect(toNumberRangeState(scale, [0, 1])).toEqual({ to: 4 });
  expect(toNumberRangeState(scale, [0, bars.length - 1])).toEqual({});
});
