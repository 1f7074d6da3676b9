import { expect, test } from 'vitest';
import { pageAt } from './pages.ts';
import { devicePath } from './paths/device.ts';

test.each([
  ['/', 'Overview'],
  ['/devices', 'Devices'],
  ['/Devices/', 'Devices'],
  [devicePath('a/b'), 'Device'],
  [devicePath('.'), 'Device'],
  ['/compare', 'Compare'],
  ['/datastore', 'Datastore'],
  ['/about', 'About'],
  ['/connections', 'Connections'],
  ['/login', 'Login'],
  ['/devices/a/b', 'NotFound'],
  ['/lost', 'NotFound'],
])('%s opens the page %s', (pathname, page) => {
  expect(pageAt(pathname, true)).toBe(page);
});

test('whoever is not signed in gets sign-in, or what needs none', () => {
  expect(['/', '/devices', '/connections', '/lost'].map((path) => pageAt(path, false))).toEqual([
    'Login',
    'Login',
    'Connections',
    'Login',
  ]);
  expect(pageAt('/', true)).toBe('Overview');
});
