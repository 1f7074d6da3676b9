import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fleet } from '#fleet/model/fleet.ts';
import { createDeviceListArbitrary, parsePlainRecords, splitIntoChunks } from '#fleet/testing/testFleets.ts';
import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import { DeviceListParseError, DeviceListParser } from './deviceListParser.ts';

const encoder = new TextEncoder();

describe('gives the same result as JSON.parse', () => {
  test('for any list split at any byte', () => {
    fc.assert(
      fc.property(createDeviceListArbitrary(), fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (text, sizes) => {
        const { reader, fleet } = readAll(splitIntoChunks(encoder.encode(text), sizes));
        const parsed = JSON.parse(text);
        expect(records(fleet)).toEqual(parsePlainRecords(text));
        const { devices: _, ...fields } = parsed;
        expect(reader.fields).toEqual(Object.assign(Object.create(null), fields));
        expect(reader.badCount).toBe(parsed.devices.length - fleet.count);
      }),
      { numRuns: 300 },
    );
  });

  test('replaces invalid bytes like a TextDecoder', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (damage) => {
        const inner = damage.filter((byte) => byte !== 34 && byte !== 92 && byte >= 32);
        const [start, end] = ['{"devices":[{"name":"x"},{"name":"', '"}]}'].map((text) => encoder.encode(text));
        const bytes = Buffer.concat([start ?? inner, inner, end ?? inner]);
        const { fleet } = readAll([bytes]);
        const text = new TextDecoder().decode(bytes);
        expect(fleet.getValue(1, fleet.findColumn('name'))).toBe(JSON.parse(text).devices[1].name);
      }),
    );
  });
});

test('a body truncated at any byte gives the records before the cut, marked as incomplete', () => {
  const devices = [
    { deviceID: 'é1', name: 'a"\\b', registeredAt: 1, paired: true },
    { deviceID: 'd2', name: '\u0007', extra: { deep: [1, '}]'] }, lastPairedAt: null },
    17,
    { deviceID: 'd3', name: '😀', registeredAt: 2 ** 70 },
  ];
  const bytes = encoder.encode(JSON.stringify({ code: 'DEVICES-LIST-FETCHED', nDevices: 3, devices, message: 'x' }));
  const whole = records(readAll([bytes]).fleet);
  expect(whole).toHaveLength(3);
  for (let cut = 0; cut < bytes.length; cut++) {
    const reader = new DeviceListParser();
    reader.push(bytes.slice(0, cut));
    expect(() => reader.finish()).toThrow(DeviceListParseError);
    const kept = records(fleetOf(reader));
    expect(kept).toEqual(whole.slice(0, kept.length));
  }
});

