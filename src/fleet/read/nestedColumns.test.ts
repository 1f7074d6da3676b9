import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fleet } from '#fleet/model/fleet.ts';
import { splitIntoChunks } from '#fleet/testing/testFleets.ts';
import { isJsonObject } from '#lib/json/json.ts';
import { DeviceListParser } from './deviceListParser.ts';

const encoder = new TextEncoder();

function read(parts: readonly Uint8Array[]): Fleet {
  const reader = new DeviceListParser();
  for (const part of parts) reader.push(part);
  reader.finish();
  const fleet = new Fleet();
  fleet.applyBatch(reader.rows.takeBatch(true));
  fleet.progress = reader.progress;
  return fleet;
}

test('members of objects become columns next to the object, without changing the record', () => {
  const records = [
    '{"deviceID":"a"}',
    '{"deviceID":"b","at":{"site":"Oslo","room":{"no":7,"doors":[1]}}}',
    '{"deviceID":"c","at":{"site":"Älmhult","room":{"no":null}}}',
    '{"deviceID":"d","at":{"site":"Älmhult","room":{"no":"8"}}}',
    '{"deviceID":"e","at":[1]}',
    '{"deviceID":"f","at":{"site":"Rom","site":"Riga"}}',
    '{"deviceID":"g","at.site":"its own","at":{"site":"another"}}',
  ];
  const body = encoder.encode(`{"devices":[${records.join(',')}]}`);
  for (const parts of [[body], Array.from(body, (byte) => Uint8Array.of(byte))]) {
    const fleet = read(parts);
    const column = (name: string) => records.map((_, row) => fleet.getValue(row, fleet.findColumn(name)));
    // a field with that name keeps it
    expect(column('at.site')).toEqual([...new Array(6).fill(undefined), 'its own']);
    expect(column('at › site')).toEqual([undefined, 'Oslo', 'Älmhult', 'Älmhult', undefined, 'Riga', 'another']);
    expect(column('at.room.no')).toEqual([undefined, 7, null, '8', undefined, undefined, undefined]);
    expect(column('at.room.doors')).toEqual([undefined, [1], ...new Array(5).fill(undefined)]);
    expect({ ...fleet.getRecord(1) }).toEqual({ deviceID: 'b', at: { site: 'Oslo', room: { no: 7, doors: [1] } } });
    expect({ ...fleet.getRecord(6) }).toEqual({ deviceID: 'g', 'at.site': 'its own', at: { site: 'another' } });
    expect(fleet.progress.unlisted).toEqual([]);
  }
});

const member = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Oslo', 'Älmhult', 'a "quote"', '') },
  { weight: 3, arbitrary: fc.integer({ min: -20, max: 1e6 }) },
  fc.constantFrom(null, true, false, 1.5, [1, { x: 1 }], {}, { no: 7 }),
  fc.constant({ no: 'seven', deep: { deeper: { deepest: 1 } } }),
);
const record = fc.record(
  { deviceID: fc.constantFrom('a', 'b'), at: fc.oneof(fc.record({ site: member, room: member }), member), to: member },
  { requiredKeys: ['deviceID'] },
);

const first = { deviceID: 'a', at: { site: '', room: { no: 1, deep: { deeper: {} } } }, to: { no: 1, deep: {} } };

test('columns of members contain the same values as JSON.parse for any earlier records', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 40 }), fc.integer({ min: 1, max: 300 }), (others, piece) => {
      const records = [first, ...others];
      const body = encoder.encode(JSON.stringify({ devices: records }));
      const fleet = read([...splitIntoChunks(body, Array(body.length).fill(piece))]);
      for (const [row, given] of records.entries()) {
        expect(toPlain(fleet.getRecord(row))).toEqual(given);
        for (const path of ['at.site', 'at.room', 'at.room.no', 'at.room.deep.deeper', 'to.no', 'to.deep']) {
          const column = fleet.findColumn(path);
          const value = column === undefined ? undefined : fleet.getValue(row, column);
          expect(toPlain(value), `${path} of row ${row}`).toEqual(at(given, path));
        }
      }
    }),
  );
});

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((within, name) => (isJsonObject(within) ? within[name] : undefined), value);
}

function toPlain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

test('a map with many keys does not use up the columns of other fields', () => {
  const map = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key ${index}`, index]));
  const fleet = read([encoder.encode(JSON.stringify({ devices: [{ map }, { later: 1 }] }))]);
  expect(fleet.columns.length).toBeLessThan(60);
  expect(fleet.getValue(1, fleet.findColumn('later'))).toBe(1);
});
