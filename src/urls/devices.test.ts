import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONNECTIVITY_VALUES, PAIRING_FILTERS } from '#contract/device.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE, type DevicesState, parseDevicesUrl } from './devices.ts';

const ORIGIN = 'https://console.example';

const RANGE = fc
  .record(
    {
      from: fc.integer(),
      to: fc.integer(),
      within: fc.integer({ min: 1, max: 99_999 }).map((minutes) => minutes * 60_000),
      before: fc.integer({ min: 1, max: 99 }).map((days) => days * 86_400_000),
      missing: fc.constantFrom('too', 'only'),
    },
    { requiredKeys: [] },
  )
  .filter((range) => Object.keys(range).length > 0);

test('a damaged device list link reports dropped parts and keeps the rest', () => {
  const { url, search } = read(
    '/devices?type=lost&filter=asleep&product=DRONE#search=x&from.lastPairedAt=9e99&to.n=9e99',
  );
  expect(parseDevicesUrl(search, url.hash)).toEqual({
    state: { ...DEFAULT_DEVICES_STATE, request: { productID: 'DRONE' }, search: 'x', ranges: { n: { to: 9e99 } } },
    dropped: ['type', 'filter', 'from.lastPairedAt'],
  });
});

test('filters of a link whose names are damaged are reported', () => {
  const { url, search } = read('/devices#is.=a&s.productID=DRONE&is%2Ename%3DA=&search=x&from.=3');
  const { state, dropped } = parseDevicesUrl(search, url.hash);
  expect(state).toEqual({ ...DEFAULT_DEVICES_STATE, search: 'x', facets: { 'name=A': [''] } });
  expect(dropped).toEqual(['is.', 's.productID', 'from.']);
});

test('a link that uses fields of documents carries where they are', () => {
  const source = { collection: 'a,b &c', field: 'meta.unit', time: 'at' };
  const state = { ...DEFAULT_DEVICES_STATE, ranges: { lastSeenAt: { before: 86_400_000 } }, source };
  const { url, search } = read(buildDevicesUrl(state));
  expect(parseDevicesUrl(search, url.hash)).toEqual({ state, dropped: [] });
  expect(buildDevicesUrl({ ...DEFAULT_DEVICES_STATE, source })).toBe('/devices');
  expect(parseDevicesUrl(new URLSearchParams('documents=logs'), '').dropped).toEqual(['documents']);
});

const text = fc.string({ unit: 'binary' });
const someText = fc.oneof(
  fc.constantFrom('name', 'admin', 'a b&=#', 'is.x', 'é'),
  fc.string({ unit: 'binary', minLength: 1 }),
);

const states: fc.Arbitrary<DevicesState> = fc.record({
  request: fc.record(
    { type: fc.constantFrom(...PAIRING_FILTERS), filter: fc.constantFrom(...CONNECTIVITY_VALUES), productID: someText },
    { requiredKeys: [] },
  ),
  search: text,
  facets: fc.dictionary(someText, fc.uniqueArray(text, { minLength: 1 }), { noNullPrototype: true }),
  ranges: fc.dictionary(someText, RANGE, { noNullPrototype: true }),
  sort: fc.array(fc.record({ field: text, descending: fc.boolean() })),
  columns: fc.option(fc.uniqueArray(text, { minLength: 1 }), { nil: undefined }),
  pins: fc.constant(undefined),
  preview: fc.oneof(fc.constantFrom('', '.', '~x', 'a/b 🚁', 'half \ud83d'), text),
});

test('a device list link restores any state', () => {
  const pins = fc.uniqueArray(someText);
  const pinned = fc.tuple(states, pins).map(([state, fields]) => ({ ...state, columns: undefined, pins: fields }));
  fc.assert(
    fc.property(fc.oneof(states, pinned), (state) => {
      const { url, search } = read(buildDevicesUrl(state));
      expect(parseDevicesUrl(search, url.hash)).toEqual({ state, dropped: [] });
    }),
  );
});

test('search, facets and device IDs are in the fragment, which is not sent to a server', () => {
  const path = buildDevicesUrl({
    request: { type: 'paired' },
    search: 'someone@example.com',
    facets: { admin: ['someone@example.com'] },
    ranges: { registeredAt: { from: 5 } },
    sort: [{ field: 'name', descending: true }],
    columns: ['deviceID', 'name'],
    pins: ['name'],
    preview: 'PUMP-1',
  });
  const [sent = ''] = path.split('#');
  expect(sent).toBe('/devices?type=paired&desc=name&column=deviceID&column=name&pin=name');
});

test('reports and drops a pin without its column, and keeps an empty list of pins', () => {
  const { state, dropped } = parseDevicesUrl(new URLSearchParams('column=name&column=admin&pin=admin&pin=lost'), '');
  expect([state.pins, dropped]).toEqual([['admin'], ['pin lost']]);
  const unpinned = { ...DEFAULT_DEVICES_STATE, pins: [] };
  expect(parseDevicesUrl(new URLSearchParams('pin='), '')).toEqual({ state: unpinned, dropped: [] });
});

function read(path: string) {
  const url = new URL(path, ORIGIN);
  return { url, search: url.searchParams };
}
