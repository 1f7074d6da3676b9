import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getFixedApiOrigin, loadHostConfig } from './loadHostConfig.ts';

const configOf = (text: string) => loadHostConfig(undefined, { FLEETLENS_CONFIG: text });

const OWN = {
  baseUrl: '/api',
  firstPage: 1,
  extensions: ['operators', 'sort', 'group', 'pageSize'],
  interface: '/openapi.json',
};

test('without FLEETLENS_CONFIG the service uses its own settings', () => {
  expect(loadHostConfig(undefined, {})).toEqual(OWN);
  const below = { baseUrl: '/fleet/api', interface: '/fleet/openapi.json' };
  expect(loadHostConfig(undefined, {}, '/fleet/')).toEqual({ ...OWN, ...below });
});

test('JSON text or a file overrides the settings of the service', () => {
  const expected = { ...OWN, firstPage: 0, title: 'Plant A' };
  const text = JSON.stringify({ firstPage: 0, title: 'Plant A' });
  expect(configOf(text)).toEqual(expected);
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-config-'));
  const file = join(directory, 'config.json');
  writeFileSync(file, text);
  expect(configOf(file)).toEqual(expected);
  rmSync(directory, { recursive: true });
});

test.each([
  ['{"title"', 'FLEETLENS_CONFIG: the text is not valid JSON.'],
  ['/nowhere/config.json', 'FLEETLENS_CONFIG: the file /nowhere/config.json cannot be read.'],
  ['{"firstPage": "one"}', 'FLEETLENS_CONFIG: firstPage must be of type number.'],
  ['{"collections": [1]}', 'FLEETLENS_CONFIG: collections.0 must be of type string.'],
  ['{"baseUrl": "//elsewhere"}', 'FLEETLENS_CONFIG: baseUrl must be a path or start with https:// or http://.'],
])('rejects %s in one sentence', (text, sentence) => {
  expect(() => configOf(text)).toThrow(sentence);
});

test('rejects credentials in the configuration', () => {
  expect(() => configOf('{"demo": {"apiKey": "k", "token": "t"}}')).toThrow(
    /^FLEETLENS_CONFIG: unknown setting demo\./,
  );
});

test('a fixed base URL restricts the origins that pages may connect to', () => {
  expect(getFixedApiOrigin(configOf('{"baseUrl": "https://devices.example/api"}'))).toBeUndefined();
  expect(getFixedApiOrigin(configOf('{"baseUrl": "https://devices.example/api", "baseUrlFixed": true}'))).toBe(
    'https://devices.example',
  );
  expect(getFixedApiOrigin(configOf('{"baseUrlFixed": true}'))).toBe('');
});
