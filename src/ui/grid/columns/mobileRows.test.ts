import { expect, test } from 'vitest';
import type { SizedColumn } from '#ui/grid/gridColumn.ts';
import { isBlankValue, layOutMobileRows } from './mobileRows.tsx';

const column = (key: string, width: number): SizedColumn => ({ key, label: key, type: 'text', width });

const columns = (first: number, second: number) => [
  column('name', 300),
  column('state', first),
  column('id', 140),
  column('at', second),
];

test('the wider right cell spans an additional track', () => {
  const lines = layOutMobileRows(columns(99, 151), 44, 390);
  // 78 and 130 px of text, the longer one in a smaller font
  expect(lines.style['--columns']).toBe('44px minmax(0, 1fr) 42px 90px');
  expect(lines.widerLine).toBe(2);
  expect(lines.columns.map(({ slot }) => slot)).toEqual(['left1', 'right1', 'left2', 'right2']);
  expect(lines.columns.map((one) => one.column.width)).toEqual([265, 99, 223, 141]);
  expect(layOutMobileRows(columns(151, 99), 44, 390).widerLine).toBe(1);
});

test('a row without a name has its ID in the first line, with as much room as a name', () => {
  const { columnsWithoutName } = layOutMobileRows(columns(99, 151), 44, 390);
  expect(columnsWithoutName.map(({ slot }) => slot)).toEqual(['left2', 'right1', 'left1', 'right2']);
  expect(columnsWithoutName.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(columnsWithoutName[2]?.column.width).toBe(265);
});

test('wide right cells leave half of the row for the left', () => {
  const lines = layOutMobileRows(columns(99, 300), 44, 320);
  expect(lines.style['--columns']).toBe('44px minmax(0, 1fr) 70px 90px');
  expect(lines.columns[2]?.column.width).toBe(125);
});

test('blank values are missing, null, or texts of white space', () => {
  expect([undefined, null, '', ' \t'].map(isBlankValue)).toEqual([true, true, true, true]);
  expect(['a', 0, false].map(isBlankValue)).toEqual([false, false, false]);
});
