import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type HttpServer, startHttpServer } from '#server/http/httpServer.ts';
import { TestControl } from '#server/http/testControl.ts';
import { FailedSignInLimiter } from '#server/operations/authentication.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import { createTestFolder, runCommandInProcess } from '#server/testing/commandLine.ts';
import { findFreePort } from '#server/testing/sockets.ts';
import { TEST_FLEET, TEST_FLEET_ONLINE_IDS } from '#server/testing/testFleet.ts';
import { TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';
import { parsePrometheusText } from './commands/check/testing/parsePrometheusText.ts';
import { startWebhookReceiver } from './commands/check/testing/webhookReceiver.ts';

const ERRORS = encodeURIComponent('[{"type":"match","filter":{"level":"error"}}]');
const GROUPS = encodeURIComponent(
  '[{"type":"group","condition":{"level":"$level"},"fields":{"count":{"$count":{}}}},{"type":"sort","specs":{"count":-1}}]',
);
const ALL = [{ link: '/devices', show: 'number' }];
const TWICE = [{ link: '/devices', show: 'number', limit: { over: 1, for: 2 } }];
const SECRET = 'secret-of-the-webhook';

const service = new TestService('pglite');
const { files, file } = createTestFolder();
let server: HttpServer;
let url: string;
let config: unknown;

beforeAll(async () => {
  await service.open();
  await service.storeDevices(TEST_FLEET, TEST_FLEET_ONLINE_IDS);
  await service.storeDocuments(
    'logs',
    Array.from({ length: 45 }, (_, index) => ({
      documentID: `d-${index}`,
      level: index % 3 === 0 ? 'error' : 'info',
      device: TEST_FLEET[index % 3]?.deviceID,
      time: index < 30 ? Date.now() : 0,
    })),
  );
  const attempts = new FailedSignInLimiter();
  const control = new TestControl(service.store, attempts);
  const operate = createStoreOperationHandler({ store: service.store, attempts, now: control.now });
  const app = service.createApp({
    operate: control.withFaults(operate),
    extend: (extended) => {
      control.addRoutes(extended);
      extended.get('/config.json', (context) => context.json(config as object));
    },
  });
  server = await startHttpServer(app, '127.0.0.1', 0, { drain: 100 });
  url = `http://127.0.0.1:${server.port}/api`;
});
afterAll(async () => {
  await server.stop();
  await service.close();
});

beforeEach(() => {
  service.logEntries.length = 0;
  config = {
    extensions: ['operators', 'sort', 'group', 'pageSize'],
    deviceDocuments: { collection: 'logs', field: 'device', time: 'time' },
  };
  vi.stubEnv('FLEETLENS_API_KEY', TEST_KEY);
  vi.stubEnv('FLEETLENS_TOKEN', TEST_TOKEN);
  vi.stubEnv('FLEETLENS_WEBHOOK_SECRET', SECRET);
  vi.stubEnv('FLEETLENS_CONFIG', '');
});
afterEach(() => vi.unstubAllEnvs());

test.each([
  ['every device', { link: '/devices' }, 7],
  ['a request of the service', { link: '/devices?type=paired&product=DRONE' }, 2],
  ['a search', { link: '/devices#search=harbour' }, 1],
  ['a search for a name', { link: '/devices#search=unit+drone' }, 5],
  ['a facet of a nested field', { link: '/devices#is.location.site=Harbour' }, 1],
  ['a range', { link: '/devices#from.registeredAt=1700000004000' }, 3],
  ['connectivity', { link: '/devices#is.connectivity=online&is.paired=true' }, 2],
  ['connectivity of a filtered request', { link: '/devices?filter=online#is.connectivity=online' }, 3],
  ['checks', { link: `/devices#is.check=${encodeURIComponent('unpaired yet online')}` }, 1],
  ['last seen', { link: '/devices#within.lastSeenAt=1d' }, 3],
  ['never seen', { link: '/devices#never.lastSeenAt=only' }, 4],
  ['recent documents', { link: '/devices#from.documentsIn24h=10' }, 3],
  ['documents', { link: '/datastore?collection=logs' }, 45],
  ['matching documents', { link: `/datastore?collection=logs#v=1&pipeline=${ERRORS}` }, 15],
  ['groups', { link: `/datastore?collection=logs#v=1&pipeline=${GROUPS}` }, 2],
  ['a value of a group', { link: `/datastore?collection=logs#v=1&pipeline=${GROUPS}`, value: 'count' }, 30],
  ['a text', { link: `/datastore?collection=logs#v=1&pipeline=${GROUPS}`, value: 'level' }, 'info'],
  ['a field of a device', { link: '/devices/DRONE-2?path=registeredAt' }, 1_700_000_001_000],
  ['a boolean', { link: '/devices/DRONE-3?path=status' }, 0],
  ['a text of a device', { link: '/devices/EXTRA-1?path=firmware' }, '4.2.1'],
])('counts %s', async (_name, tile, expected) => {
  const { tiles } = await checkJson([{ ...tile, show: 'number' }]);
  expect(tiles).toMatchObject([{ value: expected, state: typeof expected === 'number' ? 'ok' : 'unknown' }]);
});

test('a service without extensions gives the same numbers', async () => {
  config = { extensions: [] };
  const { tiles } = await checkJson([
    { link: '/datastore?collection=logs', show: 'number' },
    { link: `/datastore?collection=logs#v=1&pipeline=${ERRORS}`, show: 'number' },
    { link: `/datastore?collection=logs#v=1&pipeline=${GROUPS}`, show: 'number', value: 'count' },
    { link: '/devices#within.lastSeenAt=1d', show: 'number' },
  ]);
  expect(tiles.map(({ value }) => value)).toEqual([45, 15, 30, null]);
  expect(tiles[3]?.message).toContain('documents is unknown');
});

test('tiles that need the same list or query share one request', async () => {
  const { state } = await checkJson([
    { link: '/devices', show: 'number' },
    { link: '/devices#search=drone', show: 'number', of: '/devices' },
    { link: '/devices#is.connectivity=online', show: 'number', of: '/devices#is.paired=true' },
    { link: '/devices?filter=online', show: 'number' },
    { link: '/devices', show: 'bars', by: 'productID' },
    { link: `/datastore?collection=logs#v=1&pipeline=${GROUPS}`, show: 'bars', value: 'count' },
    { link: `/datastore?collection=logs#v=1&pipeline=${GROUPS}`, show: 'rows', top: 2 },
    { link: '/devices/DRONE-2?path=status', show: 'number' },
    { link: '/devices/DRONE-2?path=status', show: 'number', limit: { under: 0 } },
  ]);
  expect(state).toBe('ok');
  const lists = ['/api/devices/get', '/api/devices/get'];
  expect(listRequests()).toEqual(['/api/datastore/pipeline', '/api/device/get', ...lists]);
});

test.each([
  ['ok', { over: 4 }, 0],
  ['warning', { over: 2 }, 1],
  ['critical', { over: 2, severity: 'critical' }, 2],
  ['warning', { under: 50, unit: '%' }, 1],
])('%s for the limit %j', async (state, limit, code) => {
  const tile = { title: "Ann's = online", link: '/devices?filter=online', of: '/devices', show: 'number', limit };
  const result = await check([tile]);
  const [first = '', second = ''] = result.out.split('\n');
  const data = 'unit' in limit ? '42.9%;50:' : `3;${state === 'critical' ? ';' : ''}${limit.over}`;
  expect(first).toBe(`${state.toUpperCase()}: 1 ${state} | 'Ann''s : online'=${data}`);
  expect(second).toMatch(new RegExp(`^${state.toUpperCase()} Ann's = online: 3, 42.9 % of 7, limit .*, since 20`));
  expect(result.code).toBe(code);
});

test('only unknown tiles exit with 3, and a known fault outranks them', async () => {
  const damaged = { title: 'Damaged', link: '/devices?type=lost', show: 'number' };
  const newer = { title: 'Newer', show: 'map' };
  const over = { title: 'Over', link: '/devices', show: 'number', limit: { over: 1 } };
  const unknown = await check([damaged, newer]);
  expect(unknown.code).toBe(3);
  expect(unknown.out).toContain('UNKNOWN Damaged: since');
  expect(unknown.out).toContain('Unreadable: type.');
  expect(unknown.out).toContain('"show": "map" requires a newer version of Fleetlens.');
  expect(listRequests()).toEqual([]);
  const worse = await check([damaged, over, newer]);
  expect(worse.code).toBe(1);
  expect(worse.out).toMatch(/^WARNING: 1 warning, 2 unknown \| 'Damaged'=U 'Over'=7;1\n/);
});

test('an invalid file names the location of the error and sends no request', async () => {
  const result = await check([{ link: '/devices', show: 'number', limit: { over: '5' } }]);
  expect(result).toMatchObject({ code: 3, out: expect.stringContaining('tiles[0].limit.over: expected a number.') });
  expect(service.logEntries).toEqual([]);
});

test('Prometheus reads the metrics', async () => {
  const title = 'With "quotes" \\ and ünits';
  const tiles = [
    { title, link: '/devices', show: 'number', limit: { over: 1 } },
    { title: 'Share', link: '/devices?filter=online', of: '/devices', show: 'number', limit: { over: 50, unit: '%' } },
    { title: 'Share', link: '/devices?type=lost', show: 'number' },
  ];
  const { out, code } = await check(tiles, ['--format', 'prometheus']);
  const samples = parsePrometheusText(out);
  const values = (name: string) =>
    samples
      .filter((sample) => sample.name === `fleetlens_board_${name}`)
      .map(({ labels, value }) => [labels['tile'], value]);
  expect(code).toBe(1);
  expect(values('value')).toEqual([
    [title, 7],
    ['Share', (3 / 7) * 100],
  ]);
  expect(values('limit').map(([, limit]) => limit)).toEqual([1, 50]);
  expect(values('state')).toEqual([
    [title, 1],
    ['Share', 0],
    ['Share 2', 3],
  ]);
  expect(values('timestamp_seconds')).toHaveLength(2);
  expect(samples.every(({ labels }) => labels['dashboard'] === 'Morning')).toBe(true);
});

test('--output replaces a file as a whole', async () => {
  const output = file('fleetlens.prom', 'old');
  const { out } = await check(ALL, ['--format', 'prometheus', '--output', output]);
  expect(out).toBe('');
  expect(parsePrometheusText(readFileSync(output, 'utf8'))).not.toEqual([]);
  expect(readdirSync(files).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('credentials come from files that others cannot access, and are never printed', async () => {
  vi.stubEnv('FLEETLENS_API_KEY', '');
  vi.stubEnv('FLEETLENS_TOKEN', 'wrong-token');
  const [key, token] = [file('key', `${TEST_KEY}\n`), file('token', `${TEST_TOKEN}\n`)];
  chmodSync(key, 0o600);
  chmodSync(token, 0o640);
  const missing = await check(ALL);
  expect(missing).toMatchObject({ code: 3, out: expect.stringContaining('Set FLEETLENS_API_KEY, or use --key-file') });
  const open = await check(ALL, ['--key-file', key, '--token-file', token]);
  expect(open).toMatchObject({ code: 3, out: expect.stringContaining(`chmod 600 ${token}`) });
  chmodSync(token, 0o600);
  expect((await check(ALL, ['--key-file', key, '--token-file', token])).code).toBe(0);
  const refused = await check([...ALL, { link: '/devices?type=paired', show: 'number' }], ['--key-file', key]);
  expect(refused.code).toBe(3);
  expect(refused.out + refused.err).not.toContain('wrong-token');
});

const OTHER = JSON.stringify({ code: 'DEVICE-DETAILS-FETCHED', message: '', device: { deviceID: 'X' } });
test.each([
  ['a failure', { kind: 'error', status: 500, code: 'SERVER-ERROR' }, 9],
  ['HTML', { kind: 'html' }, 1],
  ['a truncated response', { kind: 'truncate' }, 1],
  ['a reset', { kind: 'reset' }, 9],
  ['no answer', { kind: 'never' }, 9],
  ['another device', { kind: 'body', body: OTHER }, 1],
])('after %s the tile is unknown, and the others continue', async (_name, fault, times) => {
  const operation = 'body' in fault ? 'device' : 'devices';
  const link = operation === 'device' ? '/devices/DRONE-2?path=status' : '/devices';
  await control('fault', { operation, times, fault });
  const { tiles } = await checkJson(
    [
      { link, show: 'number', limit: { over: 0 } },
      { link: '/datastore?collection=logs', show: 'number' },
    ],
    ['--timeout', '3s'],
  );
  await control('release');
  await control('calm');
  expect(tiles).toMatchObject([
    { state: 'unknown', value: null, asOf: null, message: expect.stringMatching(/^\S.*\.$/) },
    { state: 'ok', value: 45 },
  ]);
});

test('a service that is away is unknown', async () => {
  const port = await findFreePort();
  const result = await check(ALL, [], `http://127.0.0.1:${port}/api`);
  expect(result).toMatchObject({ code: 3, out: expect.stringContaining(`Cannot reach 127.0.0.1:${port}.`) });
});

test('a limit for two refreshes needs state, which is private and has no credentials', async () => {
  const tiles = [{ link: '/devices', show: 'number', compare: 'opened', limit: { over: 1, for: 2 } }];
  const state = file('two.state');
  expect(await check(tiles)).toMatchObject({ code: 3, out: expect.stringContaining('Use --state FILE.') });
  expect((await check(tiles, ['--state', state])).code).toBe(0);
  expect((await check(tiles, ['--state', state])).code).toBe(1);
  expect(statSync(state).mode & 0o777).toBe(0o600);
  const text = readFileSync(state, 'utf8');
  for (const secret of [TEST_KEY, TEST_TOKEN, ...TEST_FLEET.map(({ deviceID }) => deviceID)])
    expect(text).not.toContain(secret);
  const other = await check(tiles, ['--state', state], url.replace('127.0.0.1', 'localhost'));
  expect(other).toMatchObject({ code: 3, out: expect.stringContaining('belongs to another service') });
});

test('a damaged state file is kept under another name, and limits that need it are unknown once', async () => {
  const state = file('damaged.state', '{"fleetlens":"check-state","version":1,"tiles":');
  const first = await check(TWICE, ['--state', state]);
  expect(first).toMatchObject({ code: 3, err: expect.stringContaining(`renamed to ${state}.damaged`) });
  expect(existsSync(`${state}.damaged`)).toBe(true);
  expect((await check(TWICE, ['--state', state])).code).toBe(1);
});

test('a state file that cannot be written is reported, and limits that need it are unknown', async () => {
  const state = file('folder.state/inside');
  const result = await check(TWICE, ['--state', state]);
  expect(result).toMatchObject({ code: 3, err: expect.stringContaining('cannot be written (ENOENT)') });
  mkdirSync(file('is-a-folder'));
  const once = [{ link: '/devices', show: 'number', limit: { over: 1 } }];
  const unreadable = await check(once, ['--state', file('is-a-folder')]);
  expect(unreadable).toMatchObject({ code: 1, err: expect.stringContaining('was not replaced') });
});

test('each crossing is posted once, signed, without credentials', async () => {
  const receiver = await startWebhookReceiver(SECRET);
  const state = file('webhook.state');
  const run = (over: number) => {
    const tiles = [{ title: 'All', link: '/devices', show: 'number', limit: { over } }];
    return check(tiles, ['--state', state, '--webhook', receiver.url]);
  };
  for (let round = 0; round < 3; round++) await run(1);
  expect(receiver.posts).toMatchObject([
    {
      isSigned: true,
      body: { event: 'crossing', dashboard: 'Morning', tile: 'All', state: 'warning', value: 7, limit: 'over 1' },
    },
  ]);
  expect(JSON.stringify(receiver.posts)).not.toMatch(new RegExp(`${TEST_KEY}|${TEST_TOKEN}`));
  await receiver.stop();
  expect((await run(2)).err).toContain('it cannot be reached');
  const later = await startWebhookReceiver(SECRET, Number(new URL(receiver.url).port));
  await run(2);
  await run(2);
  expect(later.posts).toMatchObject([{ body: { limit: 'over 2' } }]);
  await later.stop();
});

test('a webhook needs state and a secret', async () => {
  const webhook = ['--webhook', 'http://127.0.0.1:9/'];
  const state = ['--state', file('unused.state')];
  expect(await check(ALL, webhook)).toMatchObject({
    code: 3,
    err: expect.stringContaining('--state FILE or --every'),
  });
  vi.stubEnv('FLEETLENS_WEBHOOK_SECRET', '');
  expect(await check(ALL, [...webhook, ...state])).toMatchObject({
    code: 3,
    out: expect.stringContaining('No webhook secret'),
  });
});

test('--every repeats until SIGTERM, and then exits with 0', async () => {
  const dashboard = writeDashboard([{ link: '/devices', show: 'number', limit: { over: 1 } }]);
  const child = spawn(process.execPath, [inject('program'), 'check', dashboard, '--url', url, '--every', '10s'], {
    env: process.env,
  });
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  await expect.poll(() => out, { timeout: 30_000 }).toContain('WARNING: 1 warning');
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
});

type JsonReport = { state: string; tiles: { state: string; value: unknown; message: string | null }[] };

async function checkJson(tiles: readonly object[], args: readonly string[] = []): Promise<JsonReport> {
  return JSON.parse((await check(tiles, ['--format', 'json', ...args])).out);
}

function check(tiles: readonly object[], args: readonly string[] = [], base = url) {
  return runCommandInProcess('check', writeDashboard(tiles), '--url', base, ...args);
}

function writeDashboard(tiles: readonly object[]): string {
  const path = file('morning.json');
  writeFileSync(path, JSON.stringify({ fleetlens: 'dashboard', version: 1, name: 'Morning', tiles }));
  return path;
}

function listRequests(): string[] {
  return service.logEntries
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ path }) => path)
    .sort();
}

async function control(action: string, body: object = {}): Promise<void> {
  const response = await fetch(url.replace('/api', `/test/${action}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}
