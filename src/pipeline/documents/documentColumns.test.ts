import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { createDocumentColumns, getValueAtPath } from './documentColumns.ts';
import { NO_OBSERVED_FIELDS, observeDocumentFields } from './observedFields.ts';
import { sortDocuments } from './sortDocuments.ts';

const NONE: ReadonlySet<string> = new Set();
const read = (lines: readonly string[]) => lines.map((line) => parseJson(line) as JsonObject);

const shown = (documents: readonly JsonObject[], plain = NONE) =>
  createDocumentColumns(documents, plain).map(({ key, type }) => `${key} ${type}`);

test('an object in every document becomes one column per field, otherwise it stays one column', () => {
  const documents = read([
    '{"gps":{"lat":1,"at":{"n":2}},"documentID":"a","mixed":{"x":1}}',
    '{"documentID":"b","gps":{"lat":2},"mixed":3}',
  ]);
  expect(shown(documents)).toEqual(['documentID id', 'gps.lat number', 'gps.at.n number', 'mixed json']);
  const [, lat, deep] = createDocumentColumns(documents, NONE);
  expect(documents.map((document) => getValueAtPath(document, lat?.path ?? []))).toEqual([1, 2]);
  expect(documents.map((document) => getValueAtPath(document, deep?.path ?? []))).toEqual([2, undefined]);
});

test('a name with a dot is not a nested field, and inherited properties are not fields', () => {
  const documents = read(['{"a.b":1,"a":{"b":2},"__proto__":{"c":1}}', '{"a":{"b":3}}']);
  const columns = createDocumentColumns(documents, NONE);
  expect(columns.map(({ label }) => label)).toEqual(['"a.b"', 'a.b', '__proto__.c']);
  const keys = createDocumentColumns(read(['{"a":{"b":2}}', '{"a.b":1}']), NONE).map(({ key }) => key);
  expect(keys).toEqual(['a.b', '["a.b"]']);
  const unnamed = createDocumentColumns(read(['{"":1,"in":{"":2}}']), NONE);
  expect(unnamed.map(({ label }) => label)).toEqual(['(no name)', 'in.(no name)']);
  expect(new Set(columns.map(({ key }) => key)).size).toBe(3);
  expect(getValueAtPath(documents[1] ?? {}, ['constructor'])).toBeUndefined();
});

test('a number is a time only if it is one in every document, and until the user switches it off', () => {
  const documents = read([
    '{"at":1700000000000,"s":1700000000,"n":1700000000000,"big":9007199254740993}',
    '{"at":1700000001000,"s":1700000009,"n":5,"big":1}',
    '{"at":null}',
  ]);
  expect(shown(documents)).toEqual(['at time', 's time', 'n number', 'big number']);
  const seconds = createDocumentColumns(documents, NONE)[1];
  expect(seconds?.toMs?.(1700000000)).toBe(1_700_000_000_000);
  expect(shown(documents, new Set(['at']))[0]).toBe('at number');
});

test('a text without a zone is shown as written, and can be the time axis', () => {
  const [zone, off] = ['"z":"2026-01-02T03:04:05Z"', '"off":"2026-01-02 03:04:05+02:00"'];
  const documents = read([`{"day":"2026-01-02","here":"2026-01-02T03:04",${zone},${off}}`]);
  expect(shown(documents)).toEqual(['day text', 'here text', 'z time', 'off time']);
  expect(createDocumentColumns(documents, NONE).map(({ time }) => time)).toEqual(['iso', 'iso', 'iso', 'iso']);
});

test('times are comparable as numbers, or as texts in UTC', () => {
  const documents = read([
    '{"day":"2026-01-02","z":"2026-01-02T03:04:05Z","off":"2026-01-02T03:04:05+02:00","ms":1700000000000,"half":null}',
    '{"half":"2026-01-02T03:04:05.678Z"}',
    '{"half":"2026-01-02 03:04:05"}',
  ]);
  const { fields } = observeDocumentFields(NO_OBSERVED_FIELDS, documents, true);
  const units = [...fields.values()].map(({ name, time, compared }) => `${name} ${time} ${compared}`);
  const texts = ['day iso undefined', 'half iso undefined', 'off iso undefined', 'z iso iso'];
  expect(units.sort()).toEqual([...texts, 'ms ms ms'].sort());
});

test('sorts loaded documents by value: numbers before texts, null and missing last both ways', () => {
  const values = ['"b"', '10', undefined, '9007199254740993', 'null', '9', '9007199254740992'];
  const documents = read(values.map((value) => (value ? `{"v":${value}}` : '{}')));
  const sort = (...keys: { key: string; descending: boolean }[]) =>
    sortDocuments(documents, createDocumentColumns(documents, NONE), keys).map((document) =>
      documents.indexOf(document),
    );
  expect(sort({ key: 'v', descending: false })).toEqual([5, 1, 6, 3, 0, 4, 2]);
  expect(sort({ key: 'v', descending: true })).toEqual([0, 3, 6, 1, 5, 4, 2]);
  expect(sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('the times of groups are times, also those of a clock that was not set', () => {
  const groups = read(['{"week":-241200,"n":1}', '{"week":1785124800000,"n":2}', '{"week":null,"n":3}']);
  const week = { name: 'week', field: 'at', kind: 'time', per: 'week', zone: 'UTC' } as const;
  const columns = createDocumentColumns(groups, NONE, { at: 0, keys: [week], values: [] });
  expect(columns.map(({ key, type, time }) => [key, type, time])).toEqual([
    ['week', 'time', 'ms'],
    ['n', 'number', undefined],
  ]);
});
