import { createApp, type Service } from '#server/http/app.ts';
import { TestControl } from '#server/http/testControl.ts';
import type { FileRecord } from '#server/importing/fileRecord.ts';
import { Attempts } from '#server/operations/authentication.ts';
import { storeOperations } from '#server/operations/operations.ts';
import type { Database } from '#server/store/database.ts';
import { Store } from '#server/store/store.ts';
import { FLEET } from '#server/testing/fleet.ts';
import { type Figures, median, PROJECT, ROUNDS, ratio, round1, timed } from './benchMeasure.ts';

/** Pages of a collection of so many documents, near and far, with and without a match, and a sort of all of them. */
export async function pages(database: Database, count: number): Promise<Figures> {
  const last = Math.floor(count / 20);
  const page = async (store: Store, nPage: number, filter?: unknown) => {
    const stages = filter === undefined ? [] : [{ type: 'match' as const, filter }];
    return timed(() => store.documents.page({ project: PROJECT, collection: 'logs', stages, page: nPage }));
  };
  const several = async (nPage: number, filter?: unknown) => {
    const store = new Store(database);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await page(store, nPage, filter));
    return { first: round1(times[0] ?? 0), usual: median(times) };
  };
  const plain = { near: await several(1), far: await several(last) };
  const same = { near: await several(1, { site: 'A' }), far: await several(last, { site: 'A' }) };
  const stages = [{ type: 'sort' as const, specs: { temperature: -1 } }];
  const sorted = { project: PROJECT, collection: 'logs', stages, page: 1 };
  return {
    'page 1 ms': plain.near.usual,
    [`page ${last.toLocaleString('en')} / page 1`]: ratio(plain.far.usual, plain.near.usual),
    'match: page 1 ms': same.near.usual,
    'match: last page / page 1': ratio(same.far.usual, same.near.usual),
    'match: last page, asked for first ms': same.far.first,
    'match in half, first page ms': (await several(1, { even: true })).usual,
    'match in 1 of 400, first page ms': (await several(1, { temperature: 25 })).usual,
    'match of one, first page ms': (await several(1, { n: count - 5 })).usual,
    'match of none, first page ms': (await several(1, { n: -1 })).usual,
    'sort of all by one field, first page ms': round1(await timed(() => new Store(database).documents.page(sorted))),
  };
}

/** What it takes to undo a test's project of 1,000 devices and as many documents. */
export async function testReset(database: Database): Promise<number> {
  const store = new Store(database);
  const control = new TestControl(store, new Attempts());
  const extend = (app: Service) => control.addTo(app);
  const app = createApp({ operate: storeOperations({ store }), hostConfig: {}, extend });
  const tell = async (action: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await app.request(`/test/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`/test/${action} answered ${status}.`);
  };
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  const devices = numbers.map((n) => ({ ...FLEET[0], deviceID: `TEST-${n}` }));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await tell('project', { project: 'test', apiKey: 'test', token: 'test' });
    await tell('seed', { project: 'test', devices, documents: { logs: numbers.map((n) => ({ n })) } });
    times.push(await timed(() => tell('reset', {})));
  }
  return median(times);
}

/** Documents of six fields, each the same whenever they are made. */
export async function* documents(count: number): AsyncGenerator<FileRecord[]> {
  for (let from = 0; from < count; from += 5000) {
    yield Array.from({ length: Math.min(5000, count - from) }, (_, at) => {
      const n = from + at;
      const body = {
        documentID: `log-${n}`,
        n,
        site: 'A',
        even: n % 2 === 0,
        temperature: (n * 7919) % 400,
        deviceID: `D-${n % 2000}`,
      };
      return { line: n + 1, text: JSON.stringify(body) };
    });
  }
}
