/** @module-tag long */

import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { TEST_FLEET, TEST_FLEET_ONLINE_IDS } from '#server/testing/testFleet.ts';
import { openTestDatabase, TEST_KEY, TEST_TOKEN, TestService } from '#server/testing/testService.ts';

describe.runIf(inject('citusUrls').length > 0)('on a cluster', () => {
  const service = new TestService('citus');
  const processes: ChildProcess[] = [];
  let addresses: string[] = [];

  beforeAll(async () => {
    const { database, url = '', remove } = await openTestDatabase('citus');
    await service.openOn(database, remove);
    await service.storeDevices(TEST_FLEET, TEST_FLEET_ONLINE_IDS);
    for (const collection of ['logs', 'tasks', 'history', 'sensors']) {
      await service.storeDocuments(
        collection,
        Array.from({ length: 3000 }, (_, n) => ({ documentID: `d${n}`, n, site: n % 2 })),
      );
    }
    addresses = await Promise.all([start(processes, url), start(processes, url)]);
  });
  afterAll(async () => {
    await Promise.all(processes.map(stopped));
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
    await spread.storeDocuments(
      'large',
      Array.from({ length: 2000 }, (_, n) => ({ documentID: `d${n}`, n })),
    );
    const { database } = spread.store;
    const places = await database.query(
      `select nodeport, sum(result::int) > 500 from run_command_on_shards('document', 'select count(*) from %s')
       join pg_dist_shard_placement using (shardid) group by 1`,
    );
    expect(places.map(([, some]) => some)).toEqual(['t', 't']);
    const { body } = await spread.callOperation('/datastore/pipeline', { collection: 'large', nPage: 100 });
    expect(body).toMatchObject({
      nDocuments: 20,
      documents: expect.arrayContaining([{ documentID: 'd1999', n: 1999 }]),
    });
  });

  test('rejects an existing ID', async () => {
    const again = service.storeDocuments('logs', [{ documentID: 'fresh' }, { documentID: 'd7' }]);
    await expect(again).rejects.toMatchObject({ sqlState: '23505' });
    await expect(service.storeDevices(TEST_FLEET)).rejects.toMatchObject({ sqlState: '23505' });
    const { body } = await service.callOperation('/datastore/pipeline', {
      collection: 'logs',
      index: { documentID: 'fresh' },
    });
    expect(body).toMatchObject({ nDocuments: 0 });
  });

  test.each<[string, unknown]>([
    ['/devices/get', {}],
    ['/devices/get', { type: 'paired', filter: 'offline' }],
    ['/device/get', { deviceID: 'DRONE-1' }],
    ['/device/get', { deviceID: 'nobody' }],
    ['/datastore/pipeline', { collection: 'logs', nPage: 150 }],
    ['/datastore/pipeline', { collection: 'tasks', pipeline: [{ type: 'match', filter: { site: 1 } }], nPage: 75 }],
    ['/datastore/pipeline', { collection: 'history', pipeline: [{ type: 'sort', specs: { n: -1 } }] }],
    ['/datastore/pipeline', { collection: 'sensors', index: { documentID: 'd77' } }],
  ])('two services on one database give the same response to %s %j', async (path, body) => {
    const answers = await Promise.all(addresses.map((address) => ask(address, path, body)));
    const own = await service.callOperation(path, body);
    expect(answers).toEqual([own.text, own.text]);
  });

  test('data stored through one service is available in the other at once', async () => {
    await service.storeDocuments('logs', [{ documentID: 'new' }]);
    const body = { collection: 'logs', nPage: 151 };
    for (const address of addresses) expect(await ask(address, '/datastore/pipeline', body)).toContain('"new"');
  });
});

async function start(processes: ChildProcess[], database: string): Promise<string> {
  const args = [
    '--import',
    'tsx',
    'src/server/cli/main.ts',
    'serve',
    '--port',
    '0',
    '--log',
    'nothing',
    '--database',
    database,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  let out = '';
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error('The service ended.')));
    child.stdout.on('data', async (data) => {
      out += data;
      const address = /http:\/\/\S+/.exec(out)?.[0];
      if (!address) return;
      while (!(await fetch(`${address}/readyz`)).ok) await new Promise((later) => setTimeout(later, 50));
      resolve(address);
    });
  });
}

function stopped(child: ChildProcess): Promise<unknown> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return exit;
}

async function ask(address: string, path: string, body: unknown): Promise<string> {
  const headers = { authorization: TEST_TOKEN, 'content-type': 'application/json' };
  const response = await fetch(`${address}/api${path}?apiKey=${TEST_KEY}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.text();
}
