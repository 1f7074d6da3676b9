import { describe, expect, test } from 'vitest';
import { parseServeOptions } from './serveOptions.ts';

describe('--base-path', () => {
  const basePath = (path: string) => parseServeOptions(['--base-path', path], {}).basePath;

  test.each(['/', '/fleet/', '/a/b.c/', '/api/v1/', '/apis/'])('%s is accepted', (path) => {
    expect(basePath(path)).toBe(path);
  });

  test.each(['/../', '/./', '/fleet/../', '/fleet/..', '/./fleet/'])('%s is rejected because of its dots', (path) => {
    expect(() => basePath(path)).toThrow(
      `--base-path: ${JSON.stringify(path)} must not contain . or .. as a segment, because browsers remove them from URLs.`,
    );
  });

  test.each([
    ['/api/', '/api/devices/get'],
    ['/api/device', '/api/device/get'],
    ['/assets/', '/assets/'],
    ['/metrics/', '/metrics'],
    ['/config.json/', '/config.json'],
    ['/test/', '/test/'],
  ])('%s is rejected because the service uses %s', (path, own) => {
    expect(() => basePath(path)).toThrow(
      `--base-path: ${path} conflicts with the service's own path ${own}. Choose another path, such as /fleet/.`,
    );
  });
});

test('logs the same with and without the demo', () => {
  for (const args of [[], ['--demo'], ['--demo-if-empty']]) expect(parseServeOptions(args, {}).log).toBe('errors');
});

test('the port can be set in PORT', () => {
  expect(parseServeOptions([], { PORT: '4711' }).port).toBe(4711);
  expect(() => parseServeOptions([], { PORT: 'abc' })).toThrow('PORT: expected a number from 0 to 65535, not "abc".');
});

test.each(['::1', '[::1]'])('the host %s is written as in a URL', (host) => {
  expect(parseServeOptions(['--host', host, '--demo'], {}).host).toBe('[::1]');
});
