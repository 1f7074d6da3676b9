import { expect, test } from 'vitest';
import { createColumnChoice, findUnknownFields, resolveColumns } from './deviceColumns.ts';
import { parseWidths } from './gridSettings.ts';

const FIELDS = ['deviceID', 'name', 'paired', 'admin'];
const NONE = { columns: undefined, pins: undefined };

test('without a choice all fields are shown, and the first stays in view', () => {
  expect(resolveColumns(FIELDS, NONE)).toEqual({ shown: FIELDS, pinned: ['deviceID'] });
});

test('pinned columns come first, in their own order; those that are not shown are not pinned', () => {
  const { shown, pinned } = resolveColumns(FIELDS, {
    columns: ['paired', 'deviceID', 'name'],
    pins: ['name', 'admin'],
  });
  expect([shown, pinned]).toEqual([['name', 'paired', 'deviceID'], ['name']]);
  expect(resolveColumns(FIELDS, { columns: undefined, pins: [] }).pinned).toEqual([]);
});

test('an order chosen is shown again, and the usual one is no choice', () => {
  const pins = ['deviceID', 'name'];
  const choice = createColumnChoice(FIELDS, ['name', 'deviceID', 'admin'], { columns: undefined, pins });
  expect(choice).toEqual({ columns: ['name', 'deviceID', 'admin'], pins: ['name', 'deviceID'] });
  expect(resolveColumns(FIELDS, choice).shown).toEqual(['name', 'deviceID', 'admin']);
  expect(createColumnChoice(FIELDS, FIELDS, { columns: ['name'], pins: undefined })).toEqual(NONE);
});

test('what no device has is no column and is named', () => {
  expect(resolveColumns(FIELDS, { columns: ['lost', 'name'], pins: undefined }).shown).toEqual(['name']);
  expect(resolveColumns(FIELDS, { columns: ['lost'], pins: undefined }).shown).toEqual(FIELDS);
  const sort = [
    { field: 'name', descending: true },
    { field: 'gone', descending: false },
  ];
  expect(findUnknownFields(FIELDS, { sort, columns: ['lost', 'name'] })).toEqual(['asc gone', 'column lost']);
});

test('kept widths are read one by one, and damaged ones are named', () => {
  const damaged: string[] = [];
  const read = (kept: unknown) => parseWidths(kept, (field) => damaged.push(field));
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
  expect(createColumnChoice(['deviceID', 'name', 'admin'], ['deviceID', 'name'], choice)).toEqual({
    columns: ['deviceID', 'name', 'battery'],
    pins: ['deviceID', 'battery'],
  });
});
