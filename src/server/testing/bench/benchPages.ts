import { createApp, type ServiceApp } from '#server/http/app.ts';
import { TestControl } from '#server/http/testControl.ts';
import type { RawRecord } from '#server/importing/rawRecord.ts';
import { FailedSignInLimiter } from '#server/operations/authentication.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import type { SqlStage } from '#server/store/sql/pipelineSql.ts';
import { Store } from '#server/store/store.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import {
  BENCH_PROJECT,
  BENCH_ROUNDS,
  type BenchFigures,
  computeRoundedMedian,
  computeRoundedRatio,
  measureMedian,
  measureTime,
  roundToTenth,
} from './benchMeasure.ts';

export async function measureDocumentPages(database: ServiceDatabase, count: number): Promise<BenchFigures> {
  const last = Math.floor(count / 20);
  const page = async (store: Store, nPage: number, filter?: unknown) => {
    const stages = filter === undefined ? [] : [{ type: 'match' as const, filter }];
    return measureTime(() =>
      store.documents.readRequestedPage({ project: BENCH_PROJECT, collection: 'logs', stages, page: nPage }),
    );
  };
  const several = async (nPage: number, filter?: unknown) => {
    const store = new Store(database);
    const times: number[] = [];
    for (let round = 0; round < BENCH_ROUNDS; round++) times.push(await page(store, nPage, filter));
    return { first: roundToTenth(times[0] ?? 0), usual: computeRoundedMedian(times) };
  };
  const plain = { near: await several(1), far: await several(last) };
  const same = { near: await several(1, { site: 'A' }), far: await several(last, { site: 'A' }) };
  const lists = await measureLists(database, count);
  const stages = [{ type: 'sort' as const, specs: { temperature: -1 } }];
  const sorted = { project: BENCH_PROJECT, collection: 'logs', stages, page: 1 };
  return {
    'page 1 ms': plain.near.usual,
    [`page ${last.toLocaleString('en')} / page 1`]: computeRoundedRatio(plain.far.usual, plain.near.usual),
    'match: page 1 ms': same.near.usual,
    'match: last page / page 1': computeRoundedRatio(same.far.usual, same.near.usual),
    'match: last page, asked for first ms': same.far.first,
    'match in half, first page ms': (await several(1, { even: true })).usual,
    'match in 1 of 400, first page ms': (await several(1, { temperature: 25 })).usual,
    'match of one, first page ms': (await several(1, { n: count - 5 })).usual,
    'match of none, first page ms': (await several(1, { n: -1 })).usual,
    ...lists,
    'sort of all by one field, first page ms': roundToTenth(
      await measureTime(() => new Store(database).documents.readRequestedPage(sorted)),
    ),
  };
}

async function measureLists(database: ServiceDatabase, count: number): Promise<BenchFigures> {
  const dropped: SqlStage = { type: 'project', specs: { none: 0 } };
  const match = (filter: unknown): SqlStage => ({ type: 'match', filter });
  const measure = (page: number, ...stages: SqlStage[]) =>
    measureMedian(() =>
      new Store(database).documents.readRequestedPage({ project: BENCH_PROJECT, collection: 'logs', stages, page }),
    );
  const spread = (size: number) => Array.from({ length: size }, (_, at) => Math.floor((at * count) / size) + 3);
  const absent = (size: number) => Array.from({ length: size }, (_, at) => -1 - at);
  const scan = await measure(1, dropped, match({ n: -1 }));
  const figures: BenchFigures = { 'equality that looks at every document, ms': scan };
  for (const size of [10, 50, 100, 1000]) {
    figures[`$in of ${size} present, ms`] = await measure(1, match({ n: { $in: spread(size) } }));
    figures[`$in of ${size} absent, ms`] = await measure(1, match({ n: { $in: absent(size) } }));
    for (const [name, numbers] of Object.entries({ present: spread(size), absent: absent(size) })) {
      const found = match({ documentID: { $in: numbers.map((n) => `log-${n}`) } });
      figures[`documentID $in of ${size} ${name}, ms`] = await measure(1, found);
    }
    const walked = await measure(1, dropped, match({ n: { $in: absent(size) } }));
    figures[`$in of ${size} without an index / equality`] = computeRoundedRatio(walked, scan);
  }
  const chain = absent(32).map((n) => match({ n: { $ne: n } }));
  const chained = await measure(Math.floor(count / 20), ...chain);
  return { ...figures, '32 $ne on one field, last page / equality': computeRoundedRatio(chained, scan) };
}

export async function measureTestReset(database: ServiceDatabase): Promise<number> {
  const store = new Store(database);
  const control = new TestControl(store, new FailedSignInLimiter());
  const extend = (app: ServiceApp) => control.addRoutes(app);
  const app = createApp({ operate: createStoreOperationHandler({ store }), hostConfig: {}, extend });
  const tell = async (action: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await app.request(`/test/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`/test/${action} answered ${status}.`);
  };
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  const devices = numbers.map((n) => ({ ...TEST_FLEET[0], deviceID: `TEST-${n}` }));
  const times: number[] = [];
  for (let round = 0; round < BENCH_ROUNDS; round++) {
    await tell('project', { project: 'test', apiKey: 'test', token: 'test' });
    await tell('seed', { project: 'test', devices, documents: { logs: numbers.map((n) => ({ n })) } });
    times.push(await measureTime(() => tell('reset', {})));
  }
  return computeRoundedMedian(times);
}

export async function* generateBenchDocuments(count: number): AsyncGenerator<RawRecord[]> {
  for (let from = 0; from < count; from += 5000) {
    yield Array.from({ length: Math.min(5000, count - from) }, (_, at) => {
      const n = from + at;
      const values = { n, site: 'A', even: n % 2 === 0, temperature: (n * 7919) % 400, deviceID: `D-${n % 2000}` };
      return { line: n + 1, text: JSON.stringify({ documentID: `log-${n}`, ...values }) };
    });
  }
}
