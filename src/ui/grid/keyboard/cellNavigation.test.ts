import { expect, test } from 'vitest';
import { toggleSort } from '#ui/grid/gridColumn.ts';
import { getNextCellPosition } from './cellNavigation.ts';

const SIZE = { rows: 100, columns: 4, screen: 10, top: -1 };

test.each([
  ['ArrowUp', false, { row: 49, column: 2 }],
  ['ArrowDown', false, { row: 51, column: 2 }],
  ['ArrowLeft', false, { row: 50, column: 1 }],
  ['ArrowRight', false, { row: 50, column: 3 }],
  ['PageUp', false, { row: 40, column: 2 }],
  ['PageDown', false, { row: 60, column: 2 }],
  ['Home', false, { row: 50, column: 0 }],
  ['End', false, { row: 50, column: 3 }],
  ['Home', true, { row: 0, column: 0 }],
  ['End', true, { row: 99, column: 3 }],
])('%s (with Ctrl: %s)', (key, ctrlKey, expected) => {
  expect(getNextCellPosition({ row: 50, column: 2 }, { key, ctrlKey, metaKey: false }, SIZE)).toEqual(expected);
});

test('ArrowUp in the first row moves to the header, and stays there', () => {
  const up = { key: 'ArrowUp', ctrlKey: false, metaKey: false };
  expect(getNextCellPosition({ row: 0, column: 1 }, up, SIZE)).toEqual({ row: -1, column: 1 });
  expect(getNextCellPosition({ row: -1, column: 1 }, up, SIZE)).toEqual({ row: -1, column: 1 });
});

test('ArrowUp without a visible header stays in the first row', () => {
  const up = { key: 'ArrowUp', ctrlKey: false, metaKey: false };
  expect(getNextCellPosition({ row: 0, column: 1 }, up, { ...SIZE, top: 0 })).toEqual({ row: 0, column: 1 });
});

test('ignores other keys', () => {
  expect(
    getNextCellPosition({ row: 0, column: 0 }, { key: 'a', ctrlKey: false, metaKey: false }, SIZE),
  ).toBeUndefined();
});

test('toggles a column between ascending, descending and unsorted', () => {
  const once = toggleSort([], 'name', false);
  const twice = toggleSort(once, 'name', false);
  expect([once, twice, toggleSort(twice, 'name', false)]).toEqual([
    [{ key: 'name', descending: false }],
    [{ key: 'name', descending: true }],
    [],
  ]);
});

test('additional sort columns follow the first and keep their order', () => {
  const both = toggleSort([{ key: 'name', descending: false }], 'admin', true);
  expect(both).toEqual([
    { key: 'name', descending: false },
    { key: 'admin', descending: false },
  ]);
  expect(toggleSort(both, 'name', true)).toEqual([
    { key: 'name', descending: true },
    { key: 'admin', descending: false },
  ]);
  expect(toggleSort(both, 'paired', false)).toEqual([{ key: 'paired', descending: false }]);
});
