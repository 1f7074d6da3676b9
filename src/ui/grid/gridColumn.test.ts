import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  avoidCutColumn,
  clampColumnWidth,
  createColumnCssVariables,
  getRowHeaderIndex,
  moveColumn,
  type SizedColumn,
} from './gridColumn.ts';

const columnsOf = (keys: string, pinned = 0): SizedColumn[] =>
  [...keys].map((key, index) => ({ key, label: key, type: 'text', width: 100 + index, pinned: index < pinned }));

test.each([
  ['abcd', 0, 1, 3, 'acdb'],
  ['abcd', 0, 3, 0, 'dabc'],
  ['abcd', 0, 2, 99, 'abdc'],
  // pinned columns stay before the others
  ['abcd', 2, 3, 0, 'abdc'],
  ['abcd', 2, 0, 3, 'bacd'],
  // no effect
  ['abc', 0, 1, 1, undefined],
  ['abc', 1, 1, 0, undefined],
  ['abc', 0, 7, 0, undefined],
])('in %s with %i pinned, moving column %i to %i gives %s', (keys, pinned, from, to, expected) => {
  expect(moveColumn(columnsOf(keys, pinned), from, to)?.join('')).toBe(expected);
});

test('a move loses no column and moves none between pinned and others', () => {
  fc.assert(
    fc.property(fc.nat(6), fc.nat(5), fc.integer({ min: -3, max: 9 }), (pinned, from, to) => {
      const columns = columnsOf('abcdef', pinned);
      const moved = moveColumn(columns, from, to) ?? columns.map(({ key }) => key);
      expect([...moved].sort().join('')).toBe('abcdef');
      expect(moved.slice(0, pinned).sort().join('')).toBe('abcdef'.slice(0, pinned));
    }),
  );
});

test('pinned columns are adjacent, after the leading cells', () => {
  expect(createColumnCssVariables(columnsOf('abc', 2), 40)).toEqual({
    '--columns': '40px 100px 101px 102px',
    '--width': '343px',
    '--pin-0': '40px',
    '--pin-1': '140px',
    '--pinned': '241px',
  });
});

test('column widths stay within usable limits', () => {
  expect([clampColumnWidth(-5), clampColumnWidth(100.4), clampColumnWidth(1e9)]).toEqual([56, 100, 1200]);
});

test('the row header is the marked column, or else the first', () => {
  const columns = columnsOf('abc');
  expect(getRowHeaderIndex(columns)).toBe(0);
  expect(getRowHeaderIndex(columns.map((column) => ({ ...column, isRowHeader: column.key === 'c' })))).toBe(2);
});

test('the filling column grows until no column is partly visible, unless all fit', () => {
  const columns = columnsOf('abc').map((column) => ({ ...column, fill: column.key === 'a' }));
  const widthsIn = (viewport: number) => avoidCutColumn(columns, 40, viewport).map(({ width }) => width);
  // a and b end at 241; c would be truncated until 343
  expect(widthsIn(260)).toEqual([119, 101, 102]);
  expect(widthsIn(342)).toEqual([201, 101, 102]);
  for (const viewport of [241, 343, 900]) expect(widthsIn(viewport)).toEqual([100, 101, 102]);
  // the filling column itself is too wide
  expect(widthsIn(100)).toEqual([100, 101, 102]);
});

test('without a filling column, all visible columns grow, except those with a set width', () => {
  const columns = columnsOf('abcd');
  const widthsIn = (viewport: number, shown = columns) => avoidCutColumn(shown, 40, viewport).map(({ width }) => width);
  // a and b end at 241; c would be cut off until 343, d until 446
  expect(widthsIn(280)).toEqual([119, 121, 102, 103]);
  expect(widthsIn(373)).toEqual([110, 111, 112, 103]);
  for (const viewport of [343, 446, 900]) expect(widthsIn(viewport)).toEqual([100, 101, 102, 103]);
  const set = columns.map((column) => ({ ...column, isWidthSet: column.key !== 'b' }));
  expect(widthsIn(373, set)).toEqual([100, 131, 102, 103]);

  // a column that takes more than half of the view is shown in part
  const wide = columns.map((column) => (column.key === 'c' ? { ...column, width: 400 } : column));
  expect(widthsIn(373, wide)).toEqual([100, 101, 400, 103]);
});
