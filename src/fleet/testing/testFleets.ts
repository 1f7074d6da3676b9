import fc from 'fast-check';
import { Fleet } from '#fleet/model/fleet.ts';
import { DeviceListParser } from '#fleet/read/deviceListParser.ts';
import { computeRowOrder } from '#fleet/sort/computeRowOrder.ts';

export function createDeviceListArbitrary(): fc.Arbitrary<string> {
  const entry = fc.oneof({ weight: 12, arbitrary: createRecordArbitrary() }, fc.jsonValue());
  return fc.tuple(fc.array(entry, { maxLength: 12 }), fc.nat(3)).map(([devices, space]) => {
    const list = { code: 'DEVICES-LIST-FETCHED', message: '', nDevices: devices.length, devices, more: [] };
    return stringifyWithSpacing(list, space);
  });
}

/** Lists of records: the fleet, and the plain records to compare it with. */
export function createFleetArbitrary(records = fc.array(createRecordArbitrary(), { maxLength: 30 })) {
  return records.map((devices) => {
    const text = JSON.stringify({ devices });
    return { text, fleet: createTestFleet(text), plain: parsePlainRecords(text) };
  });
}

export function createFleetOf(devices: readonly unknown[]): Fleet {
  return createTestFleet(JSON.stringify({ devices }));
}

export function createRecordArbitrary(): fc.Arbitrary<unknown> {
  const regular = fc.record({
    deviceID: fc.stringMatching(/^[a-f0-9]{1,12}$/),
    productID: fc.constantFrom('PUMP', 'pump-01', 'Fan'),
    name: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom('Pump 1', 'PUMP 1', 'Ünit'),
      createNumberedTextArbitrary(),
    ),
    status: fc.boolean(),
    admin: fc.constantFrom('a@example.com', 'B@example.com', ''),
    registeredAt: fc.integer({ min: 0, max: 2e12 }),
    lastPairedAt: fc.oneof(fc.integer({ min: 0, max: 2e12 }), fc.constant(0)),
    paired: fc.boolean(),
  });
  const strange = fc.record(
    {
      deviceID: fc.jsonValue(),
      name: fc.oneof(fc.constantFrom('\ud800', '\udc00x', '\u0000', 'ΟΔΟΣ', 'İ'), fc.string({ unit: 'binary' })),
      admin: fc.constantFrom(null, 1, 'a@example.com'),
      registeredAt: fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(null, 2 ** 60, 1e300, -0)),
      paired: fc.constantFrom(null, 'yes', true),
      extra: fc.jsonValue(),
      note: fc.constantFrom(null, 1, true, 'null', 'Ünit 10', 'unit 9', {}),
      ['__proto__']: fc.nat(3),
      toString: fc.string(),
    },
    { requiredKeys: [] },
  );
  return fc.oneof({ weight: 3, arbitrary: regular }, strange);
}

function createNumberedTextArbitrary(): fc.Arbitrary<string> {
  const part = fc.constantFrom(...'0 00 1 2 9 10 99999999 100000000 - . : é E ß'.split(' '), '9'.repeat(20));
  return fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
}

export function parsePlainRecords(text: string): Record<string, unknown>[] {
  const { devices } = JSON.parse(text) as { devices: unknown[] }; // text of `createDeviceListArbitrary`
  return devices.filter(
    (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null && !Array.isArray(entry),
  );
}

export function createTestFleet(text: string): Fleet {
  const reader = new DeviceListParser();
  reader.push(new TextEncoder().encode(text));
  reader.finish();
  const fleet = new Fleet();
  fleet.applyBatch(reader.rows.takeBatch(true));
  fleet.progress = reader.progress;
  fleet.state = 'complete';
  fleet.setOrderRequestHandler((column) => {
    const [schema, values] = [fleet.columns[column], fleet.getDictionaryValues(column)];
    if (schema) fleet.rowOrders.set(column, computeRowOrder({ blocks: fleet.blocks, column, schema, values }));
  });
  return fleet;
}

export function* splitIntoChunks(bytes: Uint8Array, sizes: Iterable<number>): Generator<Uint8Array> {
  let from = 0;
  for (const size of sizes) {
    if (from >= bytes.length) return;
    yield bytes.slice(from, from + size);
    from += size;
  }
}

function stringifyWithSpacing(value: unknown, space: number): string {
  const text = JSON.stringify(value, undefined, space === 2 ? 2 : undefined);
  // the format of many services
  if (space === 3)
    return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return space === 1 ? text.replaceAll('":', '": ').replaceAll(',"', ', "') : text;
}

/** Runs work that other work can interrupt after each step. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
