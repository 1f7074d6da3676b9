import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAllRowIndices, toRowIndices } from '#fleet/filter/rowIndices.ts';
import type { ColumnSchema } from '#fleet/model/cells.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { createFleetOf, createRecordArbitrary } from '#fleet/testing/testFleets.ts';
import { removeFormulaGuard } from '#lib/csv.ts';
import { stringifyJson } from '#lib/json/json.ts';
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

const NONE: ColumnSchema = { name: '', storage: 'text' };

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

test('texts, numbers and times survive a round trip through CSV', () => {
  fc.assert(
    fc.property(lists, fc.boolean(), fc.constantFrom('iso', 'epoch'), (devices, excel, times) => {
      const view = viewOf(devices);
      const text = written(view, { excel, times });
      expect(text.startsWith('\ufeff')).toBe(excel);
      const rows: string[][] = parseCsv(text, { bom: true, record_delimiter: '\r\n', relax_column_count: true });
      const [names = [], ...read] = rows.map((cells) => cells.map(removeFormulaGuard));
      expect(read).toHaveLength(devices.length);
      for (const [row, cells] of read.entries()) {
        for (const [column, cell] of cells.entries()) {
          const value = view.fleet.getValue(row, view.fleet.columns.indexOf(ownColumns(view)[column] ?? NONE));
          const time = TIMES.includes(names[column] ?? '') && /^\d{4}-.*Z$/.test(cell);
          if (time) expect(Date.parse(cell)).toBe(value);
          else if (value === undefined || value === null) expect(cell).toBe('');
          else expect(cell).toBe(typeof value === 'string' ? value.toWellFormed() : stringifyJson(value));
        }
      }
    }),
  );
});

const DEVICE = { deviceID: '007', productID: '', registeredAt: 1_700_000_000_000, lastPairedAt: 0 };

test('writes times as ISO, as a number, or both, and keeps 0 for never', () => {
  const view = viewOf([DEVICE]);
  const columns = createColumns('deviceID', 'registeredAt', 'lastPairedAt');
  const [headings, row] = written(view, { times: 'both', columns }).split('\r\n');
  expect(headings).toBe('deviceID,registeredAt,registeredAt_epoch,lastPairedAt,lastPairedAt_epoch');
  expect(row).toBe('007,2023-11-14T22:13:20.000Z,1700000000000,0,0');
  expect(JSON.parse(written(view, { format: 'json', times: 'iso', columns }))).toEqual([
    { deviceID: '007', registeredAt: '2023-11-14T22:13:20.000Z', lastPairedAt: 0 },
  ]);
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
