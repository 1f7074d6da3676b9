import { createApp, type ServiceApp } from '#server/http/app.ts';
import { TestControl } from '#server/http/testControl.ts';
import type { RawRecord } from '#server/importing/rawRecord.ts';
import { FailedSignInLimiter } from '#server/operations/authentication.ts';
import { createStoreOperationHandler } from '#server/operations/operations.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import { Store } from '#server/store/store.ts';
import { TEST_FLEET } from '#server/testing/testFleet.ts';
import {
  BENCH_PROJECT,
  BENCH_ROUNDS,
  type BenchFigures,
  computeRoundedMedian,
  computeRoundedRatio,
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
    'sort of all by one field, first page ms': roundToTenth(
      await measureTime(() => new Store(database).documents.readRequestedPage(sorted)),
    ),
  };
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
