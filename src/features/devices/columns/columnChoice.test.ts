import { expect, test } from 'vitest';
import { choiceOf, columnsShown, unknownParts } from './columnChoice.ts';
import { readWidths } from './gridSettings.ts';

const FIELDS = ['deviceID', 'name', 'paired', 'admin'];
const NONE = { columns: undefined, pins: undefined };

test('without a choice all fields are shown, and the first stays in view', () => {
  expect(columnsShown(FIELDS, NONE)).toEqual({ shown: FIELDS, pinned: ['deviceID'] });
});

test('pinned columns come first, in their own order; those that are not shown are not pinned', () => {
  const { shown, pinned } = columnsShown(FIELDS, { columns: ['paired', 'deviceID', 'name'], pins: ['name', 'admin'] });
  expect([shown, pinned]).toEqual([['name', 'paired', 'deviceID'], ['name']]);
  expect(columnsShown(FIELDS, { columns: undefined, pins: [] }).pinned).toEqual([]);
});

test('an order chosen is shown again, and the usual one is no choice', () => {
  const pins = ['deviceID', 'name'];
  const choice = choiceOf(FIELDS, ['name', 'deviceID', 'admin'], { columns: undefined, pins });
  expect(choice).toEqual({ columns: ['name', 'deviceID', 'admin'], pins: ['name', 'deviceID'] });
  expect(columnsShown(FIELDS, choice).shown).toEqual(['name', 'deviceID', 'admin']);
  expect(choiceOf(FIELDS, FIELDS, { columns: ['name'], pins: undefined })).toEqual(NONE);
});

test('what no device has is no column and is named', () => {
  expect(columnsShown(FIELDS, { columns: ['lost', 'name'], pins: undefined }).shown).toEqual(['name']);
  expect(columnsShown(FIELDS, { columns: ['lost'], pins: undefined }).shown).toEqual(FIELDS);
  const sort = [
    { field: 'name', descending: true },
    { field: 'gone', descending: false },
  ];
  expect(unknownParts(FIELDS, { sort, columns: ['lost', 'name'] })).toEqual(['asc gone', 'column lost']);
});

test('kept widths are read one by one, and damaged ones are named', () => {
  const damaged: string[] = [];
  const read = (kept: unknown) => readWidths(kept, (field) => damaged.push(field));
  const kept = JSON.parse('{"name": 240, "admin": "wide", "paired": 3, "status": 80.5, "__proto__": 90}');
  expect(Object.entries(read(kept))).toEqual([
    ['name', 240],
    ['__proto__', 90],
  ]);
  expect(damaged.splice(0)).toEqual(['admin', 'paired', 'status']);
  for (const odd of ['{', [1], null, 7]) {
    expect(read(odd)).toEqual({});
    expect(damaged.splice(0)).toEqual(['all of them']);
  }
});

test('a chosen column that this list has no field for stays chosen, and pinned, when another one is hidden', () => {
  const choice = { columns: ['deviceID', 'battery', 'name', 'admin'], pins: ['deviceID', 'battery'] };
  expect(choiceOf(['deviceID', 'name', 'admin'], ['deviceID', 'name'], choice)).toEqual({
    columns: ['deviceID', 'name', 'battery'],
    pins: ['deviceID', 'battery'],
  });
});