describe('rejects the same input as JSON.parse', () => {
  test('for a body with any byte changed', () => {
    const text =
      '{"code":"X","devices":[{"deviceID":"a","n":-1.5e3,"f":true},{"deviceID":"b","n":20,"f":null}],"z":[]}';
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'{}[]",:0-.eatn\\ x'), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        if (!/"devices":\[/.test(changed)) return;
        const expected = attempt(() => parsePlainRecords(changed));
        const actual = attempt(() => records(readAll([encoder.encode(changed)]).fleet));
        expect(actual, changed).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['', '<html>', '[]', 'null', '"x"', '{"devices":[],}', '{"devices":[,]}', '{"devices":[]} x'])(
    '%j',
    (text) => {
      expect(() => readAll([encoder.encode(text)])).toThrow(DeviceListParseError);
    },
  );
});

test('gives up on a value that never ends, and on a body whose list never begins', () => {
  const piece = encoder.encode('x'.repeat(1024 * 1024));
  const endless = (begin: string, more: Uint8Array) => {
    const reader = new DeviceListParser();
    reader.push(encoder.encode(begin));
    for (let count = 0; count < 40; count++) reader.push(more);
  };
  expect(() => endless('{"devices":[{"deviceID":"a"},{"name":"', piece)).toThrow('A value is longer than 32 MB');
  expect(() => endless('{"message":"', piece)).toThrow('A value is longer than 32 MB');
  expect(() => endless('{', encoder.encode(' '.repeat(1024 * 1024)))).toThrow('No list starts within the first 32 MB');
});

test('detects the type of a field from its first non-null value only', () => {
  const values = ['null', '""', '"a"', '1', 'true', '{}', '[1]'];
  for (const second of values) {
    for (const third of values) {
      const body = `{"devices":[${['null', second, third].map((value) => `{"deviceID":"d","extra":${value}}`)}]}`;
      const { fleet } = readAll([encoder.encode(body)]);
      expect(records(fleet), body).toEqual(parsePlainRecords(body));
    }
  }
});

test('keeps only the requested fields, and devices that are not a list among the other fields', () => {
  const parser = new DeviceListParser(['deviceID']);
  parser.push(encoder.encode('\ufeff{"devices":[{"name":"x","deviceID":"a"},{"deviceID":"c"}]}'));
  const fleet = fleetOf(parser);
  expect(fleet.columns.map(({ name }) => name)).toEqual(['deviceID']);
  expect(records(fleet)).toEqual([{ deviceID: 'a' }, { deviceID: 'c' }]);
  const { reader } = readAll([encoder.encode('{"code":"A","devices":{"a":1}}')]);
  expect([reader.listed, reader.fields['devices']]).toEqual([false, { a: 1 }]);
});

test('lists, but does not store, columns beyond the maximum', () => {
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, index]));
  const { reader, fleet } = readAll([encoder.encode(JSON.stringify({ devices: [wide, wide] }))]);
  expect(fleet.columns).toHaveLength(200);
  expect(reader.rows.unlistedFields.size).toBe(108);
});

test('lists members of objects beyond the maximum of their columns', () => {
  const wide = { at: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}`, index])) };
  const { reader, fleet } = readAll([encoder.encode(JSON.stringify({ devices: [wide, wide] }))]);
  expect(fleet.columns.filter(({ nested }) => nested)).toHaveLength(40);
  expect([...reader.rows.unlistedFields]).toEqual(Array.from({ length: 20 }, (_, index) => `at.m${index + 40}`));
});

test('keeps numbers that a double would change as text', () => {
  const numbers = ['1', '1e400', '9007199254740993', '0.1234567890123456789', '-1e-400', '1.5'];
  const records = numbers.map((number) => `{"registeredAt":${number}}`);
  const { fleet } = readAll([encoder.encode(`{"devices":[${records}]}`)]);
  const column = fleet.findColumn('registeredAt');
  expect(numbers.map((_, row) => stringifyJson(fleet.getValue(row, column)))).toEqual(numbers);
});

function readAll(chunks: Iterable<Uint8Array>): { reader: DeviceListParser; fleet: Fleet } {
  const reader = new DeviceListParser();
  for (const chunk of chunks) reader.push(chunk);
  reader.finish();
  return { reader, fleet: fleetOf(reader) };
}

function fleetOf(reader: DeviceListParser): Fleet {
  const fleet = new Fleet();
  fleet.applyBatch(reader.rows.takeBatch(true));
  return fleet;
}

function records(fleet: Fleet): unknown[] {
  return Array.from({ length: fleet.count }, (_, row) =>
    Object.fromEntries(Object.entries(fleet.getRecord(row)).map(([name, value]) => [name, rounded(value)])),
  );
}

function rounded(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]));
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

test('a restarted reader assigns its own value codes', () => {
  const names = [0, 1, 2, 3, 4, 5].map((index) => `a${index}@example.com`);
  const body = encoder.encode(`{"devices":[${names.map((admin) => JSON.stringify({ admin }))}]}`);
  const fleet = new Fleet();
  const admin = () => Array.from({ length: fleet.count }, (_, row) => fleet.getValue(row, fleet.findColumn('admin')));
  const read = (reader: DeviceListParser, from: number, to?: number) => {
    reader.push(body.subarray(from, to));
    fleet.applyBatch(reader.rows.takeBatch(true));
  };
  read(new DeviceListParser(), 0, 130);
  const early = admin();
  expect(early.length).toBeGreaterThan(1);
  fleet.prepareRestart();
  expect(admin()).toEqual(early);
  const second = new DeviceListParser();
  read(second, 0, 150);
  read(second, 150);
  expect(admin()).toEqual(names);
});
