import type { ChildProcess } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type HttpServer, startHttpServer } from '#server/http/httpServer.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import {
  createTestFolder,
  runCommandAsProcess,
  runCommandInProcess,
  startProgram,
} from '#server/testing/commandLine.ts';
import { getTestRepeatCount } from '#server/testing/getTestRepeatCount.ts';
import { TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';
import { startWebhookReceiver } from './testing/webhookReceiver.ts';

const SECRET = 'secret-of-the-webhook';
const RUNS = getTestRepeatCount(4, 20);
const CROSSINGS = getTestRepeatCount(6, 30);

const service = new TestService();
const { files, file } = createTestFolder();
let server: HttpServer;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let args: string[];
/** Called for each request of the service, which is answered when it resolves. */
let hold: () => Promise<void>;

beforeAll(async () => {
  await service.open();
  const operate = createStoreOperationHandler({ store: service.store });
  const app = service.createApp({
    operate: async (...request) => {
      await hold();
      return operate(...request);
    },
    hostConfig: { baseUrl: '/api', extensions: [] },
  });
  server = await startHttpServer(app, '127.0.0.1', 0, { drain: 100 });
  receiver = await startWebhookReceiver(SECRET);
});
afterAll(async () => {
  await Promise.all([server.stop(), receiver.stop()]);
  await service.close();
});

let tests = 0;
beforeEach(() => {
  hold = async () => undefined;
  receiver.posts.length = 0;
  vi.stubEnv('FLEETLENS_API_KEY', TEST_KEY);
  vi.stubEnv('FLEETLENS_TOKEN', TEST_TOKEN);
  vi.stubEnv('FLEETLENS_WEBHOOK_SECRET', SECRET);
  vi.stubEnv('FLEETLENS_CONFIG', '');
  // a repeated test starts anew
  tests++;
  const tiles = Array.from({ length: CROSSINGS }, (_, over) => ({
    title: `More than ${over}`,
    link: `/datastore?collection=logs${tests}`,
    show: 'number',
    limit: { over },
  }));
  const dashboard = file(`${tests}.json`);
  writeFileSync(dashboard, JSON.stringify({ fleetlens: 'dashboard', version: 1, name: 'Overlap', tiles }));
  const url = `http://127.0.0.1:${server.port}/api`;
  args = ['check', dashboard, '--url', url, '--state', file(`${tests}.state`), '--webhook', receiver.url];
});
afterEach(() => vi.unstubAllEnvs());

test('overlapping runs post each crossing exactly once', { timeout: 600_000 }, async () => {
  await overlap(async () => {
    const { code, err } = await runCommandAsProcess(args);
    expect({ code, err }).toEqual({ code: expect.toBeOneOf([0, 1]), err: '' });
  });
  expect(listPosted()).toEqual(Array.from({ length: CROSSINGS }, (_, over) => [over]));
});

test('killed runs lose no crossing, and repeat one only with the same ID', { tags: ['long'] }, async () => {
  const running = new Set<ChildProcess>();
  receiver.setAnswer((response) => {
    if (receiver.posts.length % 3 === 0) for (const child of running) child.kill('SIGKILL');
    response.writeHead(204).end();
  });
  await overlap(async () => {
    const { child, ended } = startProgram(args);
    running.add(child);
    await ended;
    running.delete(child);
  });
  receiver.setAnswer((response) => response.writeHead(204).end());
  expect(await runCommandAsProcess(args)).toMatchObject({ code: 1, err: '' });
  const posted = listPosted();
  expect(posted.map(([over]) => over)).toEqual(Array.from({ length: CROSSINGS }, (_, over) => over));
  expect(posted.flat().length).toBeGreaterThan(CROSSINGS);
  expect(new Set(receiver.posts.map(({ id }) => id)).size).toBe(CROSSINGS);
  expect(readdirSync(files).filter((name) => /\.(part|lock)$/.test(name))).toEqual([]);
});

test('a run waits for another one for a limited time, and not for one that was killed', async () => {
  await storeDocument(1);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const other = await new Promise<ReturnType<typeof startProgram>>((resolve) => {
    const started = startProgram(args);
    hold = () => {
      resolve(started);
      return held;
    };
  });
  const refused = await runCommandInProcess(...args, '--timeout', '1s');
  expect(refused).toMatchObject({
    code: 3,
    out: expect.stringContaining(`is in use by another check (process ${other.child.pid} on `),
  });
  expect(receiver.posts).toEqual([]);
  other.child.kill('SIGKILL');
  await other.ended;
  release();
  hold = async () => undefined;
  expect(await runCommandInProcess(...args)).toMatchObject({ code: 1, err: '' });
  expect(receiver.posts).toMatchObject([{ body: { tile: 'More than 0' } }]);
});

/** Keeps some runs going while the number of documents grows, and then runs once more. */
async function overlap(run: () => Promise<void>): Promise<void> {
  let stored = 0;
  const runRepeatedly = async () => {
    while (stored < CROSSINGS) {
      await run();
      await storeDocument(++stored);
    }
  };
  await Promise.all(Array.from({ length: RUNS }, runRepeatedly));
  await run();
}

/** Returns the posts of each crossing, by its limit. */
function listPosted(): number[][] {
  const limits = receiver.posts.map(({ body }) => Number(/\d+/.exec((body as { tile: string }).tile)));
  return [...new Set(limits)].sort((a, b) => a - b).map((over) => limits.filter((other) => other === over));
}

function storeDocument(index: number): Promise<void> {
  return service.storeDocuments(`logs${tests}`, [{ documentID: `d-${index}` }]);
}
