import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONNECTIVITY_VALUES, PAIRING_FILTERS } from '#contract/device.ts';
import { buildDevicesUrl, DEFAULT_DEVICES_STATE, type DevicesState, parseDevicesUrl } from './devices.ts';

const ORIGIN = 'https://console.example';

const TEXT = fc.string({ unit: 'binary' });

const SOME_TEXT = fc.string({ unit: 'binary', minLength: 1 });

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

test('a device list link restores its state', () => {
  const state: fc.Arbitrary<DevicesState> = fc.record({
    request: fc.record(
      {
        type: fc.constantFrom('registered', 'paired', 'unpaired'),
        filter: fc.constantFrom('online', 'offline'),
        productID: SOME_TEXT,
      },
      { requiredKeys: [] },
    ),
    search: TEXT,
    facets: fc.dictionary(SOME_TEXT, fc.array(TEXT, { minLength: 1 }), { noNullPrototype: true }),
    ranges: fc.dictionary(SOME_TEXT, RANGE, { noNullPrototype: true }),
    sort: fc.array(fc.record({ field: TEXT, descending: fc.boolean() })),
    columns: fc.option(fc.uniqueArray(TEXT, { minLength: 1 }), { nil: undefined }),
    pins: fc.constant(undefined),
    preview: TEXT,
  });
  fc.assert(
    fc.property(state, (original) => {
      const { url, search } = read(buildDevicesUrl(original));
      expect(parseDevicesUrl(search, url.hash)).toEqual({ state: original, dropped: [] });
    }),
  );
});

test('a damaged device list link reports dropped parts and keeps the rest', () => {
  const { url, search } = read(
    '/devices?type=lost&filter=asleep&product=DRONE#search=x&from.lastPairedAt=9e99&to.n=9e99',
  );
  expect(parseDevicesUrl(search, url.hash)).toEqual({
    state: { ...DEFAULT_DEVICES_STATE, request: { productID: 'DRONE' }, search: 'x', ranges: { n: { to: 9e99 } } },
    dropped: ['type', 'filter', 'from.lastPairedAt'],
  });
});

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

const field = fc.constantFrom('name', 'admin', 'a b&=#', 'is.x', 'é');

const states: fc.Arbitrary<DevicesState> = fc.record({
  request: fc.record(
    { type: fc.constantFrom(...PAIRING_FILTERS), filter: fc.constantFrom(...CONNECTIVITY_VALUES), productID: text },
    { requiredKeys: [] },
  ),
  search: fc.oneof(fc.constant(''), text),
  facets: fc.dictionary(field, fc.uniqueArray(fc.oneof(fc.constant(''), text), { minLength: 1, maxLength: 3 })),
  ranges: fc.dictionary(field, RANGE),
  sort: fc.uniqueArray(fc.record({ field, descending: fc.boolean() }), { maxLength: 3, selector: (key) => key.field }),
  columns: fc.constant(undefined),
  pins: fc.option(fc.uniqueArray(field), { nil: undefined }),
  preview: fc.constantFrom('', '.', '~x', 'a/b 🚁', 'half \ud83d'),
});

test('a device list link restores any generated state', () => {
  fc.assert(
    fc.property(states, (state) => {
      const url = new URL(buildDevicesUrl(state), 'http://console');
      expect(parseDevicesUrl(url.searchParams, url.hash)).toEqual({
        state: { ...state, facets: { ...state.facets }, ranges: { ...state.ranges } },
        dropped: [],
      });
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
  expect(parseDevicesUrl(new URLSearchParams('pin='), '')).toEqual({
    state: { ...DEFAULT_DEVICES_STATE, pins: [] },
    dropped: [],
  });
});

test('reports and drops an invalid selector', () => {
  const { state, dropped } = parseDevicesUrl(new URLSearchParams('type=lost&filter=online&asc=name'), '');
  expect(dropped).toEqual(['type']);
  expect(state.request).toEqual({ filter: 'online' });
  expect(state.sort).toEqual([{ field: 'name', descending: false }]);
});

function read(path: string) {
  const url = new URL(path, ORIGIN);
  return { url, search: url.searchParams };
}

test('reports and drops a range limit that is not a number', () => {
  const { state, dropped } = parseDevicesUrl(new URLSearchParams(), '#from.registeredAt=soon&to.registeredAt=9');
  expect([state.ranges, dropped]).toEqual([{ registeredAt: { to: 9 } }, ['from.registeredAt']]);
});
