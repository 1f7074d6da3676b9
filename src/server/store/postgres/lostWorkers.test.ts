/** @module-tag long */

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DatabaseError } from '#server/store/database.ts';
import { migrateSchema } from '#server/store/sql/schema.ts';
import { CollectionWriter } from '#server/store/transfer/bulkWriters.ts';
import { CITUS_SETTINGS, joinCluster, runSqlOn } from '#server/testing/citus.ts';
import { type PrivatePostgres, startPrivatePostgres } from '#server/testing/privatePostgres.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import { TEST_PROJECT, TestService } from '#server/testing/testService.ts';
import { openPostgres } from './postgres.ts';

const SPREAD = [
  ['collections whole', []],
  ['collections spread by document', [`alter database postgres set fleetlens.spread = 'documents'`]],
] as const;

describe.runIf(inject('citusUrls').length > 0).each(SPREAD)('a cluster that loses a worker, %s', (_, settings) => {
  const servers: PrivatePostgres[] = [];
  let service: TestService;

  beforeAll(async () => {
    const started = await Promise.all([1, 2, 3].map(() => startPrivatePostgres(CITUS_SETTINGS)));
    servers.push(...started.flatMap((server) => server ?? []));
    await joinCluster(servers.map(({ url }) => url));
    for (const setting of settings) await runSqlOn(servers[0]?.url ?? '', setting);
    const database = openPostgres({ url: servers[0]?.url ?? '' });
    await migrateSchema(database);
    service = new TestService('citus');
    await service.openOn(database, async () => undefined);
  });
  afterAll(async () => {
    await service.close();
    await Promise.all(servers.map((server) => server.stop()));
  });

  const workers = () => servers.slice(1);
  const crash = () => Promise.all(workers().map((worker) => worker.crash()));
  const restart = () => Promise.all(workers().map((worker) => worker.start()));
  const counts = async (collection: string) => {
    const { database } = service.store;
    const [[said] = []] = await database.query('select documents from collection where name = $1', [collection]);
    const [[stored] = []] = await database.query('select count(*) from document where collection = $1', [collection]);
    return [Number(said ?? 0), Number(stored)];
  };

  test('stores nothing of an interrupted import, and repeats it once the worker is back', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => ({ n }));
    const { database } = service.store;
    const torn = database.transaction(async (session) => {
      const writer = await CollectionWriter.open(session, TEST_PROJECT, 'torn');
      const loaded = many.map((fields) => ({ text: JSON.stringify(fields), fields }));
      await writer.writeDocuments(loaded);
      await crash();
      await writer.writeDocuments(loaded);
      await writer.close();
    });
    await expect(torn).rejects.toBeInstanceOf(DatabaseError);
    const answer = await service.callOperation('/datastore/pipeline', { collection: 'torn' });
    expect(answer).toMatchObject({ status: 503, body: { code: 'SERVER-UNAVAILABLE' } });
    await restart();
    expect(await counts('torn')).toEqual([0, 0]);
    await again(() => service.storeDocuments('torn', many));
    expect(await counts('torn')).toEqual([5000, 5000]);
  });

  test('stores an import entirely or not at all if interrupted during the commit', async () => {
    for (let round = 0; round < 4; round++) {
      const collection = `round${round}`;
      const documents = Array.from({ length: 2000 }, (_, n) => ({ n }));
      const stored = service.storeDocuments(collection, documents).then(
        () => true,
        () => false,
      );
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
      await crash();
      const acknowledged = await stored;
      await restart();
      // the coordinator settles prepared transactions of a worker once it can reach it
      const settled = async () => {
        const [said, found] = await counts(collection);
        return said === found && (found === 2000 || (found === 0 && !acknowledged));
      };
      while (!(await settled())) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  test('returns a complete list, or fails', async () => {
    const devices = Array.from({ length: 30_000 }, (_, n) => ({ ...TEST_FLEET[0], deviceID: `D${n}` }));
    await again(() => service.storeDevices(devices));
    const list = () => service.callOperation('/devices/get', {});
    const asked = list().then(
      ({ status, body }) => status === 503 || (body as { devices: unknown[] }).devices.length === 30_000,
      () => true,
    );
    await crash();
    expect(await asked).toBe(true);
    expect((await list()).status).toBe(503);
    await restart();
    let back = await list();
    while (back.status === 503) back = await list();
    expect(JSON.parse(back.text).devices).toHaveLength(30_000);
  });
});

/** Retries, because a session may notice only at its next statement that its worker was lost. */
async function again(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const failure = await work().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return;
    expect(failure).toMatchObject({ fault: 'unavailable' });
  }
}
