import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PAGES, pageAt } from './pages.ts';
import { devicePath } from './paths/device.ts';

const ROUTES = Object.entries(PAGES).map(([id, { address }]) => ({ id, path: address }));

test.each([
  '/',
  '/devices',
  devicePath('a/b'),
  devicePath('.'),
  '/compare',
  '/datastore',
  '/about',
  '/connections',
  '/login',
  '/devices/a/b',
  '/lost',
])('the head start and the router open the same page at %s', (pathname) => {
  expect(pageAt(pathname, true)).toBe(matchRoutes(ROUTES, pathname)?.[0]?.route.id);
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
