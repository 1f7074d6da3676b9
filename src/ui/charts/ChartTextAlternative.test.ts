import { expect, test } from 'vitest';
import { describeSeries } from './ChartTextAlternative.tsx';

test.each([
  [{ label: 'n', min: -97, mean: -74.2, max: -52, values: 9880 }, 'n: min −97, mean −74.2, max −52, 9,880 values'],
  [{ label: 'n', min: 1, mean: 1, max: 1, values: 1, missing: 9 }, 'n: min 1, mean 1, max 1, 1 value, 9 missing'],
  [{ label: 'n', min: Infinity, mean: NaN, max: -Infinity, values: 0, missing: 3 }, 'n: 0 values, 3 missing'],
])('describes the series %o', (series, words) => {
  expect(describeSeries(series)).toBe(words);
});

test('describes the range of several series, and the selected one', () => {
  const rows = ['error', 'info'].map((name, at) => ({ id: name, name, value: 40 + at, off: false }));
  const legend = { valueName: 'mean', rows, chosen: 1, others: undefined };
  expect(describeSeries({ label: 'n', min: 2, mean: 41, max: 77, values: 30, legend })).toBe(
    'n: min 2 and max 77 of 2 series; info: mean 41, 30 values',
  );
});
