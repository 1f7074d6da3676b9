import { expect, test } from 'vitest';
import { hostConfigSchema } from '#contract/hostConfig.ts';
import { parseHostConfig } from './parseHostConfig.ts';

const SAID = {
  title: 'Plant A',
  baseUrl: '/api',
  baseUrlFixed: true,
  collections: ['logs'],
  deviceDocuments: { collection: 'logs', field: 'deviceID', time: 'time' },
  firstPage: 0,
  extensions: ['sort'],
  dashboards: [{ fleetlens: 'dashboard', version: 1, name: 'All', tiles: [] }],
  interface: '/openapi.json',
  demo: { apiKey: 'key', token: 'token' },
};

test('parses every value that the service schema allows', () => {
  expect(Object.keys(SAID)).toEqual(Object.keys(hostConfigSchema.shape));
  expect(parseHostConfig(SAID)).toEqual(hostConfigSchema.parse(SAID));
});

test.each([
  ['title', 7],
  ['baseUrl', null],
  ['baseUrlFixed', 'yes'],
  ['collections', ['logs', 1]],
  ['deviceDocuments', { collection: 'logs' }],
  ['firstPage', 1.5],
  ['extensions', 'sort'],
  ['dashboards', ['All']],
  ['interface', {}],
  ['demo', { apiKey: 'key' }],
] as const)('ignores a %s of the wrong type, and keeps the other settings', (name, value) => {
  const { [name]: _, ...rest } = SAID;
  expect(parseHostConfig({ ...SAID, [name]: value })).toEqual(rest);
});

test.each([null, 'a page', 3, [SAID]])('%j gives an empty configuration', (value) => {
  expect(parseHostConfig(value)).toEqual({});
});
