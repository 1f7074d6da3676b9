import { expect, test } from 'vitest';
import { type Longest, lookAt, sampleRows } from './columnMeasure.ts';
import type { GridColumn } from './gridColumn.ts';

const COLUMN: GridColumn = { key: 'name', label: 'name', type: 'text' };

test('the longest texts are kept, each once, and no more of a text than can be seen', () => {
  const longest: Longest = [];
  for (const value of ['a', 'abcd', 'ab', 'abcd', 'abcde', 'abc', 'abcdef']) lookAt(longest, value, COLUMN, 'utc');
  expect(longest.map(({ text }) => text)).toEqual(['abcdef', 'abcde', 'abcd', 'abc']);
  lookAt(longest, 'x'.repeat(2_000_000), COLUMN, 'utc');
  expect(longest[0]?.length).toBeLessThan(300);
});

test.each([0, 1, 7, 80, 1_000_000])(
  'of %i rows the first and some of all others are looked at, no more than asked for',
  (count) => {
    const rows = [...sampleRows(count, 80)];
    expect(rows.length).toBeLessThanOrEqual(Math.min(count, 81));
    expect(rows.every((row) => row >= 0 && row < count)).toBe(true);
    expect(new Set(rows).size).toBe(rows.length);
    if (count > 80) expect(rows.at(-1)).toBeGreaterThan(count * 0.9);
    else expect(rows.length).toBe(count);
  },
);
