import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { CITUS_SETTINGS, joinCluster, runOn } from '#server/testing/citus.ts';
import { FLEET, ONLINE } from '#server/testing/fleet.ts';
import { type PrivatePostgres, startPrivatePostgres } from '#server/testing/privatePostgres.ts';
import { KEY, openDatabase, PROJECT, TestService, TOKEN } from '#server/testing/service.ts';
import { CollectionLoader } from './collectionLoader.ts';
import { DatabaseError } from './database.ts';
import { openPostgres } from './postgres.ts';
import { migrate } from './schema.ts';

describe.runIf(inject('citusUrls').length > 0)('past one machine', () => {
  const service = new TestService('citus');
  const processes: ChildProcess[] = [];
  let addresses: string[] = [];

  beforeAll(async () => {
    const { database, url = '', remove } = await openDatabase('citus');
    await service.openOn(database, remove);
    await service.devices(FLEET, ONLINE);
    for (const collection of ['logs', 'tasks', 'history', 'sensors']) {
      await service.documents(
        collection,
        Array.from({ length: 3000 }, (_, n) => ({ documentID: `d${n}`, n, site: n % 2 })),
      );
    }
    addresses = await Promise.all([start(processes, url), start(processes, url)]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(processes.map(stopped));
    await service.close();
  });

  test('the first start has spread the tables over both workers, a collection whole on one', async () => {
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

  test('one collection is spread over both workers where the database says so', async () => {
    const spread = new TestService('spread');
    await spread.open();
    onTestFinished(() => spread.close());
    await spread.documents(
      'large',
      Array.from({ length: 2000 }, (_, n) => ({ documentID: `d${n}`, n })),
    );
    const { database } = spread.store;
    const places = await database.query(
      `select nodeport, sum(result::int) > 500 from run_command_on_shards('document', 'select count(*) from %s')
       join pg_dist_shard_placement using (shardid) group by 1`,
    );
    expect(places.map(([, some]) => some)).toEqual(['t', 't']);
    const { body } = await spread.call('/datastore/pipeline', { collection: 'large', nPage: 100 });
    expect(body).toMatchObject({
      nDocuments: 20,
      documents: expect.arrayContaining([{ documentID: 'd1999', n: 1999 }]),
    });
  });

  test('an ID that is there already is known as such', async () => {
    const again = service.documents('logs', [{ documentID: 'fresh' }, { documentID: 'd7' }]);
    await expect(again).rejects.toMatchObject({ sqlState: '23505' });
    await expect(service.devices(FLEET)).rejects.toMatchObject({ sqlState: '23505' });
    const { body } = await service.call('/datastore/pipeline', { collection: 'logs', index: { documentID: 'fresh' } });
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
  ])('two services on one database answer %s %j alike', async (path, body) => {
    const answers = await Promise.all(addresses.map((address) => ask(address, path, body)));
    const own = await service.call(path, body);
    expect(answers).toEqual([own.text, own.text]);
  });

  test('what is stored through one is there for the other at once', async () => {
    await service.documents('logs', [{ documentID: 'new' }]);
    const body = { collection: 'logs', nPage: 151 };
    for (const address of addresses) expect(await ask(address, '/datastore/pipeline', body)).toContain('"new"');
  });
});

const SPREAD = [
  ['collections whole', []],
  ['collections spread by document', [`alter database postgres set fleetlens.spread = 'documents'`]],
] as const;

describe.runIf(inject('citusUrls').length > 0).each(SPREAD)('a cluster whose worker goes, %s', (_, settings) => {
  const servers: PrivatePostgres[] = [];
  let service: TestService;

  beforeAll(async () => {
    const started = await Promise.all([1, 2, 3].map(() => startPrivatePostgres(CITUS_SETTINGS)));
    servers.push(...started.flatMap((server) => server ?? []));
    await joinCluster(servers.map(({ url }) => url));
    for (const setting of settings) await runOn(servers[0]?.url ?? '', setting);
    const database = openPostgres({ url: servers[0]?.url ?? '' });
    await migrate(database);
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

  test('an import in the middle stores nothing, and goes through once the worker is back', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => ({ n }));
    const { database } = service.store;
    const torn = database.transaction(async (session) => {
      const loader = await CollectionLoader.open(session, PROJECT, 'torn');
      await loader.load(many.map((fields) => ({ text: JSON.stringify(fields), fields })));
      await crash();
      await loader.load(many.map((fields) => ({ text: JSON.stringify(fields), fields })));
      await loader.close();
    });
    await expect(torn).rejects.toBeInstanceOf(DatabaseError);
    const { status, body } = await service.call('/datastore/pipeline', { collection: 'torn' });
    expect({ status, body }).toEqual({
      status: 503,
      body: { code: 'SERVER-UNAVAILABLE', message: 'The service is temporarily unavailable.' },
    });
    await restart();
    expect(await counts('torn')).toEqual([0, 0]);
    await again(() => service.documents('torn', many));
    expect(await counts('torn')).toEqual([5000, 5000]);
  });

  test('an import that is being committed is whole or not there', async () => {
    for (let round = 0; round < 4; round++) {
      const collection = `round${round}`;
      const documents = Array.from({ length: 2000 }, (_, n) => ({ n }));
      const stored = service.documents(collection, documents).then(
        () => true,
        () => false,
      );
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
      await crash();
      const acknowledged = await stored;
      await restart();
      // what was prepared on a worker is settled by the coordinator once it can reach it
      const settled = async () => {
        const [said, found] = await counts(collection);
        return said === found && (found === 2000 || (found === 0 && !acknowledged));
      };
      while (!(await settled())) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  test('a list is whole, or does not end as one', async () => {
    const devices = Array.from({ length: 30_000 }, (_, n) => ({ ...FLEET[0], deviceID: `D${n}`, registeredAt: n }));
    await again(() => service.devices(devices));
    const list = () =>
      service
        .request(`/api/devices/get?apiKey=${KEY}`, { method: 'POST', headers: { authorization: TOKEN } })
        .then(async (response) => ({ status: response.status, text: await response.text() }));
    const asked = list().then(
      ({ status, text }) => status === 503 || JSON.parse(text).devices.length === 30_000,
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

/** A session may find out at its next statement that its worker was away: it is told to come again, and then served. */
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
  const headers = { authorization: TOKEN, 'content-type': 'application/json' };
  const response = await fetch(`${address}/api${path}?apiKey=${KEY}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.text();
}
