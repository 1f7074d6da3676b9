import { expect, test } from 'vitest';
import { Fleet } from '#fleet/model/fleet.ts';
import { BodyReader } from './bodyReader.ts';

const encoder = new TextEncoder();

function read(parts: readonly Uint8Array[]): Fleet {
  const reader = new BodyReader();
  for (const part of parts) reader.push(part);
  reader.finish();
  const fleet = new Fleet();
  fleet.take(reader.rows.takeBatch(true));
  fleet.progress = reader.progress;
  return fleet;
}

test('members of objects are columns beside the objects, and no part of the record', () => {
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
    const column = (name: string) => records.map((_, row) => fleet.value(row, fleet.columnOf(name)));
    // a field of that name has it alone
    expect(column('at.site')).toEqual([...new Array(6).fill(undefined), 'its own']);
    expect(column('at › site')).toEqual([undefined, 'Oslo', 'Älmhult', 'Älmhult', undefined, 'Riga', 'another']);
    expect(column('at.room.no')).toEqual([undefined, 7, null, '8', undefined, undefined, undefined]);
    expect(column('at.room.doors')).toEqual([undefined, [1], ...new Array(5).fill(undefined)]);
    expect({ ...fleet.record(1) }).toEqual({ deviceID: 'b', at: { site: 'Oslo', room: { no: 7, doors: [1] } } });
    expect({ ...fleet.record(6) }).toEqual({ deviceID: 'g', 'at.site': 'its own', at: { site: 'another' } });
    expect(fleet.progress.unlisted).toEqual([]);
  }
});

test('a map of many keys takes the columns of nothing else', () => {
  const map = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key ${index}`, index]));
  const fleet = read([encoder.encode(JSON.stringify({ devices: [{ map }, { later: 1 }] }))]);
  expect(fleet.columns.length).toBeLessThan(60);
  expect(fleet.value(1, fleet.columnOf('later'))).toBe(1);
});
