import { expect, test } from 'vitest';
import { arranged, type ColumnChoice, NO_CHOICE, readColumnChoice, withField, withShown } from './columnChoice.ts';
import { documentColumns } from './documentColumns.ts';

const COLUMNS = documentColumns([{ time: 1, level: 'low', documentID: 'a', voltage: 3 }], new Set());
const shown = (choice: ColumnChoice) => arranged(COLUMNS, choice).visible.map(({ key }) => key);

test('columns come as they are met, the documentID first and in view', () => {
  expect(shown(NO_CHOICE)).toEqual(['documentID', 'time', 'level', 'voltage']);
  expect(arranged(COLUMNS, NO_CHOICE).visible.filter(({ pinned }) => pinned)).toMatchObject([{ key: 'documentID' }]);
});

test('columns are hidden, put in order and pinned; what comes later follows', () => {
  const choice = withShown(NO_CHOICE, ['voltage', 'documentID'], ['documentID', 'time', 'voltage']);
  expect(shown(choice)).toEqual(['documentID', 'voltage', 'level']);
  expect(arranged(COLUMNS, choice).hidden).toEqual(['time']);
  expect(shown({ ...choice, pinned: ['level'] })).toEqual(['level', 'voltage', 'documentID']);
});

test('a field is a column although no document has it', () => {
  expect(shown(withField(NO_CHOICE, 'gps.lat'))).toEqual(['documentID', 'gps.lat', 'time', 'level', 'voltage']);
  expect(shown(withField({ ...NO_CHOICE, hidden: ['level'] }, 'level'))).toEqual([
    'documentID',
    'level',
    'time',
    'voltage',
  ]);
});

test('a field with a dot in its name is found again, and is no other', () => {
  const columns = documentColumns([{ a: { b: 1 }, 'a.b': 2 }], new Set());
  expect(arranged(columns, withField(NO_CHOICE, '["a.b"]')).visible.map(({ label }) => label)).toEqual([
    '"a.b"',
    'a.b',
  ]);
  expect(arranged([], withField(NO_CHOICE, '["a.b"]')).visible).toMatchObject([{ label: '"a.b"', path: ['a.b'] }]);
});

test('there is a column although all were hidden', () => {
  expect(shown({ ...NO_CHOICE, hidden: ['documentID', 'time', 'level', 'voltage'] })).toHaveLength(4);
});

test('a choice is read back, and nothing else is', () => {
  const choice = { ...withField(NO_CHOICE, 'a'), pinned: ['a'], widths: { a: 90 } };
  expect(readColumnChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
  for (const bad of [undefined, [], { ...choice, order: 'a' }, { ...choice, widths: { a: '9' } }]) {
    expect(readColumnChoice(bad)).toBeUndefined();
  }
});
