import { setTimeout as wait } from 'node:timers/promises';
import { createDocumentImport, runImport } from '#server/importing/runImport.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import type { SqlStage } from '#server/store/sql/pipelineSql.ts';
import { Store } from '#server/store/store.ts';
import {
  BENCH_PROJECT,
  BENCH_ROUNDS,
  type BenchFigures,
  computeRoundedMedian,
  computeRoundedRatio,
  measureMedian,
  measureTime,
  roundToTenth,
  startBenchServer,
} from './benchMeasure.ts';
import { generateBenchDocuments } from './benchPages.ts';

const FEW = 100_000;

const EXPORT_PAGE = 1000;

const BY_DEVICE: SqlStage = {
  type: 'group',
  condition: { deviceID: '$deviceID' },
  fields: { count: { $count: {} }, mean: { $avg: '$temperature' }, last: { $max: '$n' } },
};

/** Hand-written SQL for the same groups, valid for documents without irregular values. */
const BARE_STATEMENT = `select json_agg(g) from (select body -> 'deviceID' as device, count(*) as count,
    avg((body -> 'temperature')::numeric) as mean, max((body -> 'n')::numeric) as last
  from document where project = $1 and collection = $2 group by 1 order by min(seq) limit 20) g`;

export async function measureGroups(database: ServiceDatabase, count: number): Promise<BenchFigures> {
  const target = { project: BENCH_PROJECT, collection: 'few' };
  await runImport(database, createDocumentImport(database, target, generateBenchDocuments(FEW)));
  const store = new Store(database);
  const group = (collection: string, ...stages: SqlStage[]) =>
    store.documents.readRequestedPage({ project: BENCH_PROJECT, collection, stages, page: 1 });
  // alternating, so that both run under the same machine load
  const times: { own: number[]; bare: number[] } = { own: [], bare: [] };
  for (let round = 0; round < BENCH_ROUNDS; round++) {
    times.bare.push(await measureTime(() => database.queryJsonRow(BARE_STATEMENT, [BENCH_PROJECT, 'logs'])));
    times.own.push(await measureTime(() => group('logs', BY_DEVICE)));
  }
  const [own, bare] = [computeRoundedMedian(times.own), computeRoundedMedian(times.bare)];
  const $dateTrunc = { date: '$n', unit: 'hour' as const, timezone: 'Europe/Zurich' };
  const hour: SqlStage = {
    ...BY_DEVICE,
    condition: { hour: { $dateTrunc } },
    fields: { mean: { $avg: '$temperature' } },
  };
  const last: SqlStage = { ...BY_DEVICE, fields: { ...BY_DEVICE.fields, last: { $last: '$n' } } };
  const sort: SqlStage = { type: 'sort', specs: { count: -1 } };
  const all = count.toLocaleString('en');
  return {
    [`group of ${all} by device: count, mean, greatest, ms`]: own,
    'the bare statement, ms': bare,
    'group / bare statement': computeRoundedRatio(own, bare),
    [`group of ${FEW.toLocaleString('en')}, ms`]: await measureMedian(() => group('few', BY_DEVICE)),
    [`group of ${all}: count, mean, last, ms`]: await measureMedian(() => group('logs', last)),
    [`group of ${all} by hour: mean, ms`]: await measureMedian(() => group('logs', hour)),
    [`group of ${all} by device, sorted by count, ms`]: await measureMedian(() => group('logs', BY_DEVICE, sort)),
    'count of a collection, ms': await measureMedian(() =>
      group('logs', { type: 'group', condition: null, fields: { count: { $count: {} } } }),
    ),
    ...(await measureOverHttp(database, count)),
  };
}

async function measureOverHttp(database: ServiceDatabase, count: number): Promise<BenchFigures> {
  const server = await startBenchServer(database, { trustProxy: true });
  const ask = async (caller: string, path: string, body: object) => {
    const headers = { authorization: 't', 'content-type': 'application/json', 'x-forwarded-for': caller };
    const address = `http://127.0.0.1:${server.port}/api${path}?apiKey=k`;
    return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  };
  const times: number[] = [];
  let grouping = true;
  const groups = (async () => {
    for (let round = 0; round < BENCH_ROUNDS; round++) {
      await ask('10.0.0.1', '/datastore/pipeline', { collection: 'logs', pipeline: [BY_DEVICE] });
    }
    grouping = false;
  })();
  while (grouping) {
    times.push(await measureTime(() => ask('10.0.0.2', '/device/get', { deviceID: 'D-1' })));
    await wait(20);
  }
  await groups;
  times.sort((one, other) => one - other);
  const at = (part: number) => Math.round(times[Math.ceil(part * times.length) - 1] ?? 0);
  const exporting = await measureTime(async () => {
    for (let nPage = 1; nPage <= Math.ceil(count / EXPORT_PAGE); nPage++) {
      const text = await ask('10.0.0.1', '/datastore/pipeline', { collection: 'logs', nPage, pageSize: EXPORT_PAGE });
      const { documents } = JSON.parse(text) as { documents: unknown[] };
      // the NDJSON that the console writes
      documents.map((document) => JSON.stringify(document)).join('\n');
    }
  });
  await server.stop();
  return {
    'one device beside one group after another: p50 / p99 ms': `${at(0.5)} / ${at(0.99)}`,
    [`export of all in pages of ${EXPORT_PAGE.toLocaleString('en')}, s`]: roundToTenth(exporting / 1000),
  };
}
