import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { formatCounts } from '#lib/formatNumber.ts';
import { parseCommandArguments } from '#server/cli/commandArguments.ts';
import { isDatabaseUrl, withDatabase } from '#server/cli/databaseTarget.ts';
import { createProgressBar } from '#server/cli/progressBar.ts';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { readSchemaVersion } from '#server/store/sql/schema.ts';
import {
  computeTableChecksums,
  copyDatabase,
  hasNoProjects,
  type TableChecksums,
} from '#server/store/transfer/copyDatabase.ts';

export const COPY_USAGE = `fleetlens copy: copy all projects, with their key hashes and data, into an empty database, and verify the copy
  --from DATABASE   source: a data directory, or postgres://…
  --to DATABASE     target: a data directory, or postgres://…; stays empty if the copy fails`;

export const COPY_OPTIONS = { from: { type: 'string' }, to: { type: 'string' } } as const;

/** Copies a snapshot of a database. The source is not changed, and may be in use. */
export async function runCopyCommand(args: string[]): Promise<void> {
  const { values } = parseCommandArguments(args, COPY_OPTIONS);
  const { from, to } = values;
  if (!from || !to) throw new CommandError(`${from ? '--to' : '--from'} is required.\n\n${COPY_USAGE}`);
  if (from === to || (!isDatabaseUrl(from) && !isDatabaseUrl(to) && resolve(from) === resolve(to))) {
    throw new CommandError('--from and --to are the same database.');
  }
  const parseLocation = (data: string) => ({ data, database: isDatabaseUrl(data) ? data : undefined });
  const copy = (source: Database) =>
    withDatabase(parseLocation(to), (target) => copyAndVerify(source, target, isDatabaseUrl(to) ? 'The target' : to), {
      untimed: true,
      whole: true,
    });
  const sums = await withDatabase(parseLocation(from), copy, { untimed: true, reading: true });
  if (!isDatabaseUrl(from) && !isDatabaseUrl(to)) await copyDemoCredentials(from, to);
  const { project, device, collection, document } = sums;
  const counts = formatCounts(
    [project.rows, 'project'],
    [device.rows, 'device'],
    [collection.rows, 'collection'],
    [document.rows, 'document'],
  );
  console.log(`Copied ${counts}. Counts and checksums match.`);
}

async function copyAndVerify(from: Database, to: Database, name: string): Promise<TableChecksums> {
  const snapshot = await from.openSnapshot();
  try {
    const schema = await readSchemaVersion(snapshot);
    const before = await computeTableChecksums(snapshot, schema);
    const bar = createProgressBar('records', { records: before.device.rows + before.document.rows });
    try {
      await to.transaction(async (session) => {
        if (!(await hasNoProjects(session)))
          throw new CommandError(`${name} already contains projects. Nothing was copied.`);
        await copyDatabase({ session: snapshot, schema }, session, to.kind, bar.show);
        if (isDeepStrictEqual(await computeTableChecksums(session), before)) return;
        throw new CommandError('Verification failed: the copy differs from the source. Nothing was copied.');
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

async function copyDemoCredentials(from: string, to: string): Promise<void> {
  const credentials = join(from, 'demo.json');
  if (existsSync(credentials)) await copyFile(credentials, join(to, 'demo.json'));
}
