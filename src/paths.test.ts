import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONNECTIVITIES, DEVICE_TYPES } from '#contract/device.ts';
import {
  ALL_DEVICES,
  type DatastoreState,
  type DevicesState,
  datastorePath,
  devicePath,
  devicesPath,
  loginPath,
  parseDatastoreUrl,
  parseDevicePathname,
  parseDeviceSearch,
  parseDevicesUrl,
  parseDeviceUrl,
  parseFrameSearch,
  returnPath,
  withTimeMode,
} from './paths.ts';

const ORIGIN = 'https://console.example';

function read(path: string) {
  const url = new URL(path, ORIGIN);
  return { url, search: url.searchParams };
}

test('a datastore link gives back the state it was built from', () => {
  const state: fc.Arbitrary<DatastoreState> = fc.record({
    collection: fc.string(),
    documentID: fc.string(),
    pipeline: fc.array(fc.record({ type: fc.string(), filter: fc.jsonValue() })),
    page: fc.integer({ min: 1, max: 999_999_999 }),
    view: fc.constantFrom('table', 'json'),
  });
  fc.assert(
    fc.property(state, (original) => {
      const sent = JSON.parse(JSON.stringify(original)) as DatastoreState;
      const { url, search } = read(datastorePath(sent));
      expect(parseDatastoreUrl(search, url.hash)).toEqual({ state: sent, dropped: [] });
    }),
  );
});

test('a damaged datastore link names what was dropped and keeps the rest', () => {
  const { url, search } = read('/datastore?collection=logs&page=-3&view=pie#pipeline=[{&document=a');
  expect(parseDatastoreUrl(search, url.hash)).toEqual({
    state: { collection: 'logs', documentID: 'a', pipeline: [], page: 1, view: 'table' },
    dropped: ['pipeline', 'page', 'view'],
  });
});

test('a device link survives any identifier', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (deviceID, path) => {
      const link = devicePath(deviceID, path);
      const [pathname = '', search = ''] = link.split('?');
      expect(parseDevicePathname(pathname)).toBe(deviceID);
      expect(parseDeviceSearch(new URLSearchParams(search))).toEqual({ path });
    }),
  );
});

const TEXT = fc.string({ unit: 'binary' });
const SOME_TEXT = fc.string({ unit: 'binary', minLength: 1 });

test('a device-list link gives back the state it was built from', () => {
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
    sort: fc.array(fc.record({ field: TEXT, descending: fc.boolean() })),
    columns: fc.option(fc.uniqueArray(TEXT, { minLength: 1 }), { nil: undefined }),
    pins: fc.constant(undefined),
  });
  fc.assert(
    fc.property(state, (original) => {
      const { url, search } = read(devicesPath(original));
      expect(parseDevicesUrl(search, url.hash)).toEqual({ state: original, dropped: [] });
    }),
  );
});

test('a damaged device-list link names what was dropped and keeps the rest', () => {
  const { url, search } = read('/devices?type=lost&filter=asleep&product=DRONE#search=x');
  expect(parseDevicesUrl(search, url.hash)).toEqual({
    state: { ...ALL_DEVICES, request: { productID: 'DRONE' }, search: 'x' },
    dropped: ['type', 'filter'],
  });
});

test('a damaged device link names what was dropped and keeps the rest', () => {
  expect(parseDeviceUrl('/devices/50%', new URLSearchParams('path=name&path=admin'))).toEqual({
    state: { deviceID: '50%', path: 'name' },
    dropped: ['deviceID', 'a second path'],
  });
  expect(parseDeviceUrl(devicePath('50%'), new URLSearchParams())).toEqual({
    state: { deviceID: '50%', path: undefined },
    dropped: [],
  });
});

test('every link keeps its state when a time mode is added, and gives the mode back', () => {
  const state = { collection: 'logs', documentID: '', pipeline: [{ type: 'odd' }], page: 3, view: 'json' } as const;
  fc.assert(
    fc.property(fc.constantFrom('local', 'utc', 'relative', 'epoch'), (mode) => {
      const { url, search } = read(withTimeMode(new URL(datastorePath(state), ORIGIN), mode));
      expect(parseFrameSearch(search)).toEqual({ timeMode: mode, dropped: [] });
      expect(parseDatastoreUrl(search, url.hash)).toEqual({ state, dropped: [] });
    }),
  );
});

