import { expect, test } from 'vitest';
import type { SizedColumn } from '#ui/grid/gridColumn.ts';
import { getVisibleColumnIndexes, insertFocusedColumn, positionColumns } from './positionColumns.ts';

const COLUMNS: readonly SizedColumn[] = Array.from({ length: 60 }, (_, index) => ({
  key: `field${index}`,
  label: `field${index}`,
  type: 'text',
  width: 100,
  pinned: index === 0,
}));
const AT = { left: 0, viewport: 1000 };

const drawnAt = (columns: readonly SizedColumn[], at: typeof AT) =>
  positionColumns(columns, getVisibleColumnIndexes(columns, 40, at), 1);

const indexes = (drawn: readonly { index: number }[]) => drawn.map(({ index }) => index);

test('renders only columns in view and near it, and always pinned ones and the row header', () => {
  expect(indexes(drawnAt(COLUMNS, AT))).toEqual(Array.from({ length: 15 }, (_, index) => index));
  const further = drawnAt(COLUMNS, { ...AT, left: 3000 });
  expect(indexes(further)).toEqual([0, ...Array.from({ length: 18 }, (_, index) => index + 27)]);
  expect(further[0]?.style).toEqual({ left: 'var(--pin-0)' });
  // after a gap, cells need an explicit track: the checkbox track and 27 columns come before
  expect(further[1]?.style).toEqual({ gridColumnStart: 29 });
  expect(further[2]?.style).toBeUndefined();
  const named = COLUMNS.map((column, index) => ({ ...column, isRowHeader: index === 50, pinned: false }));
  expect(indexes(drawnAt(named, AT))).toContain(50);
});

test('also renders the focused column, in its own track', () => {
  const drawn = drawnAt(COLUMNS, AT);
  const more = insertFocusedColumn(drawn, COLUMNS, 40, 1);
  expect(more.at(-1)).toMatchObject({ index: 40, style: { gridColumnStart: 42 } });
  expect(insertFocusedColumn(drawn, COLUMNS, 3, 1)).toBe(drawn);
  const between = insertFocusedColumn(drawnAt(COLUMNS, { ...AT, left: 3000 }), COLUMNS, 5, 1);
  expect(indexes(between).slice(0, 3)).toEqual([0, 5, 27]);
  expect(between[2]?.style).toEqual({ gridColumnStart: 29 });
});
