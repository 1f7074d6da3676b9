import { expect, test } from 'vitest';
import { formatChange } from './formatGroupValue.ts';

test.each([
  [12, 10, '+2 (+20.0 %)'],
  [9, 10, '−1 (−10.0 %)'],
  [10, 10, '±0 (±0.0 %)'],
  [10_001, 10_000, '+1 (< +0.1 %)'],
  [3, 0, '+3'],
])('%d after %d is %s', (value, before, text) => {
  expect(formatChange(value, before)).toBe(text);
});
