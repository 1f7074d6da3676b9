import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createRequestLogWriter } from '#server/http/requestLogger.ts';
import { createCommandTestTarget } from '#server/testing/createCommandTestTarget.ts';
import { sendRawRequest } from '#server/testing/sockets.ts';
import { type RunningService, startTestService } from '#server/testing/startTestService.ts';

const UNSAFE = '\u009b31m\u0085\u2028\u2029\u007f\u202e\ufeff\u{e0001}';

let service: RunningService;
const { place } = createCommandTestTarget();

beforeAll(async () => {
  service = await startTestService('unused', ['--log', 'requests', ...place]);
  await vi.waitUntil(async () => (await fetch(`${service.url}/readyz`)).ok, { timeout: 30_000 });
});
afterAll(() => service.stop());

test('logs one JSON object per line, without control characters', async () => {
  const { url, getOutput } = service;
  await fetch(`${url}/${encodeURIComponent(UNSAFE)}`);
  await fetch(`${url}/api/devices/get?apiKey=wrong`, { method: 'POST' });
  await sendRawRequest(Number(new URL(url).port), 'GET http://[/ HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(getOutput).toContain('"status":400');
  const lines = (getOutput().match(/^\{.*$/gm) ?? []).filter((line) => !line.includes('readyz'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ path: `/${UNSAFE}`, status: 404 }),
    expect.objectContaining({ path: '/api/devices/get', status: 401, address: '127.0.0.1' }),
    expect.objectContaining({ requestId: expect.any(String), path: '-', status: 400 }),
  ]);
  expect(lines.join('')).toMatch(/^[ -~]+$/);
});

test.runIf(spawnSync('promtool', ['--version']).status === 0)('promtool accepts the metrics', async () => {
  const input = await (await fetch(`${service.url}/metrics`)).text();
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

test.each([
  ['requests', [200, 401, 429, 500]],
  ['errors', [401, 429, 500]],
  ['nothing', []],
] as const)('with --log %s the log contains %j', (level, expected) => {
  const lines: string[] = [];
  const log = createRequestLogWriter(level, (line) => lines.push(line));
  for (const status of [200, 401, 429, 500]) {
    const signIn = status === 401 || status === 429 ? { address: '192.0.2.1' } : {};
    log({ requestId: 'r', method: 'POST', path: '/api/device/get', status, ms: 1, ...signIn });
  }
  expect(lines.map((line) => JSON.parse(line).status)).toEqual(expected);
});
