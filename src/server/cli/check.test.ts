import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type HttpServer, startHttpServer } from '#server/http/httpServer.ts';
import { TestControl } from '#server/http/testControl.ts';
import { FailedSignInLimiter } from '#server/operations/authentication.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import {
  type CommandResult,
  createTestFolder,
  runCommandInProcess,
  startProgram,
} from '#server/testing/commandLine.ts';
import { TEST_FLEET, TEST_FLEET_ONLINE_IDS } from '#server/testing/testFleet.ts';
import { TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';
import { parsePrometheusText } from './commands/check/testing/parsePrometheusText.ts';
import { startWebhookReceiver } from './commands/check/testing/webhookReceiver.ts';

const ERRORS = encodeURIComponent('[{"type":"match","filter":{"level":"error"}}]');
const GROUPS = encodeURIComponent(
  '[{"type":"group","condition":{"level":"$level"},"fields":{"count":{"$count":{}}}},{"type":"sort","specs":{"count":-1}}]',
);
const LOGS = '/datastore?collection=logs';
const GROUPED = `${LOGS}#v=1&pipeline=${GROUPS}`;
const ALL = [{ link: '/devices', show: 'number' }];
const TWICE = [{ link: '/devices', show: 'number', limit: { over: 1, for: 2 } }];
const SECRET = 'secret-of-the-webhook';

const service = new TestService();
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
  ['every device', '/devices', 7],
  ['a request of the service', '/devices?type=paired&product=DRONE', 2],
  ['a search for a name', '/devices#search=unit+drone', 5],
  ['a facet of a nested field', '/devices#is.location.site=Harbour', 1],
  ['a range', '/devices#from.registeredAt=1700000004000', 3],
  ['connectivity', '/devices#is.connectivity=online&is.paired=true', 2],
  ['connectivity of a filtered request', '/devices?filter=online#is.connectivity=online', 3],
  ['checks', `/devices#is.check=${encodeURIComponent('unpaired yet online')}`, 1],
  ['last seen', '/devices#within.lastSeenAt=1d', 3],
  ['recent documents', '/devices#from.documentsIn24h=10', 3],
  ['documents', LOGS, 45],
  ['matching documents', `${LOGS}#v=1&pipeline=${ERRORS}`, 15],
  ['groups', GROUPED, 2],
  ['a value of a group', GROUPED, 30, 'count'],
  ['a text', GROUPED, 'info', 'level'],
  ['a field of a device', '/devices/DRONE-2?path=registeredAt', 1_700_000_001_000],
  ['a boolean', '/devices/DRONE-3?path=status', 0],
  ['a text of a device', '/devices/EXTRA-1?path=firmware', '4.2.1'],
])('counts %s', async (_name, link, expected, value?: string) => {
  const { tiles } = await checkJson([{ link, show: 'number', ...(value && { value }) }]);
  expect(tiles).toMatchObject([{ value: expected, state: typeof expected === 'number' ? 'ok' : 'unknown' }]);
});

test('a link names the documents of the devices itself', async () => {
  const { deviceDocuments: _, ...others } = config as Record<string, unknown>;
  config = others;
  const source = 'documents=logs&documents=device&documents=time';
  const { tiles } = await checkJson([
    { link: `/devices?${source}#within.lastSeenAt=1d`, show: 'number' },
    { link: '/devices?documents=logs&documents=device&documents=none#within.lastSeenAt=1d', show: 'number' },
  ]);
  expect(tiles.map(({ value }) => value)).toEqual([3, 0]);
});

