import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { migrate, readSchemaVersion, SCHEMA_VERSION } from '#server/store/sql/schema.ts';
import { findHolderOfRemoved, lockDirectory } from './directoryLock.ts';
import { DiskReserve, isNoRoomError } from './diskSpace.ts';
import { getDatabaseFolder, removeStale } from './folders.ts';
import { explainOpenFailure } from './openFailure.ts';
import { type EmbeddedDatabase, openPglite, type PgliteOptions } from './pglite.ts';

/**
 * A directory that one process at a time works in:
 * `lock` (who holds it), `pglite` (the database, or what leads to it), `ready` (the database was made whole), `service.socket`
 * (where a service that holds it takes commands), `reserve` (disk space that a service keeps), `demo.json`.
 */
export type DataDirectory = {
  path: string;
  /** A path that keeps leading to this directory when another takes its place, where the system has such paths. */
  pinnedPath: string;
  /** Whether the database has yet to be made. */
  fresh: boolean;
  /** Opens the database, making it first if need be; a first start that was killed half way begins again. */
  database(prepare: (database: Database) => Promise<void>, options?: DirectoryOptions): Promise<EmbeddedDatabase>;
  /** Tells a process that is refused the directory that this one takes no commands. */
  refuseCommands(): Promise<void>;
  release(): Promise<void>;
};

type DirectoryOptions = Pick<PgliteOptions, 'statementTimeout' | 'lean' | 'onHealthChange'> & {
  /** Keeps disk space free for the engine, as a service should that runs for long. */
  reservesSpace?: boolean;
};

/**
 * Takes a data directory, or throws CommandError when it cannot be written or another process has it. A database is made
 * where a running process lost its own only with `replaceLost`.
 */
export async function lockDataDirectory(path: string, { replaceLost = false } = {}): Promise<DataDirectory> {
  if (!replaceLost) await assertNotLost(path);
  await makeFolder(resolve(path)).catch((error: NodeJS.ErrnoException) => {
    throw createUnwritableError(path, error);
  });
  const lock = await lockDirectory(path).catch((error: NodeJS.ErrnoException) => {
    throw error instanceof CommandError ? error : createUnwritableError(path, error);
  });
  const { pinnedPath, findLoss } = lock;
  const ready = join(pinnedPath, 'ready');
  const dataDir = await assertNotRoot(path, ready)
    .then(() => removeStale(pinnedPath))
    .then(() => getDatabaseFolder(pinnedPath))
    .catch(async (error: NodeJS.ErrnoException) => {
      await lock.release();
      throw error instanceof CommandError ? error : createUnwritableError(path, error);
    });
  return {
    path,
    pinnedPath,
    fresh: !existsSync(ready),
    async database(prepare, { reservesSpace = false, ...options } = {}) {
      const fresh = !existsSync(ready);
      if (fresh) await rm(dataDir, { recursive: true, force: true });
      else if (!existsSync(join(dataDir, 'PG_VERSION'))) throw new CommandError(findMissing(path));
      const reserve = reservesSpace ? new DiskReserve(pinnedPath) : undefined;
      let isWhole = !fresh;
      const maintain = async () => {
        // without it the next start would make the database anew
        if (isWhole && !existsSync(ready)) await writeFile(ready, '');
      };
      const database = await openPglite({ ...options, dataDir, findLoss, maintain, ...(reserve && { reserve }) }).catch(
        async (error: unknown) => {
          throw await explainOpenFailure(path, dataDir, error);
        },
      );
      try {
        if (fresh || (await readSchemaVersion(database).catch(() => 0)) !== SCHEMA_VERSION) await migrate(database);
        if (fresh) {
          await prepare(database);
          await database.persist();
        }
      } catch (error) {
        await database.close();
        throw error;
      }
      await reserve?.fill();
      if (fresh) await writeFile(ready, '');
      isWhole = true;
      return database;
    },
    refuseCommands: lock.refuseCommands,
    release: lock.release,
  };
}

/** What a process that lost its directory serves is not what a new database there would hold. */
async function assertNotLost(path: string): Promise<void> {
  const holder = existsSync(join(path, 'ready')) ? undefined : await findHolderOfRemoved(path);
  if (!holder) return;
  throw new CommandError(
    `Process ${holder} still uses a data directory that was removed from ${path}. Stop it, or restore a backup there first.`,
  );
}

function findMissing(path: string): string {
  return `The data directory ${path} holds no database: its files in pglite were removed. Restore a backup, or remove the whole directory to begin anew.`;
}

/** Node's own recursive mkdir never returns where a file system refuses with ENOENT, as /proc does. */
async function makeFolder(path: string, orParent = true): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !orParent || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path, false);
  }
}

/** Root may write in everybody's directory, but what it wrote there the others could not read any more. */
async function assertNotRoot(path: string, ready: string): Promise<void> {
  if (process.geteuid?.() !== 0 || !existsSync(ready)) return;
  const { uid } = await stat(ready);
  if (uid === 0) return;
  throw new CommandError(
    `The data directory ${path} belongs to another user (${uid}): run this as that user, as with sudo -u "#${uid}" ….`,
  );
}

function createUnwritableError(path: string, error: NodeJS.ErrnoException): CommandError {
  if (isNoRoomError(error)) return new CommandError(`The disk of the data directory ${path} is full.`);
  return new CommandError(`The data directory ${path} cannot be written (${error.code ?? error.message}).`);
}
