import { expect, test } from 'vitest';
import { createTestFolder } from '#server/testing/commandLine.ts';
import { getFixedApiOrigin, loadHostConfig } from './loadHostConfig.ts';

const { file } = createTestFolder();

const configOf = (text: string) => loadHostConfig(undefined, { FLEETLENS_CONFIG: text });

const extensions = ['operators', 'sort', 'group', 'pageSize'];
const OWN = { baseUrl: '/api', firstPage: 1, extensions, interface: '/openapi.json' };

test('without FLEETLENS_CONFIG the service uses its own settings', () => {
  expect(loadHostConfig(undefined, {})).toEqual(OWN);
  const below = { baseUrl: '/fleet/api', interface: '/fleet/openapi.json' };
  expect(loadHostConfig(undefined, {}, '/fleet/')).toEqual({ ...OWN, ...below });
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
