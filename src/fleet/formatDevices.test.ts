import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAllRowIndices, toRowIndices } from '#fleet/filter/rowIndices.ts';
import { joinNumbers } from '#fleet/queries/joinNumbers.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { createFleetOf, createRecordArbitrary } from '#fleet/testing/testFleets.ts';
import { type DeviceExportOptions, formatDevices } from './formatDevices.ts';

const TIMES = ['registeredAt', 'lastPairedAt'];

const viewOf = (devices: readonly unknown[]) => new FleetView(createFleetOf(devices));

function written(view: FleetView, options: Partial<DeviceExportOptions>, rows = createAllRowIndices(view.fleet.count)) {
  const columns = createColumns(...ownColumns(view).map(({ name }) => name));
  const all = { format: 'csv', times: 'epoch', excel: false, columns, ...options } as const;
  return [...formatDevices(view.snapshot, rows, all)].join('');
}

function createColumns(...fields: string[]) {
  return fields.map((field) => ({ field, time: TIMES.includes(field), id: field === 'deviceID' }));
}

function ownColumns(view: FleetView) {
  return view.fleet.columns.filter(({ nested }) => !nested);
}

const lists = fc.array(createRecordArbitrary(), { minLength: 1, maxLength: 8 });

test('records survive a round trip through JSON and NDJSON', () => {
  fc.assert(
    fc.property(lists, (devices) => {
      const view = viewOf(devices);
      const plain = JSON.parse(JSON.stringify(devices));
      expect(JSON.parse(written(view, { format: 'json' }))).toEqual(plain);
      const lines = written(view, { format: 'ndjson' }).split('\n').slice(0, -1);
      expect(lines.map((line) => JSON.parse(line))).toEqual(plain);
    }),
  );
});

const DEVICE = { deviceID: '007', productID: '', registeredAt: 1_700_000_000_000, lastPairedAt: 0 };

test('writes times as ISO, as a number, or both, and keeps 0 for never', () => {
  const view = viewOf([DEVICE]);
  const columns = createColumns('deviceID', 'registeredAt', 'lastPairedAt');
  const [headings, row] = written(view, { times: 'both', columns }).split('\r\n');
  expect(headings).toBe('deviceID,registeredAt,(registeredAt),lastPairedAt,(lastPairedAt)');
  expect(row).toBe('007,1700000000000,2023-11-14T22:13:20.000Z,0,0');
  expect(JSON.parse(written(view, { format: 'json', times: 'iso', columns }))).toEqual([
    { deviceID: '007', registeredAt: '2023-11-14T22:13:20.000Z', lastPairedAt: 0 },
  ]);
});

test('leaves a time of documents empty for a device that was never seen', () => {
  const view = viewOf([{ deviceID: 'A' }, { deviceID: 'B' }]);
  const numbers = new Map([['A', 1_700_000_000_000]]);
  const join = joinNumbers(view.fleet, { field: 'lastSeenAt', numbers, missing: 0, source: '' });
  let step = join.next();
  while (!step.done) step = join.next();
  view.setJoined('lastSeenAt', step.value);
  const columns = ['deviceID', 'lastSeenAt'].map((field) => ({ field, time: field === 'lastSeenAt', id: false }));
  for (const times of ['iso', 'epoch', 'both'] as const)
    expect(written(view, { times, columns })).toMatch(/^deviceID,\(lastSeenAt\)\r\nA,[^,]+\r\nB,\r\n$/);
});

test('for Excel, IDs stay text, and an empty text differs from a missing value', () => {
  const view = viewOf([DEVICE, { ...DEVICE, deviceID: '' }, { ...DEVICE, deviceID: null }]);
  const text = written(view, { excel: true, columns: createColumns('deviceID', 'productID', 'admin') });
  expect(text).toBe('\ufeffdeviceID,productID,admin\r\n\'007,"",\r\n"","",\r\n,"",\r\n');
});

test('writes the requested rows in order', () => {
  const view = viewOf([{ deviceID: 'A' }, { deviceID: 'B' }, { deviceID: 'C' }]);
  const rows = toRowIndices(Uint32Array.of(2, 0));
  expect(written(view, { columns: createColumns('deviceID') }, rows)).toBe('deviceID\r\nC\r\nA\r\n');
});

test('marks columns that are not part of the records, and builds nested objects', () => {
  const device = { deviceID: 'A', bootTime: 1_700_000_000_000, gps: { lat: 1, fix: { n: 2 } }, 'a.b': 3 };
  const view = viewOf([device]);
  view.setJoined('connectivity', { labels: ['', 'online'], codes: Uint8Array.of(1) });
  const columns = [
    ...createColumns('connectivity', 'gps.fix', 'gps.fix.n', 'gps.lat', 'a.b'),
    { field: 'bootTime', time: true, id: false },
  ];
  expect(written(view, { times: 'iso', columns }).split('\r\n').slice(0, 2)).toEqual([
    '(connectivity),gps.fix,(gps.fix.n),gps.lat,"""a.b""",bootTime,(bootTime)',
    'online,"{""n"":2}",2,1,3,1700000000000,2023-11-14T22:13:20.000Z',
  ]);
  const [record] = JSON.parse(written(view, { format: 'json', times: 'iso', columns }));
  const { deviceID, ...own } = device;
  expect(record).toEqual({ ...own, '(connectivity)': 'online', '(bootTime)': '2023-11-14T22:13:20.000Z' });
});
