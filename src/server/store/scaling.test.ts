import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { FLEET, ONLINE } from '#server/testing/fleet.ts';
import { KEY, openDatabase, TestService, TOKEN } from '#server/testing/service.ts';

describe.runIf(inject('postgresUrl'))('past one machine', () => {
  const service = new TestService('spread');
  const processes: ChildProcess[] = [];
  let addresses: string[] = [];

  beforeAll(async () => {
    const { database, url = '', remove } = await openDatabase('spread');
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

  test('documents lie on both servers, a collection whole on one', async () => {
    const rows = await service.store.database.query(
      'select tableoid::regclass::text, count(distinct collection), count(*) from document group by 1 order by 1',
    );
    expect(rows.map(([part]) => part)).toEqual(['document_0', 'document_1']);
    expect(rows.reduce((sum, [, collections]) => sum + Number(collections), 0)).toBe(4);
    expect(rows.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(12_000);
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
