import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWebhookReceiver } from './testing/webhookReceiver.ts';
import { sendCrossings } from './webhook.ts';

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
  expect(await post()).toEqual({ waiting: [], problems: [] });
  expect(receiver.posts.map(({ id, isSigned }) => isSigned && id)).toEqual(['c0', 'c0', 'c0', 'c1']);
});

test.each([
  ['fails', 500, 3],
  ['is limited', 429, 3],
  ['rejects', 400, 1],
  ['answers with a redirect that changes the method', 302, 1],
])('keeps the crossings when the receiver %s', async (_name, status, attempts) => {
  receiver.setAnswer((response) => response.writeHead(status, { location: other.url }).end());
  const { waiting, problems } = await post();
  expect(waiting.map(({ id }) => id)).toEqual(['c0', 'c1']);
  expect(problems).toEqual([expect.stringContaining(`(HTTP ${status}). 2 waiting`)]);
  expect([receiver.posts.length, other.posts.length]).toEqual([attempts, 0]);
  // the path may be a secret
  expect(problems.join()).not.toContain('/hook');
});

test('keeps the crossings when the receiver stalls', async () => {
  receiver.setAnswer(() => undefined);
  const { waiting, problems } = await post();
  expect(waiting).toHaveLength(2);
  expect(problems).toEqual([expect.stringContaining('no answer in time')]);
});

test('follows a redirect of the same origin, but not one to another host', async () => {
  const { pathname } = new URL(receiver.url);
  receiver.setAnswer((response) => {
    if (receiver.posts.length % 2 === 1) response.writeHead(307, { location: `${pathname}/moved` }).end();
    else response.writeHead(204).end();
  });
  expect((await post()).waiting).toEqual([]);
  receiver.setAnswer((response) => response.writeHead(308, { location: other.url }).end());
  const { waiting, problems } = await post();
  expect(waiting).toHaveLength(2);
  expect(problems).toEqual([expect.stringContaining('it redirects to another origin')]);
  expect(other.posts).toEqual([]);
});

function post() {
  const rest = { dashboard: 'Morning', tile: 'Offline', state: 'warning' as const, limit: 'over 5', at: 0, value: 6 };
  const crossings = ['c0', 'c1'].map((id) => ({ id, ...rest }));
  const options = { signal: new AbortController().signal, retryMs: 1, timeoutMs: 300 };
  return sendCrossings({ url: new URL(receiver.url), secret: SECRET }, crossings, options);
}
