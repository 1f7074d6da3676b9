import { expect, test } from 'vitest';
import { toggleSort } from '#ui/grid/gridColumn.ts';
import { getNextCellPosition } from './cellNavigation.ts';

const SIZE = { rows: 100, columns: 4, screen: 10, top: -1 };

test.each([
  ['ArrowUp', false, [50, 2], [49, 2]],
  ['ArrowDown', false, [50, 2], [51, 2]],
  ['ArrowLeft', false, [50, 2], [50, 1]],
  ['ArrowRight', false, [50, 2], [50, 3]],
  ['PageUp', false, [50, 2], [40, 2]],
  ['PageDown', false, [50, 2], [60, 2]],
  ['Home', false, [50, 2], [50, 0]],
  ['End', false, [50, 2], [50, 3]],
  ['Home', true, [50, 2], [0, 0]],
  ['End', true, [50, 2], [99, 3]],
  // to the header, and no further
  ['ArrowUp', false, [0, 1], [-1, 1]],
  ['ArrowUp', false, [-1, 1], [-1, 1]],
  ['a', false, [0, 0], undefined],
] as const)('%s (with Ctrl: %s) in %j', (key, ctrlKey, [row, column], to) => {
  const next = getNextCellPosition({ row, column }, { key, ctrlKey, metaKey: false }, SIZE);
  expect(next && [next.row, next.column]).toEqual(to);
});

test('ArrowUp without a visible header stays in the first row', () => {
  const up = { key: 'ArrowUp', ctrlKey: false, metaKey: false };
  expect(getNextCellPosition({ row: 0, column: 1 }, up, { ...SIZE, top: 0 })).toEqual({ row: 0, column: 1 });
});

test('toggles a column between ascending, descending and unsorted; further columns keep their order', () => {
  const [up, down] = [
    { key: 'name', descending: false },
    { key: 'name', descending: true },
  ];
  const admin = { key: 'admin', descending: false };
  expect(toggleSort([], 'name', false)).toEqual([up]);
  expect(toggleSort([up], 'name', false)).toEqual([down]);
  expect(toggleSort([down], 'name', false)).toEqual([]);
  expect(toggleSort([up], 'admin', true)).toEqual([up, admin]);
  expect(toggleSort([up, admin], 'name', true)).toEqual([down, admin]);
  expect(toggleSort([up, admin], 'paired', false)).toEqual([{ key: 'paired', descending: false }]);
});
