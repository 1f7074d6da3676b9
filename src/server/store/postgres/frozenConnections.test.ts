import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createReadinessCheck } from '#server/http/readinessCheck.ts';
import { type FreezableTcpProxy, startFreezableTcpProxy } from '#server/testing/freezableTcpProxy.ts';
import { startTestService } from '#server/testing/startTestService.ts';
import { openTestDatabase, TestService } from '#server/testing/testService.ts';
import { openPostgres } from './postgres.ts';

const CONNECTIONS = 10;
const PATIENCE = { timeout: 60_000 };

describe.runIf(inject('postgresUrl'))('unresponsive connections', () => {
  const service = new TestService('postgres');
  let proxy: FreezableTcpProxy;

  beforeAll(async () => {
    const opened = await openBehindProxy();
    ({ proxy } = opened);
    await service.openOn(openPostgres({ url: opened.url }), opened.remove);
    await service.storeDocuments('a', [{}]);
  });
  afterAll(() => service.close());

  const ask = async () => (await service.callOperation('/datastore/pipeline', { collection: 'a' })).status;
  const askOnAll = () => Promise.all(Array.from({ length: CONNECTIONS }, ask));

  test('are destroyed with errors for their requests, and readiness reports it', { tags: ['long'] }, async () => {
    const readiness = createReadinessCheck(service.store.database, async () => undefined);
    await readiness.start();
    expect(new Set(await askOnAll())).toEqual(new Set([200]));
    proxy.freezeOpenConnections();
    const waiting = askOnAll();
    await vi.waitUntil(async () => (await readiness.check()).status === 'not ready', PATIENCE);
    const statuses = await waiting;
    // requests that came after the first detection got a new connection
    expect(statuses.filter((status) => status !== 200 && status !== 504)).toEqual([]);
    expect(statuses).toContain(504);
    expect(new Set(await askOnAll())).toEqual(new Set([200]));
    expect(await readiness.check()).toEqual({ status: 'ready' });
  });

  test('fail no request while idle', { tags: ['long'] }, async () => {
    await askOnAll();
    // a connection counts as idle after a second
    await new Promise((resolve) => setTimeout(resolve, 1100));
    proxy.freezeOpenConnections();
    expect(new Set(await askOnAll())).toEqual(new Set([200]));
  });

  test('without a replacement fail each request within its timeout, and recover soon after', {
    tags: ['long'],
  }, async () => {
    await askOnAll();
    proxy.setNewConnectionsFrozen(true);
    proxy.freezeOpenConnections();
    const statuses = await askOnAll();
    expect(new Set(statuses)).toEqual(new Set([504]));
    proxy.setNewConnectionsFrozen(false);
    await vi.waitUntil(async () => (await askOnAll()).every((status) => status === 200), PATIENCE);
  });

  test('do not include one with a long statement of an import', { tags: ['long'] }, async () => {
    await service.store.database.transaction(async (session) => {
      expect(await session.query('select pg_sleep(4)::text')).toEqual([['']]);
    });
  });
});

describe.runIf(inject('postgresUrl'))('a service whose database server is unresponsive', () => {
  test.each(['idle', 'at work'])('stops on request, %s', { tags: ['long'] }, async (state) => {
    const { proxy, url, remove } = await openBehindProxy();
    const running = await startTestService('unused', ['--database', url]);
    const request = () => fetch(`${running.url}/api/device/get?apiKey=x`, { method: 'POST', body: '{}' });
    while ((await request()).status !== 401) await new Promise((resolve) => setTimeout(resolve, 50));
    proxy.setNewConnectionsFrozen(true);
    proxy.freezeOpenConnections();
    const asked = state === 'idle' ? [] : Array.from({ length: CONNECTIONS }, () => request().catch(() => undefined));
    while (state !== 'idle' && (await fetch(`${running.url}/readyz`)).status === 200);
    await running.stop();
    await Promise.all(asked);
    await remove();
  });
});

async function openBehindProxy() {
  const { database, url = '', remove } = await openTestDatabase('postgres');
  await database.close();
  const proxy = await startFreezableTcpProxy(Number(new URL(url).port));
  return {
    proxy,
    url: Object.assign(new URL(url), { port: `${proxy.port}` }).href,
    remove: async () => {
      await proxy.close();
      await remove();
    },
  };
}
