import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyJson } from '#lib/json/json.ts';
import { buildDatastoreUrl, type DatastoreUrlInput, parseDatastoreUrl } from './datastore.ts';
import { parseSharedParams, setTimeModeParam } from './sharedParams.ts';

const ORIGIN = 'https://console.example';

test('a datastore link restores its state', () => {
  const stage = fc.record({ type: fc.string(), filter: fc.jsonValue() });
  const texts = fc.array(fc.string(), { minLength: 1 });
  const state: fc.Arbitrary<DatastoreUrlInput> = fc.record({
    collection: fc.string(),
    documentID: fc.string(),
    pipeline: fc.array(stage),
    page: fc.integer({ min: 1, max: 999_999_999 }),
    view: fc.constantFrom('table', 'json', 'chart'),
    plot: texts,
    draw: texts,
    columns: texts,
    hidden: texts,
    over: fc.string(),
    by: fc.string(),
    per: fc.string(),
    top: fc.integer({ min: 1, max: 100 }),
    sort: fc.array(fc.record({ key: fc.string(), descending: fc.boolean() }), { minLength: 1 }),
    off: fc.array(fc.record({ at: fc.nat(), stage }), { minLength: 1 }),
  });
  fc.assert(
    fc.property(state, (original) => {
      const sent = JSON.parse(JSON.stringify(original)) as DatastoreUrlInput;
      const { url, search } = read(buildDatastoreUrl(sent));
      // compared as text, which keeps the order of keys like 10, unlike JavaScript objects
      expect(stringifyJson(parseDatastoreUrl(search, url.hash))).toBe(stringifyJson({ state: sent, dropped: [] }));
    }),
  );
});

test('a damaged datastore link reports dropped parts and keeps the rest', () => {
  const { url, search } = read('/datastore?collection=logs&page=-3&view=pie#pipeline=[{&document=a');
  expect(parseDatastoreUrl(search, url.hash)).toEqual({
    state: { collection: 'logs', documentID: 'a', pipeline: [], page: 1, view: 'table' },
    dropped: ['pipeline', 'page', 'view'],
  });
});

test('a link of a newer version drops the query and reports it', () => {
  const { url, search } = read('/datastore?collection=logs#v=2&pipeline=[]&document=a');
  expect(parseDatastoreUrl(search, url.hash)).toEqual({
    state: { collection: 'logs', documentID: '', pipeline: [], page: 1, view: 'table' },
    dropped: ['the query, from a newer version of Fleetlens'],
  });
});

test.each(['local', 'utc', 'relative', 'epoch'] as const)(
  'adding the time mode %s keeps the state of a link',
  (mode) => {
    const state = { collection: 'logs', documentID: '', pipeline: [{ type: 'odd' }], page: 3, view: 'json' } as const;
    const { url, search } = read(setTimeModeParam(new URL(buildDatastoreUrl(state), ORIGIN), mode));
    expect(parseSharedParams(search)).toEqual({ timeMode: mode, dropped: [] });
    expect(stringifyJson(parseDatastoreUrl(search, url.hash))).toBe(stringifyJson({ state, dropped: [] }));
  },
);

function read(path: string) {
  const url = new URL(path, ORIGIN);
  return { url, search: url.searchParams };
}
