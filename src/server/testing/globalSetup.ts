import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { packDatabaseFiles } from '#server/store/embedded/emptyDatabase.ts';
import { openPglite } from '#server/store/embedded/pglite.ts';
import { migrateSchema } from '#server/store/sql/schema.ts';
import { CITUS_SETTINGS } from './citus.ts';
import { isCitusInstalled, startPrivatePostgres } from './privatePostgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder with an empty, migrated embedded database. Copying it is ten times as fast as creating a database. */
    pgliteTemplate: string;
    program: string;
    /** PostgreSQL server of this run. Undefined if PostgreSQL is not installed. */
    postgresUrl: string | undefined;
    /** URLs of a coordinator and two workers. Empty if Citus is not installed, and in short runs. */
    citusUrls: string[];
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetlens-test-'));
  const template = join(directory, 'pglite');
  const [postgres, cluster, program] = await Promise.all([
    startPrivatePostgres(),
    startCluster(),
    createTemplate(template),
  ]);
  if (!postgres) {
    const loud = 'PostgreSQL IS NOT INSTALLED HERE: every service test runs on the embedded database only.';
    console.warn(`\n${'!'.repeat(loud.length)}\n${loud}\n${'!'.repeat(loud.length)}\n`);
    if (process.env['CI']) throw new Error('CI must test both databases.');
  }
  provide('pgliteTemplate', template);
  provide('program', program);
  provide('postgresUrl', postgres?.url);
  const citusUrls = cluster.map(({ url }) => url);
  provide('citusUrls', citusUrls);
  return async () => {
    await Promise.all([postgres, ...cluster].map((server) => server?.stop()));
    rmSync(dirname(program), { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
  };
}

async function createTemplate(dataDir: string) {
  await (await openPglite({ dataDir })).close();
  const program = await buildTestProgram(dataDir);
  const database = await openPglite({ dataDir });
  await migrateSchema(database);
  await database.close();
  return program;
}

async function startCluster() {
  if (!process.env['FLEETLENS_LONG'] || !isCitusInstalled()) return [];
  const servers = await Promise.all([1, 2, 3].map(() => startPrivatePostgres(CITUS_SETTINGS)));
  return servers.flatMap((server) => server ?? []);
}

/** Builds the service and its commands. Includes the files of an empty database, which the first start unpacks. */
async function buildTestProgram(emptyDatabase: string): Promise<string> {
  // at the same depth as the build, where imports of packages can be resolved
  const folder = join('dist', `commands-${process.pid}`);
  await build({
    entryPoints: ['src/server/cli/main.ts', 'src/server/store/embedded/pgliteWorker.ts'],
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies),
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'empty.br'), packDatabaseFiles(emptyDatabase));
  return join(folder, 'main.js');
}
