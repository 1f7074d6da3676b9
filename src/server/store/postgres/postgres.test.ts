import { describe, expect, inject, test, vi } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { createReadinessCheck } from '#server/http/readinessCheck.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import { migrateSchema } from '#server/store/sql/schema.ts';
import { Store } from '#server/store/store.ts';
import { runSqlOn } from '#server/testing/citus.ts';
import { runCommandAsProcess } from '#server/testing/commandLine.ts';
import { type PrivatePostgres, startPrivatePostgres } from '#server/testing/privatePostgres.ts';
import { openTestDatabase, TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';
import { openPostgres } from './postgres.ts';
import { ControlConnection, PostgresConnection } from './postgresConnection.ts';

const SLOW_VIEW = [
  'alter table document rename to hidden',
  'create view document as select hidden.* from hidden, pg_sleep(60)',
];

describe.runIf(inject('postgresUrl'))('PostgreSQL', () => {
  test('a statement that takes too long is canceled', async () => {
    const { service, close } = await slowService({ statementTimeout: 200 });
    const { status, body } = await service.callOperation('/datastore/pipeline', { collection: 'a' });
    const message = 'The query took longer than the service allows and was canceled.';
    expect({ status, body }).toEqual({ status: 504, body: { code: 'QUERY-TIMEOUT', message } });
    await close();
  });

  test('a query is canceled when its client disconnects', async () => {
    const { service, close } = await slowService({});
    const caller = new AbortController();
    const answer = service.request(`/api/datastore/pipeline?apiKey=${TEST_KEY}`, {
      method: 'POST',
      headers: { authorization: TEST_TOKEN, 'content-type': 'application/json' },
      body: '{"collection":"a"}',
      signal: caller.signal,
    });
    const { database } = service.store;
    await until(async () => (await running(database)) > 0);
    caller.abort();
    expect((await answer).status).toBe(499);
    expect(service.logEntries.at(-1)).toMatchObject({ status: 499, error: 'client disconnected' });
    await until(async () => (await running(database)) === 0);
    await close();
  });

  test('a late cancellation does not reach the next statement of the connection', async () => {
    const { database, remove } = await openTestDatabase('postgres');
    const caller = new AbortController();
    const order: string[] = [];
    let answered: Promise<unknown> = Promise.resolve();
    const send: (...args: unknown[]) => Promise<unknown> = PostgresConnection.prototype.query;
    vi.spyOn(PostgresConnection.prototype, 'query').mockImplementation(function (this: unknown, ...args: unknown[]) {
      const sent = send.apply(this, args);
      if (!JSON.stringify(args).includes('select 2')) return sent;
      answered = sent;
      caller.abort();
      return sent;
    });
    vi.spyOn(ControlConnection.prototype, 'query').mockImplementationOnce(async () => {
      await answered;
      await new Promise(setImmediate);
      order.push('canceled');
      return [];
    });
    await database.query('select 2', [], caller.signal);
    order.push('ended');
    expect(order).toEqual(['canceled', 'ended']);
    vi.restoreAllMocks();
    await database.close();
    await remove();
  });

  test('responds with busy when every connection is in use', async () => {
    const { service, close } = await slowService({ connections: 2, patience: 200, statementTimeout: 1500 });
    const ask = () => service.callOperation('/datastore/pipeline', { collection: 'a' });
    const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(503);
    for (const status of statuses) expect([503, 504]).toContain(status);
    const askWithoutToken = async () => {
      const path = `/api/datastore/pipeline?apiKey=${TEST_KEY}`;
      return (await service.request(path, { method: 'POST', body: '{}' })).status;
    };
    await expect.poll(askWithoutToken).toBe(401);
    await close();
  });

  test('waits for a server that is down at startup, and reconnects after an outage', async () => {
    const server = (await startPrivatePostgres()) as PrivatePostgres;
    await server.crash();
    const database = openPostgres({ url: server.url });
    const { app, readiness } = createReadinessApp(database);
    const status = async (path: string) =>
      (await app.request(path, { method: path.startsWith('/api') ? 'POST' : 'GET' })).status;
    await readiness.start();
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);
    expect(await status('/api/devices/get?apiKey=x')).toBe(503);

    await server.start();
    await until(async () => (await status('/readyz')) === 200);
    expect(await status('/api/devices/get?apiKey=x')).toBe(401);

    const lost = database.query('select pg_sleep(60)').catch((error: unknown) => error);
    await until(async () => (await running(database)) > 0);
    await server.crash();
    expect(await lost).toMatchObject({ fault: 'unavailable' });
    expect(await status('/api/devices/get?apiKey=x')).toBe(503);
    expect(await status('/readyz')).toBe(503);
    await server.start();
    await until(async () => (await status('/api/devices/get?apiKey=x')) === 401);
    await database.close();
    await server.stop();
  });
});

