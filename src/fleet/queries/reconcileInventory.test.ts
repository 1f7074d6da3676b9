import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowSet } from '#fleet/select/rowSet.ts';
import { createFleetOf, runSteps } from '#fleet/testing/testFleets.ts';
import { ENTRY_OUTCOMES, type InventoryReconciliation, reconcileInventory } from './reconcileInventory.ts';
import type { MatchKey } from './valueLookup.ts';

const ANN = 'ann@example.com';
const FLEET = createFleetOf([
  { deviceID: 'A-1', admin: 'ann@example.com' },
  { deviceID: 'A-2', admin: 'Bob@example.com' },
  { deviceID: 'A-3', admin: 'ann@example.com' },
  { deviceID: 'A-3', admin: '' },
  { deviceID: 'pump room 7', admin: null },
  ...['', '["A-1","B"]', '[7]', 'B-1\u200b'].map((deviceID) => ({ deviceID })),
]);

function run(text: string, hidden: readonly number[] = [], reading?: MatchKey, fleet = FLEET): InventoryReconciliation {
  const passing = new RowSet();
  for (let row = 0; row < fleet.count; row++) passing.set(row, !hidden.includes(row));
  return runSteps(reconcileInventory(text, fleet, passing, reading));
}

const outcomes = (text: string, hidden?: readonly number[]) =>
  run(text, hidden).entries.map((entry) => `${entry.line} ${entry.text}: ${entry.outcome}`);

test.each([
  ['one per line', 'A-1\nA-9\r\nA-1', ['1 A-1: found', '2 A-9: not found', '3 A-1: duplicate']],
  ['separated by commas', 'A-1, A-2;A-9|"A-3"', ['1 A-1: found', '1 A-2: found', '1 A-9: not found', '1 A-3: found']],
  ['separated by spaces', 'A-1 A-2  A-9', ['1 A-1: found', '1 A-2: found', '1 A-9: not found']],
  ['an ID with spaces', 'pump room 7', ['1 pump room 7: found']],
  ['headings', 'asset;since\n\n— 2 —\nA-1', ['1 asset, since: unreadable', '3 — 2 —: unreadable', '4 A-1: found']],
  [
    'e-mails',
    `ANN@example.com\n${ANN}\nx@y.z`,
    ['1 ANN@example.com: found', `2 ${ANN}: duplicate`, '3 x@y.z: not found'],
  ],
  ['a table', 'ID,name\nA-1,Pump\nA-9,Fan 2', ['1 ID, name: heading', '2 A-1: found', '3 A-9: not found']],
  ['a heading', 'deviceID\nA-1\nadmin', ['1 deviceID: heading', '2 A-1: found', '3 admin: unreadable']],
  ['column headings', '"name","E-mail"\n"Pump","ann@example.com"', ['1 name, E-mail: heading', `2 ${ANN}: found`]],
  ['a JSON array', '["A-1", "pump room 7","A-9"]', ['1 A-1: found', '1 pump room 7: found', '1 A-9: not found']],
  ['a JSON array of lines', '[\n  "A-1",\n  "A-9"\n]', ['2 A-1: found', '3 A-9: not found']],
  ['an array in another notation', "['A-1'],\n[A-3, 9]", ['1 A-1: found', '2 A-3: found', '2 9: not found']],
  ['objects', '{"all": [{"deviceID": "A-1"},\n{"deviceID":"A-9","name":"Fan"}]}', ['1 A-1: found', '2 A-9: not found']],
  ['objects of lines', '[\n {\n  "name": "Fan 2",\n  "admin": "ann@example.com"\n }\n]', [`4 ${ANN}: found`]],
  [
    'objects whose fields are lists or empty',
    '[{"deviceID":"A-1","tags":["x1","y2"],"admin":null},\n{"tags":[\n"x1",\n"y2"],\n"admin": null,\n"deviceID":"A-9"}]',
    ['1 A-1: found', '6 A-9: not found'],
  ],
  ['objects with an id', '[{"id":"A-1","registeredAt":1700000000000}]', ['1 A-1: found']],
  ['an id that is not the device ID', '[{"deviceID":"A-1","owner":{"id":"u7"}}]', ['1 A-1: found']],
  ['an ID next to a field name', 'Z-9,admin', ['1 Z-9: not found']],
  ['JSON escapes', '["A\\u002d1", "pump\\u0020room 7"]', ['1 A-1: found', '1 pump room 7: found']],
  ['IDs with brackets and quotes', '["A-1","B"]\n[7], A-1', ['1 ["A-1","B"]: found', '2 [7]: found', '2 A-1: found']],
  [
    'invisible characters',
    '\ufeffA-1\n\u200bA-2\u00a0\n"A-3"\u200b,\u2060A-9\nB-1\u200b',
    ['1 A-1: found', '2 A-2: found', '3 A-3: found', '3 A-9: not found', '4 B-1\u200b: found'],
  ],
  ['quotes in quotes', '"A-1"\n\'A-2\'\n"A ""9"""', ['1 A-1: found', '2 A-2: found', '3 A "9": unreadable']],
])('%s', (_, text, expected) => {
  expect(outcomes(text)).toEqual(expected);
});

