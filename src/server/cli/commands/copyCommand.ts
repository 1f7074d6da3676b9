import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pluralize } from '#lib/formatNumber.ts';
import { parseCommandArguments } from '#server/cli/commandLine.ts';
import { limitHeapGrowth, withDirectory, withPostgres, withReadOnlyDirectory } from '#server/cli/databaseTarget.ts';
import { createProgressBar } from '#server/cli/progressBar.ts';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { readSchemaVersion } from '#server/store/sql/schema.ts';
import {
  computeChecksums,
  copyDatabase,
  isDatabaseEmpty,
  type TableChecksums,
} from '#server/store/transfer/copyDatabase.ts';

export const COPY_USAGE = `fleetlens copy: put everything, projects and their hashes included, into an empty place, and verify it
  --from PLACE      a data directory, or postgres://…
  --to PLACE        likewise; nothing is there afterwards unless all of it is`;

export const COPY_OPTIONS = { from: { type: 'string' }, to: { type: 'string' } } as const;

/** Copies a snapshot of a database, in use or not, without changing the source. */
export async function runCopyCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseCommandArguments(args, COPY_OPTIONS);
  if (positionals.length > 0) throw new CommandError(`copy takes no ${positionals[0]}.\n\n${COPY_USAGE}`);
  const { from, to } = values;
  if (!from || !to) throw new CommandError(`${from ? '--to' : '--from'}: name a place.\n\n${COPY_USAGE}`);
  if (from === to || (!isDatabaseUrl(from) && !isDatabaseUrl(to) && resolve(from) === resolve(to))) {
    throw new CommandError('--from and --to are the same place.');
  }
  limitHeapGrowth();
  let sums: TableChecksums | undefined;
  await withSource(from, (database) =>
    withTarget(to, async (copy) => {
      sums = await copyAndVerify(database, copy, isDatabaseUrl(to) ? 'The target' : to);
    }),
  );
  if (!sums) return;
  if (!isDatabaseUrl(from) && !isDatabaseUrl(to)) await copyDemoCredentials(from, to);
  const { project, device, collection, document } = sums;
  const what = [
    pluralize(project.rows, 'project'),
    pluralize(device.rows, 'device'),
    pluralize(collection.rows, 'collection'),
    pluralize(document.rows, 'document'),
  ];
  console.log(`Copied ${what.slice(0, -1).join(', ')} and ${what.at(-1)}. Counts and checksums agree.`);
}

async function copyAndVerify(from: Database, to: Database, name: string): Promise<TableChecksums> {
  const snapshot = await from.snapshot();
  try {
    const schema = await readSchemaVersion(snapshot);
    const before = await computeChecksums(snapshot, schema);
    const bar = createProgressBar('records', { records: before.device.rows + before.document.rows });
    try {
      await to.transaction(async (session) => {
        if (!(await isDatabaseEmpty(session)))
          throw new CommandError(`${name} holds projects already. Nothing was copied.`);
        await copyDatabase({ session: snapshot, schema }, session, to.kind, bar.show);
        if (isDeepStrictEqual(await computeChecksums(session), before)) return;
        throw new CommandError('What arrived is not what was sent. Nothing was copied.');
      });
    } finally {
      bar.end();
    }
    await to.persist();
    return before;
  } finally {
    await snapshot.release();
  }
}

function isDatabaseUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

function withSource(place: string, work: (database: Database) => Promise<void>): Promise<void> {
  if (!isDatabaseUrl(place)) return withReadOnlyDirectory(place, work);
  return withPostgres({ url: place, statementTimeout: 0 }, work, { reading: true });
}

function withTarget(place: string, work: (database: Database) => Promise<void>): Promise<void> {
  return isDatabaseUrl(place)
    ? withPostgres({ url: place, statementTimeout: 0 }, work)
    : withDirectory(place, work, { whole: true });
}

async function copyDemoCredentials(from: string, to: string): Promise<void> {
  const credentials = join(from, 'demo.json');
  if (existsSync(credentials)) await copyFile(credentials, join(to, 'demo.json'));
}
