/** @module-tag long */

import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { type RunningService, sendToTestService, startTestService } from '#server/testing/startTestService.ts';
import { TEST_FLEET, TEST_FLEET_ONLINE_IDS } from '#server/testing/testFleet.ts';
import { openTestDatabase, TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';

describe.runIf(inject('citusUrls').length > 0)('on a cluster', () => {
  const service = new TestService('citus');
  let services: RunningService[] = [];

  beforeAll(async () => {
    const { database, url = '', remove } = await openTestDatabase('citus');
    await service.openOn(database, remove);
    await service.storeDevices(TEST_FLEET, TEST_FLEET_ONLINE_IDS);
    for (const collection of ['logs', 'tasks', 'history', 'sensors']) {
      const documents = Array.from({ length: 3000 }, (_, n) => ({ documentID: `d${n}`, n, site: n % 2 }));
      await service.storeDocuments(collection, documents);
    }
    services = await Promise.all([1, 2].map(() => startTestService('unused', ['--database', url])));
    const isReady = async () =>
      (await Promise.all(services.map(({ url }) => fetch(`${url}/readyz`)))).every(({ ok }) => ok);
    await vi.waitUntil(isReady, { timeout: 60_000 });
  });
  afterAll(async () => {
    await Promise.all(services.map(({ stop }) => stop()));
    await service.close();
  });

  test('the first start distributes the tables over both workers, and keeps each collection on one', async () => {
    const { database } = service.store;
    const places = await database.query(
      `select table_name::text, count(distinct nodeport) from citus_shards
       where citus_table_type = 'distributed' and nodeport <> (select nodeport from pg_dist_node where groupid = 0)
       group by 1 order by 1`,
    );
    expect(places).toEqual(['collection', 'device', 'document', 'page_mark'].map((table) => [table, '2']));
    const explained = await database.query(
      `explain select * from document where project = 'p' and collection = 'logs'`,
    );
    expect(explained.join('\n')).toContain('Task Count: 1');
  });

  test('one collection is distributed over both workers if the database is configured so', async () => {
    const spread = new TestService('spread');
    await spread.open();
    onTestFinished(() => spread.close());
    const documents = Array.from({ length: 2000 }, (_, n) => ({ documentID: `d${n}`, n }));
    await spread.storeDocuments('large', documents);
    const { database } = spread.store;
    const places = await database.query(
      `select nodeport, sum(result::int) > 500 from run_command_on_shards('document', 'select count(*) from %s')
       join pg_dist_shard_placement using (shardid) group by 1`,
    );
    expect(places.map(([, some]) => some)).toEqual(['t', 't']);
    const { text } = await spread.callOperation('/datastore/pipeline', { collection: 'large', nPage: 100 });
    expect(text).toContain('"nDocuments":20,');
    expect(text).toContain('"d1999"');
  });

  test('rejects an existing ID', async () => {
    const again = service.storeDocuments('logs', [{ documentID: 'fresh' }, { documentID: 'd7' }]);
    await expect(again).rejects.toMatchObject({ sqlState: '23505' });
    await expect(service.storeDevices(TEST_FLEET)).rejects.toMatchObject({ sqlState: '23505' });
    const body = { collection: 'logs', index: { documentID: 'fresh' } };
    expect((await service.callOperation('/datastore/pipeline', body)).body).toMatchObject({ nDocuments: 0 });
  });

  test.each<[string, object]>([
    ['/devices/get', {}],
    ['/devices/get', { type: 'paired', filter: 'offline' }],
    ['/device/get', { deviceID: 'DRONE-1' }],
    ['/device/get', { deviceID: 'nobody' }],
    ['/datastore/pipeline', { collection: 'logs', nPage: 150 }],
    ['/datastore/pipeline', { collection: 'tasks', pipeline: [{ type: 'match', filter: { site: 1 } }], nPage: 75 }],
    ['/datastore/pipeline', { collection: 'history', pipeline: [{ type: 'sort', specs: { n: -1 } }] }],
    ['/datastore/pipeline', { collection: 'sensors', index: { documentID: 'd77' } }],
  ])('two services on one database give the same response to %s %j', async (path, body) => {
    const answers = await Promise.all(services.map(({ url }) => ask(url, path, body)));
    const own = await service.callOperation(path, body);
    expect(answers).toEqual([own.text, own.text]);
  });

  test('data stored through one service is available in the other at once', async () => {
    await service.storeDocuments('logs', [{ documentID: 'new' }]);
    const body = { collection: 'logs', nPage: 151 };
    for (const { url } of services) expect(await ask(url, '/datastore/pipeline', body)).toContain('"new"');
  });
});

async function ask(url: string, path: string, body: object): Promise<string> {
  return (await sendToTestService(url, { key: TEST_KEY, token: TEST_TOKEN }, path, body)).text();
}