describe.runIf(inject('postgresUrl'))('a PostgreSQL server that denies access', () => {
  test('logs the reason once, without credentials, and readiness names the database', async () => {
    const { database: owner, url = '', remove } = await openTestDatabase('postgres');
    const role = `reader_${Math.random().toString(36).slice(2)}`;
    await owner.query('drop schema public cascade');
    await owner.query('create schema public');
    await owner.query(`create role ${role} login password 'secret'`);
    await owner.query(`grant usage on schema public to ${role}`);
    const asRole = Object.assign(new URL(url), { username: role, password: 'secret' }).href;
    const database = openPostgres({ url: asRole });
    const reasons: string[] = [];
    const { app, readiness } = createReadinessApp(database, (reason) => reasons.push(reason));
    await readiness.start();
    await readiness.start();
    expect(reasons).toEqual(['The database is not ready: permission denied for schema public (42501).']);
    const response = await app.request('/readyz');
    expect([response.status, await response.json()]).toEqual([503, { status: 'not ready', reason: 'database' }]);
    readiness.stop();
    await database.close();
    await owner.query(`alter role ${role} connection limit 0`);
    const refused = openPostgres({ url: asRole });
    await expect(refused.query('select 1', [])).rejects.toMatchObject({ fault: 'unavailable', sqlState: '53300' });
    await refused.close();
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
    await owner.close();
    await remove();
  });

  test('a database in SQL_ASCII is rejected at startup, by the service and by commands', {
    tags: ['long'],
  }, async () => {
    const server = inject('postgresUrl') ?? '';
    const name = `ascii_${Math.random().toString(36).slice(2)}`;
    await runSqlOn(server, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const refused = { code: 1, err: expect.stringContaining('The database has the encoding SQL_ASCII') };
    expect(await runCommandAsProcess(['project', 'create', 'p', '--database', url])).toMatchObject(refused);
    expect(await runCommandAsProcess(['serve', '--port', '0', '--database', url])).toMatchObject(refused);
    await runSqlOn(server, `drop database ${name} with (force)`);
  });
});

function createReadinessApp(database: ServiceDatabase, tell?: (reason: string) => void) {
  const readiness = createReadinessCheck(database, () => migrateSchema(database), tell);
  const operate = createStoreOperationHandler({ store: new Store(database), ready: () => readiness.prepared });
  return { readiness, app: createApp({ operate, hostConfig: {}, ready: () => readiness.check() }) };
}

async function slowService(options: Partial<Parameters<typeof openPostgres>[0]>) {
  const { database, url = '', remove } = await openTestDatabase('postgres');
  await database.close();
  const service = new TestService('postgres');
  await service.openOn(openPostgres({ url, ...options }), remove);
  await service.storeDocuments('a', [{}]);
  for (const statement of SLOW_VIEW) await service.store.database.query(statement);
  return { service, close: () => service.close() };
}

async function running(database: ServiceDatabase): Promise<number> {
  const [[count] = []] = await database.query(
    `select count(*) from pg_stat_activity
     where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`,
  );
  return Number(count);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}
