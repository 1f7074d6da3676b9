import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JOINED_FIELDS } from '#contract/device.ts';
import { getFieldKind } from '#fields/deviceField.ts';
import { createAllRowIndices } from '#fleet/filter/rowIndices.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { createTestFleet } from '#fleet/testing/testFleets.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { TIME_MODES } from '#lib/time/time.ts';
import { createDocumentColumns } from '#pipeline/documents/documentColumns.ts';
import { DOCUMENT_EXPORT_FORMATS, exportPages } from '#pipeline/run/exportPages.ts';
import { parseImportRequest } from '#server/cli/commands/importOptions.ts';
import type { CsvSheet } from '#server/importing/csvSheet.ts';
import { createDeviceParser, parseAndValidateDocument } from '#server/importing/parseAndValidateRecord.ts';
import { readRawRecords } from '#server/importing/readRawRecords.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { DEVICE_EXPORT_FORMATS, formatDevices } from './formatDevices.ts';

const RUNS = { numRuns: getTestRepeatCount(12, 200), seed: 42 };

const NOW = Date.UTC(2026, 0, 31);
/** Stands for a number that JavaScript would round. */
const BIG = 'big';
const START = fc.constantFrom(
  '',
  '',
  ..."0 00 7 - + = @ ' '' \" { [ , ; . -1 +41 12E4 1e-7 =1+1 - 2026-01-31".split(' '),
  ' ',
  '\u00a0',
  '\t',
);
const WHOLE = fc.constantFrom(
  ...'356938035643809 0001DF 12E4 1E10 -5 +21.5 .5 5. 21,5 1,234 true FALSE null [1] {} ="7" =5 #1 31.12.2025 2025-12-31'.split(
    ' ',
  ),
  '{"a":1}',
  '10\u00a0237,65',
  '\u22125',
  '19" wide',
  'line\r\nbreak\nand\ttab\rreturn',
  'bell\u0007 \u202eback\\u0007slash',
  '2026-01-31T12:00:00.000Z',
  'a, "b"; c',
);
const text = fc.oneof(
  WHOLE,
  fc.tuple(START, fc.string({ maxLength: 6 })).map((parts) => parts.join('')),
);
const id = text.filter((one) => one !== '');
const time = fc.integer({ min: NOW - 1e10, max: NOW });
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<number | string>(0, 1e-7, 1e21, 5e-324, -0.5, BIG),
);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null), time);
const object = fc.dictionary(fc.constantFrom('site', 'x', 'a.b', '$ne', ' y', '(z)', ''), scalar, { maxKeys: 3 });
const value = fc.oneof(scalar, object, fc.array(scalar, { maxLength: 2 }));
const extras = fc.record(
  {
    serial: text,
    count: number,
    mixed: value,
    location: fc.oneof({ weight: 3, arbitrary: fc.record({ site: text, x: number, deep: object }) }, value),
    gps: fc.record({ lat: number, fixTime: time }),
    installedAt: fc.oneof(time, fc.constant(NOW)),
    bootTime: fc.oneof(time, fc.constant('2026-01-31T12:00:00Z'), text),
    updated: fc.constantFrom('2026-01-31T12:00:00Z', '2026-02-01T12:00:00.5+01:00'),
    dotted: fc.constant({ 'a.b': { c: 1 } }),
    'dotted.name': scalar,
    '=heading': scalar,
    '#': scalar,
    connectivity: fc.record({ connected: fc.boolean() }),
    lastSeenAt: time,
  },
  { requiredKeys: [] },
);
const device = fc
  .record({
    deviceID: id,
    productID: text,
    name: text,
    status: fc.boolean(),
    admin: text,
    registeredAt: fc.oneof(time, fc.constantFrom(0, -1, 1e15)),
    lastPairedAt: fc.oneof(time, fc.constant(0)),
    paired: fc.boolean(),
  })
  .chain((own) => extras.map((more) => ({ ...own, ...more })));
