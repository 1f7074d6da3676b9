import { expect, test } from 'vitest';
import { describeSeries } from './ChartTextAlternative.tsx';

test.each([
  [{ label: 'n', min: -97, mean: -74.2, max: -52, values: 9880 }, 'n: min −97, mean −74.2, max −52, 9,880 values'],
  [{ label: 'n', min: 1, mean: 1, max: 1, values: 1, missing: 9 }, 'n: min 1, mean 1, max 1, 1 value, 9 missing'],
  [{ label: 'n', min: Infinity, mean: NaN, max: -Infinity, values: 0, missing: 3 }, 'n: 0 values, 3 missing'],
])('describes the series %o', (series, words) => {
  expect(describeSeries(series)).toBe(words);
});
