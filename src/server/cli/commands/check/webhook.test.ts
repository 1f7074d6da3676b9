import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findFreePort } from '#server/testing/sockets.ts';
import type { Alert, Outbox } from './checkState.ts';
import { startWebhookReceiver } from './testing/webhookReceiver.ts';
import { sendAlerts } from './webhook.ts';

const SECRET = 'secret';

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let other: typeof receiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver(SECRET);
  other = await startWebhookReceiver(SECRET);
});
afterAll(() => Promise.all([receiver.stop(), other.stop()]));
beforeEach(() => {
  receiver.posts.length = 0;
  other.posts.length = 0;
  receiver.setAnswer((response) => response.writeHead(204).end());
});

test('retries with the same delivery until the receiver accepts', async () => {
  let failures = 2;
  receiver.setAnswer((response) => response.writeHead(failures-- > 0 ? 503 : 200).end());
  expect(await post(['c0'])).toEqual({ alerts: [], problems: [] });
  expect(receiver.posts.map(({ id, isSigned }) => isSigned && id)).toEqual(['c0', 'c0', 'c0']);
});

test.each([
  [400, 1],
  [404, 1],
  [413, 1],
  [422, 1],
  [429, 3],
  [500, 3],
  [302, 1],
])('an alert that the receiver answers with %d blocks no other one', async (status, attempts) => {
  receiver.setAnswer((response) => {
    const isRefused = receiver.posts.at(-1)?.id === 'c0';
    response.writeHead(isRefused ? status : 204, { location: other.url }).end();
  });
  const { alerts, problems } = await post(['c0', 'c1', 'c2']);
  expect(alerts.map(({ id }) => id)).toEqual(['c0']);
  expect(problems).toEqual([
    expect.stringContaining(`did not accept 1 alert (Tile c0): HTTP ${status}. The next check`),
  ]);
  const posted = receiver.posts.map(({ id }) => id);
  expect(posted.filter((id) => id === 'c0')).toHaveLength(attempts);
  expect(posted.filter((id) => id !== 'c0').sort()).toEqual(['c1', 'c2']);
  expect(other.posts).toEqual([]);
  // the path may be a secret
  expect(problems.join()).not.toContain('/hook');
});

test('critical alerts are posted before the others', async () => {
  const result = await post(['c0', 'c1', 'c2', 'c3', 'c4', 'c5!', 'c6!']);
  expect(result).toEqual({ alerts: [], problems: [] });
  const posted = receiver.posts.map(({ id }) => id);
  expect(posted.slice(0, 2).sort()).toEqual(['c5!', 'c6!']);
  expect(posted).toHaveLength(7);
});

test('an alert is dropped after three checks that reject it, but not for other failures', async () => {
  let status = 500;
  receiver.setAnswer((response) => response.writeHead(status).end());
  let outbox: Outbox = { alerts: create(['c0']) };
  const problems: string[] = [];
  for (status of [500, 400, 503, 403, 429, 422]) {
    const { problems: found, ...next } = await sendAlerts(target(), outbox, options());
    outbox = next;
    problems.push(...found);
  }
  expect(problems.slice(0, -1).every((problem) => problem.includes('The next check tries again.'))).toBe(true);
  expect(problems.at(-1)).toMatch(
    /^Dropped 1 alert \(Tile c0\): the webhook at .* rejected this in three checks \(HTTP 422\)\.$/,
  );
  expect(outbox.alerts).toEqual([]);
});

test.each([
  ['seconds', () => '3600'],
  ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
])('obeys Retry-After with %s, also in the next check', async (_name, getValue) => {
  receiver.setAnswer((response) => response.writeHead(429, { 'retry-after': getValue() }).end());
  const { problems, ...outbox } = await post(['c0']);
  expect(problems).toEqual([expect.stringContaining('HTTP 429')]);
  expect(receiver.posts).toHaveLength(1);
  const later = await sendAlerts(target(), outbox, options());
  expect(later.alerts).toHaveLength(1);
  expect(later.problems).toEqual([expect.stringContaining('it asked for a pause')]);
  expect(receiver.posts).toHaveLength(1);
  receiver.setAnswer((response) => response.writeHead(204).end());
  // a clock that was ahead had computed the time
  const jumped = await sendAlerts(target(), { ...outbox, retryAt: Date.now() + 86_400_000 }, options());
  expect(jumped.alerts).toEqual([]);
});

test('a short Retry-After is waited for', async () => {
  // a receiver that accepts nothing before the time that it names
  let opensAt = 0;
  receiver.setAnswer((response) => {
    if (receiver.posts.length === 1) opensAt = Date.now() + 990;
    response.writeHead(Date.now() < opensAt ? 503 : 204, { 'retry-after': '1' }).end();
  });
  expect((await post(['c0'])).alerts).toEqual([]);
  expect(receiver.posts).toHaveLength(2);
});

test('too many waiting alerts are dropped, the oldest first and critical ones last', async () => {
  receiver.setAnswer((response) => response.writeHead(302).end());
  const names = Array.from({ length: 110 }, (_, index) => `c${index}${index < 5 ? '!' : ''}`);
  const { alerts, problems } = await post(names);
  expect(alerts.map(({ id }) => id)).toEqual([...names.slice(0, 5), ...names.slice(15)]);
  expect(problems.at(-1)).toContain(
    'Dropped 10 alerts (Tile c14, Tile c13, Tile c12, Tile c11, Tile c10, …): too many',
  );
});

test('keeps the alerts when the receiver stalls', async () => {
  receiver.setAnswer(() => undefined);
  const { alerts, problems } = await post(['c0', 'c1']);
  expect(alerts).toHaveLength(2);
  expect(receiver.posts).toHaveLength(2);
  expect(problems).toEqual([expect.stringContaining('did not accept 2 alerts (Tile c0, Tile c1): no answer in time')]);
});

test('keeps the alerts when the receiver is away, and says why', async () => {
  const url = new URL(`http://127.0.0.1:${await findFreePort()}/hook`);
  const { alerts, problems } = await sendAlerts({ url, secret: SECRET }, { alerts: create(['c0']) }, options());
  expect(alerts).toHaveLength(1);
  expect(problems).toEqual([expect.stringContaining(': it refuses the connection (ECONNREFUSED).')]);
});

test('follows a redirect of the same origin, but not one to another host', async () => {
  const { pathname } = new URL(receiver.url);
  receiver.setAnswer((response) => {
    if (receiver.posts.length % 2 === 1) response.writeHead(307, { location: `${pathname}/moved` }).end();
    else response.writeHead(204).end();
  });
  expect((await post(['c0'])).alerts).toEqual([]);
  receiver.setAnswer((response) => response.writeHead(308, { location: other.url }).end());
  const { alerts, problems } = await post(['c0', 'c1']);
  expect(alerts).toHaveLength(2);
  expect(problems).toEqual([expect.stringContaining('it redirects to another origin')]);
  expect(other.posts).toEqual([]);
});

function post(names: readonly string[]) {
  return sendAlerts(target(), { alerts: create(names) }, options());
}

const target = () => ({ url: new URL(receiver.url), secret: SECRET });

const options = () => ({ signal: new AbortController().signal, retryMs: 1, timeoutMs: 300 });

/** Creates alerts, oldest first. Those whose name ends with an exclamation mark are critical. */
function create(names: readonly string[]): Alert[] {
  return names.map((id, at) => {
    const state = id.endsWith('!') ? 'critical' : 'warning';
    return { id, dashboard: 'Morning', tile: `Tile ${id}`, state, limit: 'over 5', at, value: 6 };
  });
}