test('a time mode or a version that is not known is named', () => {
  const dropped = (search: string) => parseFrameSearch(new URLSearchParams(search)).dropped;
  expect(dropped('time=lunar')).toEqual(['time']);
  expect(dropped('v=2')).toEqual(['what version 2 of links adds']);
  expect(dropped('v=1&time=utc')).toEqual([]);
});

describe('the way back from sign-in', () => {
  const back = (returnTo: string) => returnPath(new URLSearchParams({ returnTo }), ORIGIN);

  test('keeps the place', () => {
    const place = '/datastore?collection=logs#pipeline=[]';
    const { search } = read(loginPath(place));
    expect(returnPath(search, ORIGIN)).toBe(place);
  });

  test('is on this origin, whatever a link asks for', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '%5c',
      '.',
      '..',
      '@',
      ':',
      'evil.example',
      'javascript:',
      '\t',
      '?',
      '#',
    );
    const wish = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(wish, (text) => {
        const path = back(text);
        expect(path.startsWith('/')).toBe(true);
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(new URL(path, ORIGIN).pathname.startsWith('//')).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/%2f%2fevil.example/..//x',
    '/login?returnTo=/login',
    '/.//evil.example',
    '',
  ])('%j leads nowhere else', (wish) => {
    const url = new URL(back(wish), ORIGIN);
    expect(url.origin).toBe(ORIGIN);
    expect(url.pathname).not.toBe('/login');
    expect(url.pathname.startsWith('//')).toBe(false);
  });
});

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const field = fc.constantFrom('name', 'admin', 'a b&=#', 'is.x', 'é');

const states: fc.Arbitrary<DevicesState> = fc.record({
  request: fc.record(
    { type: fc.constantFrom(...DEVICE_TYPES), filter: fc.constantFrom(...CONNECTIVITIES), productID: text },
    { requiredKeys: [] },
  ),
  search: fc.oneof(fc.constant(''), text),
  facets: fc.dictionary(field, fc.uniqueArray(fc.oneof(fc.constant(''), text), { minLength: 1, maxLength: 3 })),
  sort: fc.uniqueArray(fc.record({ field, descending: fc.boolean() }), { maxLength: 3, selector: (key) => key.field }),
  columns: fc.constant(undefined),
  pins: fc.option(fc.uniqueArray(field), { nil: undefined }),
});

test('a device-list link gives back the state it was made of', () => {
  fc.assert(
    fc.property(states, (state) => {
      const url = new URL(devicesPath(state), 'http://console');
      expect(parseDevicesUrl(url.searchParams, url.hash)).toEqual({
        state: { ...state, facets: { ...state.facets } },
        dropped: [],
      });
    }),
  );
});

test('search and facets of devices stand where no server sees them', () => {
  const path = devicesPath({
    request: { type: 'paired' },
    search: 'someone@example.com',
    facets: { admin: ['someone@example.com'] },
    sort: [{ field: 'name', descending: true }],
    columns: ['deviceID', 'name'],
    pins: ['name'],
  });
  const [sent = ''] = path.split('#');
  expect(sent).toBe('/devices?type=paired&desc=name&column=deviceID&column=name&pin=name');
});

test('a pin of a column that is not there is named and left out, and no pin is a choice', () => {
  const { state, dropped } = parseDevicesUrl(new URLSearchParams('column=name&column=admin&pin=admin&pin=lost'), '');
  expect([state.pins, dropped]).toEqual([['admin'], ['pin lost']]);
  expect(parseDevicesUrl(new URLSearchParams('pin='), '')).toEqual({
    state: { ...ALL_DEVICES, pins: [] },
    dropped: [],
  });
});

test('a selector that cannot be read is named and left out', () => {
  const { state, dropped } = parseDevicesUrl(new URLSearchParams('type=lost&filter=online&asc=name'), '');
  expect(dropped).toEqual(['type']);
  expect(state.request).toEqual({ filter: 'online' });
  expect(state.sort).toEqual([{ field: 'name', descending: false }]);
});
