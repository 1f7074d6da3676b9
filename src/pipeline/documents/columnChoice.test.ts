import { expect, test } from 'vitest';
import {
  addFieldColumn,
  applyColumnChoice,
  type ColumnChoice,
  columnChoiceSchema,
  DEFAULT_COLUMN_CHOICE,
  setShownColumns,
} from './columnChoice.ts';
import { createDocumentColumns } from './documentColumns.ts';

const COLUMNS = createDocumentColumns([{ time: 1, level: 'low', documentID: 'a', voltage: 3 }], new Set());
const shown = (choice: ColumnChoice) => applyColumnChoice(COLUMNS, choice).visible.map(({ key }) => key);

test('columns are in order of appearance, with the documentID first and pinned', () => {
  expect(shown(DEFAULT_COLUMN_CHOICE)).toEqual(['documentID', 'time', 'level', 'voltage']);
  const pinned = applyColumnChoice(COLUMNS, DEFAULT_COLUMN_CHOICE).visible.filter((column) => column.pinned);
  expect(pinned).toMatchObject([{ key: 'documentID' }]);
});

test('hides, reorders and pins columns, and appends later ones', () => {
  const choice = setShownColumns(DEFAULT_COLUMN_CHOICE, ['voltage', 'documentID'], ['documentID', 'time', 'voltage']);
  expect(shown(choice)).toEqual(['documentID', 'voltage', 'level']);
  expect(applyColumnChoice(COLUMNS, choice).hidden).toEqual(['time']);
  expect(shown({ ...choice, pinned: ['level'] })).toEqual(['level', 'voltage', 'documentID']);
});

test('adds a column for a field that no document has, and shows all columns if all were hidden', () => {
  const add = (choice: ColumnChoice, field: string) => shown(addFieldColumn(choice, field)).join(' ');
  expect(add(DEFAULT_COLUMN_CHOICE, 'gps.lat')).toBe('documentID gps.lat time level voltage');
  expect(add({ ...DEFAULT_COLUMN_CHOICE, hidden: ['level'] }, 'level')).toBe('documentID level time voltage');
  expect(shown({ ...DEFAULT_COLUMN_CHOICE, hidden: COLUMNS.map(({ key }) => key) })).toHaveLength(4);
});

test('a field with a dot in its name stays distinct from a nested field', () => {
  const columns = createDocumentColumns([{ a: { b: 1 }, 'a.b': 2 }], new Set());
  const choice = addFieldColumn(DEFAULT_COLUMN_CHOICE, '["a.b"]');
  expect(applyColumnChoice(columns, choice).visible.map(({ label }) => label)).toEqual(['"a.b"', 'a.b']);
  expect(applyColumnChoice([], choice).visible).toMatchObject([{ label: '"a.b"', path: ['a.b'] }]);
});

test('accepts a stored choice, and rejects everything else', () => {
  const choice = { ...addFieldColumn(DEFAULT_COLUMN_CHOICE, 'a'), pinned: ['a'], widths: { a: 90 } };
  expect(columnChoiceSchema.parse(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
  for (const bad of [undefined, [], { ...choice, order: 'a' }, { ...choice, widths: { a: '9' } }]) {
    expect(columnChoiceSchema.safeParse(bad).success).toBe(false);
  }
});
