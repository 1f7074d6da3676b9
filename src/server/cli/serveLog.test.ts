import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '#server/testing/running.ts';
import { makeDataDirectory } from '#server/testing/service.ts';
import { exchange } from '#server/testing/sockets.ts';

/** Characters that a terminal or a line-based reader acts on. */
const UNSAFE = '\u009b31m\u0085\u2028\u2029\u007f\u202e\ufeff';

test('the log is one JSON object a line, in which no character can act on a terminal', async () => {
  const { url, text } = await start('requests');
  await fetch(`${url}/${encodeURIComponent(UNSAFE)}`);
  await exchange(Number(new URL(url).port), 'GET http://[/ HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(text).toContain('"status":400');
  const lines = text()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ path: `/${UNSAFE}`, status: 404 }),
    expect.objectContaining({ requestId: expect.any(String), status: 400 }),
  ]);
  expect(lines.join('')).toMatch(/^[ -~]+$/);
});

test('by default failures and refused sign-ins are logged, and nothing else', async () => {
  const { url, text } = await start('errors');
  await fetch(`${url}/healthz`);
  await fetch(`${url}/api/devices/get?apiKey=wrong`, { method: 'POST' });
  await expect.poll(text).toContain('"status":401');
  const [line = '', ...more] = text().match(/^\{.*$/gm) ?? [];
  expect(JSON.parse(line)).toMatchObject({ path: '/api/devices/get', status: 401, address: '127.0.0.1' });
  expect(more).toEqual([]);
});

test.runIf(spawnSync('promtool', ['--version']).status === 0)(
  'promtool finds nothing wrong with the metrics',
  async () => {
    const { url } = await start('nothing');
    await fetch(`${url}/api/devices/get?apiKey=wrong`, { method: 'POST' });
    const input = await (await fetch(`${url}/metrics`)).text();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  },
);

/** A service that logs as `--log` is told. */
async function start(log: string) {
  const { path, remove } = makeDataDirectory();
  const service = await startService(path, ['--log', log]);
  onTestFinished(async () => {
    await service.end();
    remove();
  });
  return service;
}