test('distinguishes hidden from visible rows, and finds every device with the ID', () => {
  expect(outcomes(`A-1\nA-3\n${ANN}`, [0])).toEqual(['1 A-1: hidden', '2 A-3: found', `3 ${ANN}: found`]);
  const { rows, shown, unlisted, joined } = run('A-3', [0]);
  expect([[...rows.values()], shown, unlisted, [...joined.codes]]).toEqual([[2, 3], 2, 6, [0, 0, 1, 1, 0, 0, 0, 0, 0]]);

  expect([...run('A-3', [2, 3]).hidden.values()]).toEqual([2, 3]);
  expect(run('A-1\nx\nA-1').entries.map(({ firstLine }) => firstLine)).toEqual([undefined, undefined, 1]);
});

test('of four devices with one ID, one visible device is enough', () => {
  const four = createFleetOf(Array(4).fill({ deviceID: 'A' }));
  for (let shown = 0; shown < 4; shown++) {
    const hidden = [0, 1, 2, 3].filter((row) => row !== shown);
    expect(run('A', hidden, undefined, four).counts).toMatchObject({ found: 1, hidden: 0 });
  }
  expect(run('A', [0, 1, 2, 3], undefined, four).counts).toMatchObject({ found: 0, hidden: 1 });
});

test('ignores the other column of a table with IDs and e-mail addresses', () => {
  const table = 'A-1;ann@example.com\nA-9;no@example.com\nA-2;Bob@example.com';
  const read = (reading: MatchKey) => run(table, [], reading).entries.map(({ text, outcome }) => `${text}: ${outcome}`);
  expect(read('ids')).toEqual(['A-1: found', 'A-9: not found', 'A-2: found']);
  expect(read('emails')).toEqual(['ann@example.com: found', 'no@example.com: not found', 'Bob@example.com: found']);
  expect(read('any')).toHaveLength(6);
  expect(run('ann@example.com\nA-1', [], 'ids').counts).toMatchObject({ found: 1, unreadable: 1 });
  expect(run('ann@example.com\nA-1', [], 'emails').counts).toMatchObject({ found: 1, unreadable: 1 });
});

test.each(['[', '"', '"a":', '\u200b', '\ufeff ', ']', '""', '"a" '])(
  'parses 200,000 repetitions of %j, which would never end if the work grew faster than the text',
  { tags: ['long'] },
  (part) => {
    expect(run(`${part.repeat(200_000)}x"\nA-1`).entries.length).toBeGreaterThan(0);
  },
);

test('gives every entry of any pasted text one outcome', () => {
  const unit = fc.constantFrom('A-1', 'A-2', 'ann@example.com', 'deviceID', ...'x9"\',;\t \n|[]:\u200b');
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
      const { entries, counts } = run(parts.join(''));
      expect(ENTRY_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0)).toBe(entries.length);
    }),
  );
});

const SERIALS = createFleetOf(
  Array.from({ length: 12 }, (_, row) => ({
    ...{ deviceID: `D-${row}`, admin: 'ann@example.com', serial: `sn-${100 + row}`, asset: 5000 + row },
    name: row === 0 ? 'Pump, left' : `Pump in hall ${'abcdefghijkl'[row]}`,
    location: { tag: row === 3 ? 'T-1' : `t-${row}` },
  })),
);

test.each<[what: string, text: string, reading: MatchKey, outcomes: string[]]>([
  ['a field in different case', 'SN-101\nSn-102\nSN-999', 'field:serial', ['found', 'found', 'not found']],
  ['its heading does not count', 'Serial\nSN-101\nsn-101', 'field:serial', ['heading', 'found', 'duplicate']],
  ['names with spaces and commas', 'Pump, left\nPUMP IN HALL B\nPump in hall c', 'field:name', Array(3).fill('found')],
  ['a member of an object', 't-1;t-2;t-4', 'field:location.tag', ['found', 'found', 'found']],
  ['numbers', '5001, 5002, 4999', 'field:asset', ['found', 'found', 'not found']],
  ['objects', '[{"serial":"SN-101","name":"x"},{"serial":"SN-102","name":"y"}]', 'field:serial', ['found', 'found']],
  ['IDs in different case', 'd-1\nD-1\nd-9\nd-99', 'any', ['found', 'duplicate', 'found', 'not found']],
  ['a table with IDs', 'D-1;sn-101\nD-2;sn-102\nD-3;sn-103', 'any', ['found', 'found', 'found']],
  ['texts that match no field', 'x-1\nx-2', 'any', ['not found', 'not found']],
])('detects the match key: %s', (_, text, reading, outcomes) => {
  const inventory = run(text, [], undefined, SERIALS);
  expect(inventory.matchKey).toBe(reading);
  expect(inventory.entries.map(({ outcome }) => outcome)).toEqual(outcomes);
});

test('IDs that differ only in case are two devices, and an ID in a third case matches both', () => {
  const fleet = createFleetOf([{ deviceID: 'ab-1' }, { deviceID: 'AB-1' }]);
  expect([...run('AB-1', [], undefined, fleet).rows.values()]).toEqual([1]);
  expect([...run('Ab-1', [], undefined, fleet).rows.values()]).toEqual([0, 1]);
  expect(run('ab-1\nAB-1', [], undefined, fleet).counts).toMatchObject({ found: 2, duplicate: 0 });
});
