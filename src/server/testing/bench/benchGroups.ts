import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceDatabase } from '#server/store/database.ts';
import type { SqlStage } from '#server/store/sql/pipelineSql.ts';
import { Store } from '#server/store/store.ts';
import {
  BENCH_PROJECT,
  BENCH_ROUNDS,
  type BenchFigures,
  computePercentiles,
  computeRoundedMedian,
  computeRoundedRatio,
  measureMedian,
  measureTime,
  roundToTenth,
  sendBenchRequest,
  startBenchServer,
} from './benchMeasure.ts';

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
  const store = new Store(database);
  const group = (stage: SqlStage) =>
    store.documents.readRequestedPage({ project: BENCH_PROJECT, collection: 'logs', stages: [stage], page: 1 });
  // alternating, so that both run under the same machine load
  const times: { own: number[]; bare: number[] } = { own: [], bare: [] };
  for (let round = 0; round < BENCH_ROUNDS; round++) {
    times.bare.push(await measureTime(() => database.queryJsonRow(BARE_STATEMENT, [BENCH_PROJECT, 'logs'])));
    times.own.push(await measureTime(() => group(BY_DEVICE)));
  }
  const [own, bare] = [computeRoundedMedian(times.own), computeRoundedMedian(times.bare)];
  const $dateTrunc = { date: '$n', unit: 'hour' as const, timezone: 'Europe/Zurich' };
  const hour: SqlStage = {
    ...BY_DEVICE,
    condition: { hour: { $dateTrunc } },
    fields: { mean: { $avg: '$temperature' } },
  };
  const all = count.toLocaleString('en');
  return {
    [`group of ${all} by device: count, mean, greatest, ms`]: own,
    'the bare statement, ms': bare,
    'group / bare statement': computeRoundedRatio(own, bare),
    [`group of ${all} by hour: mean, ms`]: await measureMedian(() => group(hour)),
    ...(await measureOverHttp(database, count)),
  };
}

async function measureOverHttp(database: ServiceDatabase, count: number): Promise<BenchFigures> {
  const server = await startBenchServer(database, { trustProxy: true });
  const ask = (caller: string, path: string, body: object) =>
    sendBenchRequest(server.url, path, JSON.stringify(body), { 'x-forwarded-for': caller });
  const times: number[] = [];
  let grouping = true;
  const groups = (async () => {
    for (let round = 0; round < BENCH_ROUNDS; round++) {
      await ask('10.0.0.1', '/datastore/pipeline', { collection: 'logs', pipeline: [BY_DEVICE] });
    }
    grouping = false;
  })();
  while (grouping) {
    times.push((await ask('10.0.0.2', '/device/get', { deviceID: 'D-1' })).ms);
    await wait(20);
  }
  await groups;
  const exporting = await measureTime(async () => {
    for (let nPage = 1; nPage <= Math.ceil(count / EXPORT_PAGE); nPage++) {
      const { text } = await ask('10.0.0.1', '/datastore/pipeline', {
        collection: 'logs',
        nPage,
        pageSize: EXPORT_PAGE,
      });
      const { documents } = JSON.parse(text) as { documents: unknown[] };
      // the NDJSON that the console writes
      documents.map((document) => JSON.stringify(document)).join('\n');
    }
  });
  await server.stop();
  return {
    'one device beside one group after another: p50 / p99 ms': computePercentiles(times).join(' / '),
    [`export of all in pages of ${EXPORT_PAGE.toLocaleString('en')}, s`]: roundToTenth(exporting / 1000),
  };
}
