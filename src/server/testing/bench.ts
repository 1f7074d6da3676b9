/**
 * `npm run bench:service [-- --on pglite,postgres,citus --devices N --documents N --lists N --json FILE]`: what the service
 * costs beside its database. Times are medians in ms; ratios compare what was measured in turns in this very run.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allOrNothing, storingDocuments } from '#server/importing/importing.ts';
import type { Database } from '#server/store/database.ts';
import { openPglite } from '#server/store/pglite.ts';
import { openPostgres } from '#server/store/postgres.ts';
import { saveProject } from '#server/store/projects.ts';
import { migrate } from '#server/store/schema.ts';
import { hash } from '#server/store/store.ts';
import { dataFigures } from './benchData.ts';
import { largeList, list, makeDevices } from './benchList.ts';
import { loadFigures } from './benchLoad.ts';
import { type Figures, PROJECT, progress } from './benchMeasure.ts';
import { documents, pages, testReset } from './benchPages.ts';
import { scalingFigures } from './benchScaling.ts';
import { startPrivatePostgres } from './privatePostgres.ts';

const { values: options } = parseArgs({
  options: {
    on: { type: 'string', default: 'pglite,postgres,citus' },
    devices: { type: 'string', default: '100000' },
    documents: { type: 'string', default: '1000000' },
    lists: { type: 'string', default: '500' },
    json: { type: 'string' },
  },
});
const DEVICES = Number(options.devices);
const DOCUMENTS = Number(options.documents);
const LISTS = Number(options.lists);

async function bench(): Promise<void> {
  const on = options.on.split(',');
  const results: Record<string, Figures> = {};
  if (on.includes('pglite')) results['pglite'] = await embedded();
  if (on.includes('postgres')) Object.assign(results, await server());
  if (on.includes('citus')) Object.assign(results, await scalingFigures());
  for (const [database, figures] of Object.entries(results)) {
    console.log(`\n${database}`);
    for (const [name, figure] of Object.entries(figures)) console.log(`  ${name.padEnd(50)} ${figure}`);
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
}

async function embedded(): Promise<Figures> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-bench-'));
  const database = await openPglite({ dataDir: join(directory, 'pglite'), statementTimeout: 0 });
  const figures = await measured(database);
  await database.close();
  rmSync(directory, { recursive: true, force: true });
  return figures;
}

async function server(): Promise<Record<string, Figures>> {
  const server = await startPrivatePostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
  if (!server) return {};
  const database = openPostgres({ url: server.url, statementTimeout: 0 });
  const postgres = await measured(database);
  progress('postgres: a list of 1,000,000 devices');
  const large = await largeList(database);
  await database.close();
  await server.stop();
  return { postgres, 'postgres, 1,000,000 devices': large };
}

async function measured(database: Database): Promise<Figures> {
  const figures: Figures = { 'load of the machine when it began': loadavg()[0]?.toFixed(1) ?? '' };
  progress(`${database.kind}: ${DEVICES} devices`);
  await migrate(database);
  await database.transaction((session) =>
    saveProject(session, { id: PROJECT, name: 'Bench', keyHash: hash('k'), tokenHash: hash('t') }),
  );
  await makeDevices(database, DEVICES);
  Object.assign(figures, await list(database, DEVICES));
  progress(`${database.kind}: ${DOCUMENTS} documents`);
  const start = performance.now();
  const target = { project: PROJECT, collection: 'logs' };
  await allOrNothing(database, storingDocuments(database, target, documents(DOCUMENTS)));
  figures['import documents/s'] = Math.round(DOCUMENTS / ((performance.now() - start) / 1000));
  progress(`${database.kind}: pages`);
  Object.assign(figures, await pages(database, DOCUMENTS), { 'test reset ms': await testReset(database) });
  Object.assign(figures, await loadFigures(database, LISTS));
  return { ...figures, ...(await dataFigures(database, PROJECT)) };
}

await bench();
process.exit(0);
