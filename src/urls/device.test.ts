import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildDeviceUrl, parseDevicePathname, parseDeviceUrl } from './device.ts';

const UNIT = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

test('a device link keeps any ID', () => {
  fc.assert(
    fc.property(fc.string({ unit: UNIT, minLength: 1 }), fc.string({ minLength: 1 }), (deviceID, path) => {
      const link = buildDeviceUrl(deviceID, path);
      const [pathname = '', search = ''] = link.split('?');
      expect(parseDeviceUrl(pathname, new URLSearchParams(search)).state).toMatchObject({ deviceID, path });
    }),
  );
});

test.each(['.', '..', '~', '~.', '...', '"', '\\', '\ud800', 'a\udc00b', '~"', '/', '?#', ''])(
  'the link for %j keeps its device ID in a browser',
  (deviceID) => {
    const { pathname } = new URL(buildDeviceUrl(deviceID), 'http://console');
    expect(pathname).toMatch(/^\/devices\/[^/]*$/);
    expect(parseDevicePathname(pathname)).toBe(deviceID);
  },
);

test('trailing slashes are not part of the ID', () => {
  expect(parseDevicePathname('/devices/A-1/')).toBe('A-1');
  expect(parseDevicePathname('/devices/A-1%2F//')).toBe('A-1/');
});

test('a damaged device link reports dropped parts and keeps the rest', () => {
  expect(parseDeviceUrl('/devices/50%', new URLSearchParams('path=name&path=admin'))).toEqual({
    state: { deviceID: '50%', path: 'name', view: 'fields' },
    dropped: ['deviceID', 'a duplicate path'],
  });
  expect(parseDeviceUrl(buildDeviceUrl('50%'), new URLSearchParams('view=json'))).toEqual({
    state: { deviceID: '50%', path: undefined, view: 'json' },
    dropped: [],
  });
});
