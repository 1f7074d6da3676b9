import { expect, test } from 'vitest';
import { createDeviceColumnChoice, describeUnknownFields, resolveDeviceColumns } from './deviceColumns.ts';
import { parseColumnWidths } from './gridSettings.ts';

const FIELDS = ['deviceID', 'name', 'paired', 'admin'];
const NONE = { columns: undefined, pins: undefined };

test('shows all fields by default, and pins the first', () => {
  expect(resolveDeviceColumns(FIELDS, NONE)).toEqual({ shown: FIELDS, pinned: ['deviceID'] });
});

test('pinned columns come first, in their own order, and hidden ones are not pinned', () => {
  const choice = { columns: ['paired', 'deviceID', 'name'], pins: ['name', 'admin'] };
  const { shown, pinned } = resolveDeviceColumns(FIELDS, choice);
  expect([shown, pinned]).toEqual([['name', 'paired', 'deviceID'], ['name']]);
  expect(resolveDeviceColumns(FIELDS, { columns: undefined, pins: [] }).pinned).toEqual([]);
});

test('restores a chosen order, and stores nothing for the default order', () => {
  const pins = ['deviceID', 'name'];
  const choice = createDeviceColumnChoice(FIELDS, ['name', 'deviceID', 'admin'], { columns: undefined, pins });
  expect(choice).toEqual({ columns: ['name', 'deviceID', 'admin'], pins: ['name', 'deviceID'] });
  expect(resolveDeviceColumns(FIELDS, choice).shown).toEqual(['name', 'deviceID', 'admin']);
  expect(createDeviceColumnChoice(FIELDS, FIELDS, { columns: ['name'], pins: undefined })).toEqual(NONE);
});

test('drops and reports columns that no device has', () => {
  expect(resolveDeviceColumns(FIELDS, { columns: ['lost', 'name'], pins: undefined }).shown).toEqual(['name']);
  expect(resolveDeviceColumns(FIELDS, { columns: ['lost'], pins: undefined }).shown).toEqual(FIELDS);
  const sort = [
    { field: 'name', descending: true },
    { field: 'gone', descending: false },
  ];
  expect(describeUnknownFields(FIELDS, { sort, columns: ['lost', 'name'] })).toEqual(['asc gone', 'column lost']);
});

test('parses stored widths one by one, and reports damaged ones', () => {
  const damaged: string[] = [];
  const read = (kept: unknown) => parseColumnWidths(kept, (field) => damaged.push(field));
  const kept = JSON.parse('{"name": 240, "admin": "wide", "paired": 3, "status": 80.5, "__proto__": 90}');
  expect(Object.entries(read(kept)).join()).toBe('name,240,__proto__,90');
  expect(damaged.splice(0)).toEqual(['admin', 'paired', 'status']);
  for (const odd of ['{', [1], null, 7]) {
    expect(read(odd)).toEqual({});
    expect(damaged.splice(0)).toEqual(['all of them']);
  }
});

test('hiding a column keeps chosen and pinned columns that this list lacks', () => {
  const choice = { columns: ['deviceID', 'battery', 'name', 'admin'], pins: ['deviceID', 'battery'] };
  const hidden = createDeviceColumnChoice(['deviceID', 'name', 'admin'], ['deviceID', 'name'], choice);
  expect(hidden).toEqual({ columns: ['deviceID', 'name', 'battery'], pins: ['deviceID', 'battery'] });
});
