import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPglite } from '#server/store/embedded/pglite.ts';
import { migrateSchema } from '#server/store/sql/schema.ts';
import { buildTestProgram } from './buildTestProgram.ts';
import { CITUS_SETTINGS } from './citus.ts';
import { isCitusInstalled, type PrivatePostgres, startPrivatePostgres } from './privatePostgres.ts';

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
  const [postgres, cluster, { program, remove }] = await Promise.all([
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
  provide(
    'citusUrls',
    cluster.map(({ url }) => url),
  );
  return async () => {
    await Promise.all([postgres, ...cluster].map((server) => server?.stop()));
    remove();
    rmSync(directory, { recursive: true, force: true });
  };
}

async function createTemplate(dataDir: string) {
  await (await openPglite({ dataDir })).close();
  const bundled = await buildTestProgram(dataDir);
  const database = await openPglite({ dataDir });
  await migrateSchema(database);
  await database.close();
  return bundled;
}

async function startCluster(): Promise<PrivatePostgres[]> {
  if (!process.env['FLEETLENS_LONG'] || !isCitusInstalled()) return [];
  const servers = await Promise.all([1, 2, 3].map(() => startPrivatePostgres(CITUS_SETTINGS)));
  return servers.flatMap((server) => server ?? []);
}
