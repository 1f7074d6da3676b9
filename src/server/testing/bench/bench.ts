/**
 * Compares the performance of the service with that of its database alone: `npm run bench:service [-- --on
 * pglite,postgres,citus --parts list,pages,groups,load,neighbor,lists,data --devices N --documents N --lists N --json
 * FILE]`. Times are medians in ms; ratios compare alternating measurements of one run.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDocumentImport, runImport } from '#server/importing/runImport.ts';
import type { ServiceDatabase } from '#server/store/database.ts';
import { openPglite } from '#server/store/embedded/pglite.ts';
import { openPostgres } from '#server/store/postgres/postgres.ts';
import { migrateSchema } from '#server/store/sql/schema.ts';
import { startPrivatePostgres } from '#server/testing/privatePostgres.ts';
import { measureImportAndCopy } from './benchData.ts';
import { measureGroups } from './benchGroups.ts';
import { measureDeviceList, measureLargeDeviceList, replaceBenchDevices } from './benchList.ts';
import { measureServiceLoad } from './benchLoad.ts';
import {
  BENCH_PROJECT,
  type BenchFigures,
  measureTime,
  printFigures,
  printProgress,
  saveBenchProject,
} from './benchMeasure.ts';
import { measureNoisyNeighbor } from './benchNeighbor.ts';
import { generateBenchDocuments, measureDocumentPages, measureTestReset } from './benchPages.ts';
import { measureClusterScaling } from './benchScaling.ts';

const { values: options } = parseArgs({
  options: {
    on: { type: 'string', default: 'pglite,postgres,citus' },
    devices: { type: 'string', default: '100000' },
    documents: { type: 'string', default: '1000000' },
    parts: { type: 'string', default: 'list,pages,groups,load,neighbor,lists,data' },
    lists: { type: 'string', default: '500' },
    json: { type: 'string' },
  },
});
const DEVICES = Number(options.devices);
const DOCUMENTS = Number(options.documents);
const LISTS = Number(options.lists);
const PARTS = options.parts.split(',');

async function runBenchmarks(): Promise<void> {
  const on = options.on.split(',');
  const results: Record<string, BenchFigures> = {};
  if (on.includes('pglite')) results['pglite'] = await benchEmbedded();
  if (on.includes('postgres')) Object.assign(results, await benchServer());
  if (on.includes('citus')) Object.assign(results, await measureClusterScaling());
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
}

async function benchEmbedded(): Promise<BenchFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-bench-'));
  const database = await openPglite({ dataDir: join(directory, 'pglite'), statementTimeout: 0 });
  const figures = await measureAll(database);
  await database.close();
  await addNeighbor(figures, () => openPglite({ dataDir: join(directory, 'pglite') }));
  rmSync(directory, { recursive: true, force: true });
  return figures;
}

async function benchServer(): Promise<Record<string, BenchFigures>> {
  const server = await startPrivatePostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
  if (!server) return {};
  const database = openPostgres({ url: server.url, statementTimeout: 0 });
  const postgres = await measureAll(database);
  if (PARTS.includes('list')) {
    printProgress('postgres: a list of 1,000,000 devices');
    Object.assign(postgres, printFigures(await measureLargeDeviceList(database)));
  }
  await database.close();
  await addNeighbor(postgres, async () => openPostgres({ url: server.url }));
  await server.stop();
  return { postgres };
}

async function addNeighbor(figures: BenchFigures, open: () => Promise<ServiceDatabase>): Promise<void> {
  if (!PARTS.includes('neighbor')) return;
  const database = await open();
  Object.assign(figures, printFigures(await measureNoisyNeighbor(database)));
  await database.close();
}

async function measureAll(database: ServiceDatabase): Promise<BenchFigures> {
  const { kind } = database;
  console.log(`\n${kind}`);
  const figures = printFigures({ 'load of the machine when it began': loadavg()[0]?.toFixed(1) ?? '' });
  const add = (some: BenchFigures) => Object.assign(figures, printFigures(some));
  await migrateSchema(database);
  await saveBenchProject(database);
  printProgress(`${kind}: ${DEVICES} devices`);
  await replaceBenchDevices(database, DEVICES);
  if (PARTS.includes('list')) add(await measureDeviceList(database, DEVICES));
  if (['pages', 'groups', 'load', 'neighbor'].some((part) => PARTS.includes(part))) {
    printProgress(`${kind}: ${DOCUMENTS} documents`);
    add(await fillDatabase(database));
  }
  if (PARTS.includes('pages')) {
    printProgress(`${kind}: pages`);
    add(await measureDocumentPages(database, DOCUMENTS));
    add({ 'test reset ms': await measureTestReset(database) });
  }
  if (PARTS.includes('groups')) {
    printProgress(`${kind}: groups`);
    add(await measureGroups(database, DOCUMENTS));
  }
  if (PARTS.includes('load')) add(await measureServiceLoad(database, 0));
  if (PARTS.includes('lists')) add(await measureServiceLoad(database, LISTS));
  if (PARTS.includes('data')) add(await measureImportAndCopy(database, BENCH_PROJECT));
  return figures;
}

async function fillDatabase(database: ServiceDatabase): Promise<BenchFigures> {
  const target = { project: BENCH_PROJECT, collection: 'logs' };
  const storing = createDocumentImport(database, target, generateBenchDocuments(DOCUMENTS));
  const ms = await measureTime(() => runImport(database, storing));
  return { 'import documents/s': Math.round((1000 * DOCUMENTS) / ms) };
}

await runBenchmarks();
process.exit(0);
