import { expect, test } from 'vitest';
import type { GridColumn } from '#ui/grid/gridColumn.ts';
import { addTextSample, type LongestTexts, sampleRowIndexes } from './autosize.ts';

const COLUMN: GridColumn = { key: 'name', label: 'name', type: 'text' };

test('keeps the longest distinct texts, truncated to what can be visible', () => {
  const longest: LongestTexts = [];
  // 40 texts of 1 to 20 characters, each length twice
  for (let at = 0; at < 40; at++) addTextSample(longest, 'x'.repeat(1 + ((at * 7) % 20)), COLUMN, 'utc');
  expect(longest.map(({ text }) => text.length)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9]);
  addTextSample(longest, 'x'.repeat(2_000_000), COLUMN, 'utc');
  expect(longest[0]?.length).toBeLessThan(300);
});

test.each([0, 1, 7, 80, 1_000_000])(
  'samples the first and some of the other rows out of %i, at most as many as requested',
  (count) => {
    const rows = [...sampleRowIndexes(count, 80)];
    expect(rows.length).toBeLessThanOrEqual(Math.min(count, 81));
    expect(rows.every((row) => row >= 0 && row < count)).toBe(true);
    expect(new Set(rows).size).toBe(rows.length);
    if (count > 80) expect(rows.at(-1)).toBeGreaterThan(count * 0.9);
    else expect(rows.length).toBe(count);
  },
);

test('one time stands for all of the same length, but not for other values', () => {
  const times: GridColumn = { key: 'at', label: 'at', type: 'time' };
  const longest: LongestTexts = [];
  const values = [Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 2), 1_700_000_000, 8e15, 'long before anybody wrote it'];
  for (const value of values) addTextSample(longest, value, times, 'utc');
  expect(longest.map(({ text }) => text.slice(0, 8))).toEqual(['long bef', 'seconds?', '255479-1', '2026-02-']);
});