test('a service without extensions gives the same numbers', async () => {
  config = { extensions: [] };
  const { tiles } = await checkJson([
    { link: LOGS, show: 'number' },
    { link: `${LOGS}#v=1&pipeline=${ERRORS}`, show: 'number' },
    { link: GROUPED, show: 'number', value: 'count' },
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
    { link: GROUPED, show: 'bars', value: 'count' },
    { link: GROUPED, show: 'rows', top: 2 },
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
  for (const words of ['UNKNOWN Damaged: since', 'Unreadable: type.', '"show": "map" requires a newer version'])
    expect(unknown.out).toContain(words);
  expect(listRequests()).toEqual([]);
  const worse = await check([damaged, over, newer]);
  expect(worse.code).toBe(1);
  expect(worse.out).toMatch(/^WARNING: 1 warning, 2 unknown \| 'Damaged'=U 'Over'=7;1\n/);
});

test('an invalid file names the location of the error and sends no request', async () => {
  const result = await check([{ link: '/devices', show: 'number', limit: { over: '5' } }]);
  expectUnknown(result, 'tiles[0].limit.over: expected a number.');
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
  const values = (metric: string) =>
    samples.flatMap(({ name, labels, value }) =>
      name === `fleetlens_board_${metric}` ? [[labels['tile'], value]] : [],
    );
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
  expectUnknown(await check(ALL), 'Set FLEETLENS_API_KEY, or use --key-file');
  expectUnknown(await check(ALL, ['--key-file', key, '--token-file', token]), `chmod 600 ${token}`);
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
  ['no answer', { kind: 'never' }, 9],
  ['another device', { kind: 'body', body: OTHER }, 1],
])('after %s the tile is unknown, and the others continue', async (_name, fault, times) => {
  const operation = 'body' in fault ? 'device' : 'devices';
  const link = operation === 'device' ? '/devices/DRONE-2?path=status' : '/devices';
  await control('fault', { operation, times, fault });
  const { tiles } = await checkJson(
    [
      { link, show: 'number', limit: { over: 0 } },
      { link: LOGS, show: 'number' },
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

test('a service that redirects is unknown, for each operation', async () => {
  const redirecting = createServer((_, response) =>
    response.writeHead(302, { location: '/', connection: 'close' }).end(),
  );
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  const { port } = redirecting.address() as AddressInfo;
  const tiles = ['/devices', LOGS, '/devices/X?path=status'].map((link) => ({ link, show: 'number' }));
  const { out } = await check(tiles, [], `http://127.0.0.1:${port}/api`);
  expect(
    out.match(/Cannot reach 127\.0\.0\.1:\d+: it redirects to another URL, which must be used instead\.\n/g),
  ).toHaveLength(3);
  await new Promise((resolve) => redirecting.close(resolve));
});

test('a limit for two refreshes needs state, which is private and has no credentials', async () => {
  const tiles = [{ link: '/devices', show: 'number', compare: 'opened', limit: { over: 1, for: 2 } }];
  const state = file('two.state');
  expectUnknown(await check(tiles), 'Use --state FILE.');
  expect((await check(tiles, ['--state', state])).code).toBe(0);
  expect((await check(tiles, ['--state', state])).code).toBe(1);
  expect(statSync(state).mode & 0o777).toBe(0o600);
  const text = readFileSync(state, 'utf8');
  for (const secret of [TEST_KEY, TEST_TOKEN, ...TEST_FLEET.map(({ deviceID }) => deviceID)])
    expect(text).not.toContain(secret);
  const other = await check(tiles, ['--state', state], url.replace('127.0.0.1', 'localhost'));
  expectUnknown(other, 'belongs to another service');
});

test('a damaged state file is kept under another name, and limits that need it are unknown once', async () => {
  const state = file('damaged.state', '{"fleetlens":"check-state","version":1,"tiles":');
  expectUnknown(await check(TWICE, ['--state', state]), `renamed to ${state}.damaged`);
  expect(existsSync(`${state}.damaged`)).toBe(true);
  expect((await check(TWICE, ['--state', state])).code).toBe(1);
});

test('a state file that cannot be written is reported, and limits that need it are unknown', async () => {
  expectUnknown(await check(TWICE, ['--state', file('folder.state/inside')]), 'cannot be written (ENOENT)');
  mkdirSync(file('is-a-folder'));
  const once = [{ link: '/devices', show: 'number', limit: { over: 1 } }];
  const unreadable = await check(once, ['--state', file('is-a-folder')]);
  expect(unreadable).toMatchObject({ code: 1, err: expect.stringContaining('was not replaced') });
});

test('a state file that cannot be locked is used, and reported', async () => {
  const state = file('unlockable.state');
  mkdirSync(`${state}.lock`);
  expect(await check(ALL, ['--state', state])).toMatchObject({
    code: 0,
    err: expect.stringContaining('cannot be locked, so checks must not overlap (EISDIR)'),
  });
  expect(existsSync(state)).toBe(true);
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
  expect((await run(2)).err).toContain('it refuses the connection');
  const later = await startWebhookReceiver(SECRET, Number(new URL(receiver.url).port));
  await run(2);
  await run(2);
  expect(later.posts).toMatchObject([{ body: { limit: 'over 2' } }]);
  await later.stop();
});

test('posting does not depend on the output, and a daemon survives an output that cannot be written', async () => {
  const receiver = await startWebhookReceiver(SECRET);
  const output = ['--output', file('missing/fleetlens.prom')];
  const tiles = [{ link: '/devices', show: 'number', limit: { over: 1 } }];
  const args = ['--state', file('output.state'), '--webhook', receiver.url, ...output];
  expectUnknown(await check(tiles, args), 'fleetlens.prom cannot be written (ENOENT)');
  expect(receiver.posts).toHaveLength(1);
  const { child, ended, waitForText } = startProgram([
    'check',
    writeDashboard(tiles),
    ...['--url', url, '--every', '10s', '--webhook', receiver.url, ...output],
  ]);
  await waitForText(/cannot be written/);
  await expect.poll(() => receiver.posts).toHaveLength(2);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await receiver.stop();
});

test('a crossing that is posted again has the same ID, also if the state could not be written', async () => {
  const receiver = await startWebhookReceiver(SECRET);
  const state = file('repeated.state');
  const run = (name = state) => {
    const tiles = [{ link: '/datastore?collection=repeated', show: 'number', limit: { over: 0 } }];
    return check(tiles, ['--state', name, '--webhook', receiver.url]);
  };
  await run();
  await service.storeDocuments('repeated', [{ documentID: 'd-1' }]);
  // a folder in the place of the temporary file prevents writing
  const part = `${state}.${process.pid}.part`;
  mkdirSync(part);
  for (let round = 0; round < 2; round++) expect((await run()).err).toContain('repeated.state cannot be written');
  rmdirSync(part);
  for (let round = 0; round < 2; round++) expect((await run()).err).toBe('');
  const [first, ...others] = receiver.posts.map(({ id }) => id);
  expect(others).toEqual([first, first]);
  await receiver.stop();
});

test('a jump of the clock is reported', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const now = Date.now();
    const state = file('clock.state');
    const runAt = (time: number) => {
      vi.setSystemTime(time);
      return check(ALL, ['--state', state]);
    };
    expect((await runAt(now)).err).toBe('');
    expect((await runAt(now + 60_000)).err).toBe('');
    expect((await runAt(now + 10 * 86_400_000)).err).toContain('the clock of this computer is wrong');
    expect((await runAt(now + 120_000)).err).toContain('The clock of this computer went back');
    expect((await runAt(now + 180_000)).err).toBe('');
    // a clock that was wrong all the time, beside a service that sends the time
    await control('clock', { now });
    expect((await runAt(now + 240_000)).err).toContain('differ');
    expect((await runAt(now)).err).toContain('went back');
    expect((await runAt(now)).err).toBe('');
  } finally {
    await control('clock', { now: null });
    vi.useRealTimers();
  }
});

test('temporary files of killed runs are removed', async () => {
  const { child, ended } = startProgram(['--version']);
  await ended;
  const [state, output] = [file('part.state'), file('part.prom')];
  const parts = [state, output].map((path) => `${path}.${child.pid}.part`);
  for (const part of parts) writeFileSync(part, '{');
  expect((await check(ALL, ['--state', state, '--output', output])).code).toBe(0);
  expect(parts.filter((part) => existsSync(part))).toEqual([]);
});

test('an alert that the receiver refuses does not block others, and is dropped after three checks', async () => {
  const receiver = await startWebhookReceiver(SECRET);
  const asked = (response: ServerResponse, { tile }: { tile?: string }) =>
    response.writeHead(tile === 'A' ? 422 : 204).end();
  receiver.setAnswer((response) => asked(response, receiver.posts.at(-1)?.body as { tile?: string }));
  const tiles = [
    { title: 'A', link: '/devices', show: 'number', limit: { over: 2 } },
    { title: 'B', link: '/devices?filter=online', show: 'number', limit: { over: 2 } },
    { title: 'C', link: '/devices?type=paired', show: 'number', limit: { over: 2, severity: 'critical' } },
  ];
  const args = ['--state', file('refused.state'), '--webhook', receiver.url];
  const rounds: { err: string; posted: unknown[] }[] = [];
  for (let round = 0; round < 4; round++) {
    receiver.posts.length = 0;
    const { err } = await check(tiles, args);
    rounds.push({ err, posted: receiver.posts.map(({ body }) => (body as { tile: string }).tile) });
  }
  expect(rounds).toEqual([
    { err: expect.stringContaining('did not accept 1 alert (A): HTTP 422.'), posted: ['C', 'A', 'B'] },
    { err: expect.stringContaining('did not accept 1 alert (A): HTTP 422.'), posted: ['A'] },
    { err: expect.stringContaining('rejected this in three checks (HTTP 422).'), posted: ['A'] },
    { err: '', posted: [] },
  ]);
  await receiver.stop();
});

test('the address of the webhook comes from a private file or the environment', async () => {
  const receiver = await startWebhookReceiver(SECRET);
  const address = file('address', `${receiver.url}\n`);
  const tiles = [{ link: '/devices', show: 'number', limit: { over: 1 } }];
  chmodSync(address, 0o644);
  expectUnknown(await check(tiles, ['--state', file('address.state'), '--webhook-file', address]), 'chmod 600');
  chmodSync(address, 0o600);
  await check(tiles, ['--state', file('address.state'), '--webhook-file', address]);
  vi.stubEnv('FLEETLENS_WEBHOOK_URL', receiver.url);
  await check(tiles, ['--state', file('environment.state')]);
  expect(receiver.posts).toHaveLength(2);
  vi.stubEnv('FLEETLENS_WEBHOOK_URL', `ftp://${SECRET}.example.com`);
  const refused = await check(tiles, ['--state', file('environment.state')]);
  expectUnknown(refused, 'FLEETLENS_WEBHOOK_URL: expected an http or https URL');
  expect(refused.out + refused.err).not.toContain(SECRET);
  await receiver.stop();
});

test('a webhook needs state and a secret', async () => {
  const webhook = ['--webhook', 'http://127.0.0.1:9/'];
  const state = ['--state', file('unused.state')];
  expectUnknown(await check(ALL, webhook), '--state FILE or --every');
  vi.stubEnv('FLEETLENS_WEBHOOK_SECRET', '');
  expectUnknown(await check(ALL, [...webhook, ...state]), 'No webhook secret');
});

test('--every repeats until SIGTERM, and then exits with 0', async () => {
  const dashboard = writeDashboard([{ link: '/devices', show: 'number', limit: { over: 1 } }]);
  const { child, ended, waitForText } = startProgram(['check', dashboard, '--url', url, '--every', '10s']);
  await waitForText(/WARNING: 1 warning/);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

type JsonReport = { state: string; tiles: { state: string; value: unknown; message: string | null }[] };

async function checkJson(tiles: readonly object[], args: readonly string[] = []): Promise<JsonReport> {
  return JSON.parse((await check(tiles, ['--format', 'json', ...args])).out);
}

function check(tiles: readonly object[], args: readonly string[] = [], base = url) {
  return runCommandInProcess('check', writeDashboard(tiles), '--url', base, ...args);
}

function expectUnknown({ code, out, err }: CommandResult, words: string): void {
  expect({ code, said: out + err }).toEqual({ code: 3, said: expect.stringContaining(words) });
}

function writeDashboard(tiles: readonly object[]): string {
  const path = file('morning.json');
  writeFileSync(path, JSON.stringify({ fleetlens: 'dashboard', version: 1, name: 'Morning', tiles }));
  return path;
}

function listRequests(): string[] {
  const paths = service.logEntries.map(({ path }) => path);
  return paths.filter((path) => path.startsWith('/api/')).sort();
}

async function control(action: string, body: object = {}): Promise<void> {
  const response = await fetch(url.replace('/api', `/test/${action}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}