const unique = <Field extends string>(field: Field) => ({
  minLength: 1,
  maxLength: 8,
  selector: (record: Record<Field, unknown>) => record[field],
});
const toJson = (records: readonly object[]) => JSON.stringify(records).replaceAll(`"${BIG}"`, '12345678901234567890');

async function importText(kind: 'devices' | 'documents', format: 'csv' | 'json', text: string) {
  const into = kind === 'documents' ? ['--collection', 'c'] : [];
  const { reading } = parseImportRequest([kind, '-', '--project', 'p', '--update', ...into]);
  const bytes = async function* () {
    yield Buffer.from(text);
  };
  const notes: string[] = [];
  const options = { ...reading, format, onSheet: (opened: CsvSheet) => void notes.push(...opened.notes) };
  const parse = kind === 'devices' ? createDeviceParser((note) => void notes.push(note)) : parseAndValidateDocument;
  const records: unknown[] = [];
  for await (const some of readRawRecords(bytes(), options)) {
    for (const record of some) {
      expect(record.problem).toBeUndefined();
      records.push(parseJson(parse(record).text));
    }
  }
  return { records, notes };
}

test('every export of devices is imported as the same records', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(device, unique('deviceID')), async (devices) => {
      const json = `{"devices":${toJson(devices)}}`;
      const { devices: expected } = parseJson(json) as { devices: unknown[] };
      const view = new FleetView(createTestFleet(json));
      const labels = ['', 'online', 'offline'];
      view.setJoined('connectivity', { labels, codes: new Uint8Array(devices.length).fill(1) });
      view.setJoined('check', { labels, codes: new Uint8Array(devices.length).fill(2) });
      const own = view.fleet.columns.map(({ name }) => name);
      const fields = [...own, ...JOINED_FIELDS.filter((field) => !own.includes(field))];
      const columns = fields.map((field) => {
        const kind = getFieldKind(field, view.fleet.columns.find(({ name }) => name === field)?.storage);
        return { field, time: kind === 'time', id: kind === 'id' };
      });
      for (const format of DEVICE_EXPORT_FORMATS) {
        for (const times of ['iso', 'epoch', 'both'] as const) {
          for (const excel of format === 'csv' ? [true, false] : [true]) {
            const file = formatDevices(view.snapshot, createAllRowIndices(view.fleet.count), {
              format,
              times,
              excel,
              columns,
            });
            const written = [...file].join('');
            const { records, notes } = await importText(
              'devices',
              format === 'csv' ? 'csv' : 'json',
              written.replace('\ufeff', ''),
            );
            expect(records, written).toEqual(expected);
            expect(notes.join('\n')).toContain('(check)');
          }
        }
      }
    }),
    RUNS,
  );
});

test('every export of documents is imported as the same records', async () => {
  const document = fc.tuple(fc.record({ documentID: id }), extras).map(([own, more]) => ({ ...own, ...more }));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(document, unique('documentID')), async (given) => {
      const { documents } = parseJson(`{"documents":${toJson(given)}}`) as { documents: JsonObject[] };
      const all = createDocumentColumns(documents, new Set());
      for (const format of DOCUMENT_EXPORT_FORMATS) {
        for (const times of format === 'csv' ? TIME_MODES : (['utc'] as const)) {
          for (const columns of format === 'csv' ? [undefined, all] : [undefined]) {
            const written: string[] = [];
            const report = await exportPages({
              fetchPage: async (page) => (page === 1 ? documents : []),
              format,
              table: { columns, createColumns: (met) => met.createColumns(new Set()), times },
              from: 1,
              write: async (some) => void written.push(some),
              signal: new AbortController().signal,
              waitWhilePaused: async () => undefined,
              onProgress: () => undefined,
            });
            expect(report.complete).toBe(true);
            const { records } = await importText('documents', format === 'csv' ? 'csv' : 'json', written.join(''));
            expect(records, written.join('')).toEqual(documents);
          }
        }
      }
    }),
    RUNS,
  );
});
