import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createReadinessCheck } from '#server/http/readinessCheck.ts';
import { type FreezableTcpProxy, startFreezableTcpProxy } from '#server/testing/freezableTcpProxy.ts';
import { startTestService } from '#server/testing/startTestService.ts';
import { openTestDatabase, TestService } from '#server/testing/testService.ts';
import { openPostgres } from './postgres.ts';

const CONNECTIONS = 10;

describe.runIf(inject('postgresUrl'))('unresponsive connections', () => {
  const service = new TestService('postgres');
  let proxy: FreezableTcpProxy;
  let url = '';

  beforeAll(async () => {
    const opened = await openTestDatabase('postgres');
    await opened.database.close();
    proxy = await startFreezableTcpProxy(Number(new URL(opened.url ?? '').port));
    url = Object.assign(new URL(opened.url ?? ''), { port: `${proxy.port}` }).href;
    const remove = async () => {
      await proxy.close();
      await opened.remove();
    };
    await service.openOn(openPostgres({ url }), remove);
    await service.storeDocuments('a', [{}]);
  });
  afterAll(() => service.close());

  const ask = async () => (await service.callOperation('/datastore/pipeline', { collection: 'a' })).status;
  const askOnAll = () => Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const until = async (reached: () => Promise<boolean>) => {
    while (!(await reached())) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  test('are destroyed with errors for their requests, and readiness reports it', { tags: ['long'] }, async () => {
    const readiness = createReadinessCheck(service.store.database, async () => undefined);
    await readiness.start();
    expect(new Set(await askOnAll())).toEqual(new Set([200]));
    proxy.freezeOpenConnections();
    const waiting = askOnAll();
    await until(async () => (await readiness.check()).status === 'not ready');
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
    await until(async () => (await askOnAll()).every((status) => status === 200));
  });

  test('do not include one with a long statement of an import', { tags: ['long'] }, async () => {
    await service.store.database.transaction(async (session) => {
      expect(await session.query('select pg_sleep(4)::text')).toEqual([['']]);
    });
  });
});

describe.runIf(inject('postgresUrl'))('a service whose database server is unresponsive', () => {
  test.each(['idle', 'at work'])('stops on request, %s', { tags: ['long'] }, async (state) => {
    const opened = await openTestDatabase('postgres');
    await opened.database.close();
    const proxy = await startFreezableTcpProxy(Number(new URL(opened.url ?? '').port));
    const url = Object.assign(new URL(opened.url ?? ''), { port: `${proxy.port}` }).href;
    const running = await startTestService('unused', ['--database', url]);
    const request = () => fetch(`${running.url}/api/device/get?apiKey=x`, { method: 'POST', body: '{}' });
    while ((await request()).status !== 401) await new Promise((resolve) => setTimeout(resolve, 50));
    proxy.setNewConnectionsFrozen(true);
    proxy.freezeOpenConnections();
    const asked = state === 'idle' ? [] : Array.from({ length: CONNECTIONS }, () => request().catch(() => undefined));
    while (state !== 'idle' && (await fetch(`${running.url}/readyz`)).status === 200);
    await running.stop();
    await Promise.all(asked);
    await proxy.close();
    await opened.remove();
  });
});
