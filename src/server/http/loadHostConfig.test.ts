import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { EXTENSION_LABELS } from '#contract/stages.ts';
import { createTestFolder } from '#server/testing/commandLine.ts';
import { getFixedApiOrigin, loadHostConfig, readDashboardFolder } from './loadHostConfig.ts';

const { file } = createTestFolder();

const configOf = (text: string) => loadHostConfig(undefined, { FLEETLENS_CONFIG: text });

const OWN = { baseUrl: '/api', firstPage: 1, extensions: Object.keys(EXTENSION_LABELS), interface: '/openapi.json' };

test('without FLEETLENS_CONFIG the service uses its own settings', () => {
  expect(loadHostConfig(undefined, {})).toEqual(OWN);
  const below = { baseUrl: '/fleet/api', interface: '/fleet/openapi.json' };
  expect(loadHostConfig(undefined, {}, '/fleet/')).toEqual({ ...OWN, ...below });
});

test('the demo project has the devices’ documents in logs', () => {
  const demo = { apiKey: 'key', token: 'token' };
  expect(loadHostConfig(demo, {})).toMatchObject({
    demo,
    deviceDocuments: { collection: 'logs', field: 'deviceID', time: 'time' },
  });
  const own = { collection: 'events', field: 'device', time: 'at' };
  const environment = { FLEETLENS_CONFIG: JSON.stringify({ deviceDocuments: own }) };
  expect(loadHostConfig(demo, environment).deviceDocuments).toEqual(own);
});

test('JSON text or a file overrides the settings of the service', () => {
  const expected = { ...OWN, firstPage: 0, title: 'Plant A' };
  const text = JSON.stringify({ firstPage: 0, title: 'Plant A' });
  expect(configOf(text)).toEqual(expected);
  expect(configOf(file('config.json', text))).toEqual(expected);
});

test.each([
  ['{"title"', 'FLEETLENS_CONFIG: the text is not valid JSON.'],
  ['/nowhere/config.json', 'FLEETLENS_CONFIG: the file /nowhere/config.json cannot be read.'],
  ['{"firstPage": "one"}', 'FLEETLENS_CONFIG: firstPage must be of type number.'],
  ['{"demo": {"apiKey": "k", "token": "t"}}', 'FLEETLENS_CONFIG: unknown setting demo.'],
  ['{"collections": [1]}', 'FLEETLENS_CONFIG: collections.0 must be of type string.'],
  [
    '{"dashboards": [{"fleetlens": "dashboard", "version": 1, "name": "A", "tiles": [{"show": "rows"}]}]}',
    'FLEETLENS_CONFIG: dashboards.0: tiles[0].link: expected a text that is not empty.',
  ],
  ['{"baseUrl": "//elsewhere"}', 'FLEETLENS_CONFIG: baseUrl must be a path or start with https:// or http://.'],
])('rejects %s in one sentence', (text, sentence) => {
  expect(() => configOf(text)).toThrow(sentence);
});

test('a fixed base URL restricts the origins that pages may connect to', () => {
  const originOf = (text: string) => getFixedApiOrigin(configOf(text));
  expect(originOf('{"baseUrl": "https://x.example/api"}')).toBeUndefined();
  expect(originOf('{"baseUrl": "https://x.example/api", "baseUrlFixed": true}')).toBe('https://x.example');
  expect(originOf('{"baseUrlFixed": true}')).toBe('');
});

test('the dashboards of a folder follow those of FLEETLENS_CONFIG, and errors name the file', () => {
  const create = (name: string) => ({ fleetlens: 'dashboard', version: 1, name, tiles: [] });
  const folder = join(dirname(file('text', '')), 'dashboards');
  mkdirSync(folder);
  const writeFile = (name: string, text: string) => file(`dashboards/${name}`, text);
  writeFile('b.json', JSON.stringify(create('Plant B')));
  writeFile('notes.txt', 'no dashboard');
  const first = writeFile('a.json', JSON.stringify(create('Plant A')));
  const environment = { FLEETLENS_CONFIG: JSON.stringify({ dashboards: [create('All')] }) };
  const { dashboards } = loadHostConfig(undefined, environment, '/', readDashboardFolder(folder));
  expect(dashboards?.map(({ name }) => name)).toEqual(['All', 'Plant A', 'Plant B']);
  writeFile('a.json', JSON.stringify(create('Plant B')));
  expect(() => loadHostConfig(undefined, {}, '/', readDashboardFolder(folder))).toThrow(
    'Two dashboards are named “Plant B”. Rename one of them.',
  );
  writeFile('a.json', '{"fleetlens": "dashboard", "version": 1, "tiles": []}');
  expect(() => readDashboardFolder(folder)).toThrow(`--dashboards: ${first}: name: expected a text that is not empty.`);
  expect(() => readDashboardFolder('/nowhere')).toThrow('--dashboards: /nowhere cannot be read (ENOENT).');
});
