import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { CommandError } from '#server/commandError.ts';
import type { Database, DatabaseSession } from '#server/store/database.ts';
import { lockDataDirectory } from '#server/store/embedded/dataDirectory.ts';
import { LockHeldError } from '#server/store/embedded/fileLock.ts';
import { withTemporaryCopy } from '#server/store/embedded/withTemporaryCopy.ts';
import { openPostgres } from '#server/store/postgres/postgres.ts';
import { openRemoteDatabase } from '#server/store/remote/remoteDatabase.ts';
import { migrateSchema, readSchemaVersion, SCHEMA_VERSION } from '#server/store/sql/schema.ts';

/** Maximum wait for a process that uses the data directory, and delay between attempts, in ms. */
const DIRECTORY_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 200;

export const DATABASE_TARGET_OPTIONS = { data: { type: 'string' }, database: { type: 'string' } } as const;

export const DATABASE_TARGET_USAGE = `  --data DIR        data directory of the embedded database (default: data)
  --database URL    use this PostgreSQL database instead (postgres://…; default: DATABASE_URL)`;

/** Time limit of an urgent command for a connection, a statement or a service's greeting, in ms. */
const URGENT_TIMEOUT_MS = 1500;

type DatabaseTask<Result> = (database: Database) => Promise<Result>;

type DatabaseTarget = { data: string; database: string | undefined };

export function parseDatabaseTarget(values: {
  data?: string | undefined;
  database?: string | undefined;
}): DatabaseTarget {
  const database = values.database ?? (process.env['DATABASE_URL'] || undefined);
  if (database !== undefined && !isDatabaseUrl(database)) {
    throw new CommandError('--database: expected a URL that starts with postgres://');
  }
  return { data: values.data ?? 'data', database };
}

export function isDatabaseUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}

const LEAN_HEAP_FLAGS = ['--heap-growing-percent=20', '--semi-space-growth-factor=1', '--optimize-for-size'];

/**
 * Makes V8 collect garbage after 20 % heap growth instead of 300 %, for commands that process much data and keep none.
 */
export function limitHeapGrowth(): void {
  for (const flag of LEAN_HEAP_FLAGS) setFlagsFromString(flag);
}

/**
 * - `reading`: changes nothing, not even the schema
 * - `alone`: fails if a service is running
 * - `urgent`: gives up after 5 s
 * - `untimed`: statements of PostgreSQL have no time limit
 * - `existing`: creates no database
 * - `whole`: a new data directory is valid only once all work is done; after an interruption it is created again
 */
type AccessOptions = Partial<Record<'reading' | 'alone' | 'urgent' | 'untimed' | 'existing' | 'whole', boolean>>;

/** Runs a command on its own database, or through the service that holds it. */
export async function withDatabase<Result>(
  { data, database }: DatabaseTarget,
  work: DatabaseTask<Result>,
  { reading = false, alone = false, urgent = false, untimed = false, ...creation }: AccessOptions = {},
): Promise<Result> {
  limitHeapGrowth();
  if (database !== undefined) return withPostgres(database, work, { reading, urgent, untimed });
  if (alone) return withLockedDirectory(data, work);
  if (reading) return runInDirectoryOrService(data, work, () => withTemporaryCopy(data, work));
  return withDataDirectory(data, work, { urgent, ...creation });
}

async function withPostgres<Result>(
  url: string,
  work: DatabaseTask<Result>,
  { reading, urgent, untimed }: AccessOptions,
): Promise<Result> {
  const limits = urgent ? { patience: URGENT_TIMEOUT_MS, statementTimeout: URGENT_TIMEOUT_MS } : {};
  const database = openPostgres({ url, ...limits, ...(untimed && { statementTimeout: 0 }) });
  try {
    // an urgent command does not wait for the lock of a migration if the schema is current
    const isCurrent = urgent && (await readSchemaVersion(database)) === SCHEMA_VERSION;
    if (!reading && !isCurrent) await migrateSchema(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function runInDirectoryOrService<Result>(
  path: string,
  work: DatabaseTask<Result>,
  own: () => Promise<Result>,
  patience = DIRECTORY_TIMEOUT_MS,
): Promise<Result> {
  const start = performance.now();
  for (let retries = 0; ; retries++) {
    const refused = await own().then(
      (result) => ({ result }),
      (error: unknown) => {
        if (error instanceof LockHeldError) return error;
        throw error;
      },
    );
    if (!(refused instanceof LockHeldError)) return refused.result;
    const held = await openRemoteDatabase(path, (note) => console.error(note), patience);
    if (held) return work(held).finally(() => held.close());
    if (!refused.isTemporary) throw new CommandError(`${refused.message} Stop it first.`);
    if (performance.now() - start > patience) {
      throw new CommandError(
        `${refused.message} It does not accept commands yet. Try again in a few seconds, or stop it first.`,
      );
    }
    if (retries === 0) console.error(`${refused.message} Waiting up to ${patience / 1000} s for it.`);
    await sleep(RETRY_DELAY_MS);
  }
}

export async function assertProjectExists(session: DatabaseSession, project: string, hint = ''): Promise<void> {
  const [found] = await session.query('select 1 from project where id = $1', [project]);
  if (!found) throw new CommandError(`Project ${project} does not exist.${hint}`);
}

function withDataDirectory<Result>(
  path: string,
  work: DatabaseTask<Result>,
  { whole = false, urgent = false, existing = false }: AccessOptions,
): Promise<Result> {
  const own = async () => {
    // a lock file may belong to a service that is creating the database
    if (existing && !['ready', 'lock'].some((name) => existsSync(join(path, name)))) throw createNoDatabaseError(path);
    return withLockedDirectory(path, work, { whole, existing });
  };
  return runInDirectoryOrService(path, work, own, urgent ? URGENT_TIMEOUT_MS : undefined);
}

/**
 * Locks the data directory and runs the work.
 * @throws LockHeldError if another process uses the directory
 */
async function withLockedDirectory<Result>(
  path: string,
  work: DatabaseTask<Result>,
  { whole = false, existing = false } = {},
): Promise<Result> {
  const directory = await lockDataDirectory(path, { replaceLost: whole });
  const isNew = directory.isNew;
  const makes = whole && directory.isNew;
  let result: Result | undefined;
  const run = async (database: Database) => {
    result = await work(database);
  };
  try {
    if (existing && isNew) throw createNoDatabaseError(path);
    const database = await directory.openDatabase(makes ? run : async () => undefined, {
      statementTimeout: 0,
      lean: true,
    });
    try {
      if (isNew && !whole) console.error(`Created a new database in ${path}.`);
      if (!makes) await run(database);
    } finally {
      await database.close();
    }
    return result as Result; // the work is done at this point
  } catch (error) {
    if (makes) await rm(join(path, 'pglite'), { recursive: true, force: true });
    throw error;
  } finally {
    await directory.release();
  }
}

function createNoDatabaseError(path: string): CommandError {
  return new CommandError(
    `No database exists in ${resolve(path)}. Select a data directory with --data, or create a project: fleetlens project create ID --data ${path}`,
  );
}

/**
 * Counts the documents of a collection.
 * @throws CommandError if the collection does not exist
 */
export async function countDocuments(session: DatabaseSession, project: string, collection: string): Promise<number> {
  const asked = 'select documents from collection where project = $1 and name = $2';
  const [row] = await session.query(asked, [project, collection]);
  if (!row) throw new CommandError(`Project ${project} has no collection named ${collection}.`);
  return Number(row[0]);
}
