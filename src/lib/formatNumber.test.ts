import { expect, test } from 'vitest';
import { formatBytes } from './formatNumber.ts';

test.each([
  [0, '0 B'],
  [847, '847 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [12_449, '12.4 kB'],
  [999_960, '1.0 MB'],
  [240_000_000, '240 MB'],
])('%d bytes is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
