import { expect, test } from 'vitest';
import { resolvePageName } from './pages.ts';
import { buildDeviceUrl } from './urls/device.ts';

test.each([
  ['/', 'Overview'],
  ['/devices', 'Devices'],
  ['/Devices/', 'Devices'],
  [buildDeviceUrl('a/b'), 'Device'],
  [buildDeviceUrl('.'), 'Device'],
  ['/compare', 'Compare'],
  ['/datastore', 'Datastore'],
  ['/about', 'About'],
  ['/connections', 'Connections'],
  ['/login', 'Login'],
  ['/devices/a/b', 'NotFound'],
  ['/lost', 'NotFound'],
])('%s opens the page %s', (pathname, page) => {
  expect(resolvePageName(pathname, true)).toBe(page);
});

test('users who are not signed in get the sign-in page, or a page that needs no session', () => {
  const pages = ['/', '/devices', '/connections', '/lost'].map((path) => resolvePageName(path, false));
  expect(pages).toEqual(['Login', 'Login', 'Connections', 'Login']);
});
