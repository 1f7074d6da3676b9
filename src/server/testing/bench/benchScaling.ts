import { randomUUID } from 'node:crypto';
import { createDocumentImport, runImport } from '#server/importing/runImport.ts';
import { openPostgres } from '#server/store/postgres/postgres.ts';
import type { SqlStage } from '#server/store/sql/pipelineSql.ts';
import { migrateSchema } from '#server/store/sql/schema.ts';
import { Store } from '#server/store/store.ts';
import { CITUS_SETTINGS, joinCluster, runSqlOn } from '#server/testing/citus.ts';
import { isCitusInstalled, type PrivatePostgres, startPrivatePostgres } from '#server/testing/privatePostgres.ts';
import {
  BENCH_PROJECT,
  type BenchFigures,
  measureMedian,
  measureTime,
  printFigures,
  printProgress,
  roundToTenth,
  saveBenchProject,
} from './benchMeasure.ts';
import { generateBenchDocuments } from './benchPages.ts';

const COLLECTIONS = ['logs', 'history'];
const DOCUMENTS = 100_000;
const ROUNDS = 9;

export async function measureClusterScaling(): Promise<Record<string, BenchFigures>> {
  if (!isCitusInstalled()) return {};
  // the default number of shards, as in a cluster that will grow
  const settings = [...CITUS_SETTINGS.filter((setting) => !setting.includes('shard_count')), 'shared_buffers=256MB'];
  const servers = (await Promise.all([1, 2, 3].map(() => startPrivatePostgres(settings)))).flatMap((one) => one ?? []);
  try {
    const results: Record<string, BenchFigures> = {};
    for (const [name, some, spread] of [
      ['one server', servers.slice(0, 1), 'whole'],
      ['Citus on three, by collection', servers, 'whole'],
      ['Citus on three, by document', servers, 'documents'],
    ] as const) {
      console.log(`\n${name}`);
      results[name] = printFigures(await measureOn(some, spread));
    }
    return results;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureOn(servers: readonly PrivatePostgres[], spread: string): Promise<BenchFigures> {
  printProgress(`${servers.length} servers, ${spread}`);
  const name = `b_${randomUUID().replaceAll('-', '')}`;
  const urls = servers.map(({ url }) => Object.assign(new URL(url), { pathname: `/${name}` }).href);
  for (const { url } of servers) await runSqlOn(url, `create database ${name}`);
  await runSqlOn(servers[0]?.url ?? '', `alter database ${name} set fleetlens.spread = '${spread}'`);
  if (urls.length > 1) await joinCluster(urls);
  const database = openPostgres({ url: urls[0] ?? '', statementTimeout: 0 });
  await migrateSchema(database);
  await saveBenchProject(database);
  const load = (collection: string) =>
    runImport(
      database,
      createDocumentImport(database, { project: BENCH_PROJECT, collection }, generateBenchDocuments(DOCUMENTS)),
    );
  const ms = await measureTime(async () => {
    for (const collection of COLLECTIONS) await load(collection);
  });
  const store = new Store(database);
  const page = (number: number, ...stages: SqlStage[]) =>
    measureMedian((round) => {
      const collection = COLLECTIONS[round % COLLECTIONS.length] ?? '';
      return store.documents.readRequestedPage({ project: BENCH_PROJECT, collection, page: number, stages });
    }, ROUNDS);
  const last = DOCUMENTS / 20;
  const figures = {
    'import, documents/s': Math.round((1000 * COLLECTIONS.length * DOCUMENTS) / ms),
    'page 1 ms': await page(1),
    [`page ${last} ms`]: await page(last),
    'match in 1 of 400, page 1 ms': await page(1, { type: 'match', filter: { temperature: 25 } }),
    [`match in every document, page ${last} ms`]: await page(last, { type: 'match', filter: { site: 'A' } }),
    'sort of 100,000, page 1 ms': await page(1, { type: 'sort', specs: { temperature: -1 } }),
    'eight pages at once, as often a second': await measureConcurrent(8, (n) => page(n)),
  };
  await database.close();
  for (const { url } of servers) await runSqlOn(url, `drop database ${name} with (force)`);
  return figures;
}

async function measureConcurrent(callers: number, ask: (number: number) => Promise<unknown>): Promise<number> {
  const ms = await measureTime(() => Promise.all(Array.from({ length: callers }, (_, caller) => ask(1 + caller))));
  return roundToTenth((1000 * callers * ROUNDS) / ms);
}
