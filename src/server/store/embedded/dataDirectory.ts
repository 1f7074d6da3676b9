import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { migrateSchema, readSchemaVersion, SCHEMA_VERSION } from '#server/store/sql/schema.ts';
import { removeStaleDatabaseFolders, resolveDatabaseFolder } from './databaseFolders.ts';
import { acquireDirectoryLock, findProcessUsingRemovedDirectory } from './directoryLock.ts';
import { DiskReserve, isDiskFullError } from './diskSpace.ts';
import { createOpenFailureError } from './openFailure.ts';
import { type EmbeddedDatabase, openPglite, type PgliteOptions } from './pglite.ts';

/**
 * Data directory, used by one process at a time. Its files: `lock` (process that holds it), `pglite` (database, or a
 * link to it), `ready` (marks a complete database), `service.socket` (commands), `reserve` (reserved disk space),
 * `demo.json`.
 */
export type DataDirectory = {
  path: string;
  /** Path that still leads to this directory after another one replaces it, on systems that support such paths. */
  pinnedPath: string;
  isNew: boolean;
  /** Opens the database, and creates it first if necessary. If the first start was interrupted, creates it again. */
  openDatabase(prepare: (database: Database) => Promise<void>, options?: DirectoryOptions): Promise<EmbeddedDatabase>;
  /**
   * Changes the error that other processes receive for a directory in use: it then says that this process accepts no
   * commands.
   */
  refuseCommands(): Promise<void>;
  release(): Promise<void>;
};

type DirectoryOptions = Pick<PgliteOptions, 'statementTimeout' | 'lean' | 'onHealthChange'> & {
  reservesSpace?: boolean;
};

/**
 * Locks a data directory. With `replaceLost`, creates a new database even if the directory was removed from this path
 * while a running process used it.
 * @throws CommandError if the directory is not writable or another process uses it
 */
export async function lockDataDirectory(path: string, { replaceLost = false } = {}): Promise<DataDirectory> {
  if (!replaceLost) await assertNotLost(path);
  await createFolder(resolve(path)).catch((error: NodeJS.ErrnoException) => {
    throw createUnwritableError(path, error);
  });
  const lock = await acquireDirectoryLock(path).catch((error: NodeJS.ErrnoException) => {
    throw error instanceof CommandError ? error : createUnwritableError(path, error);
  });
  const { pinnedPath, findLoss } = lock;
  const ready = join(pinnedPath, 'ready');
  const dataDir = await assertNotForeignRoot(path, ready)
    .then(() => removeStaleDatabaseFolders(pinnedPath))
    .then(() => resolveDatabaseFolder(pinnedPath))
    .catch(async (error: NodeJS.ErrnoException) => {
      await lock.release();
      throw error instanceof CommandError ? error : createUnwritableError(path, error);
    });
  return {
    path,
    pinnedPath,
    isNew: !existsSync(ready),
    async openDatabase(prepare, { reservesSpace = false, ...options } = {}) {
      const fresh = !existsSync(ready);
      if (fresh) await rm(dataDir, { recursive: true, force: true });
      else if (!existsSync(join(dataDir, 'PG_VERSION')))
        throw new CommandError(
          `The data directory ${path} contains no database: the files in its folder pglite were removed. Restore a backup, or delete the whole directory to start again.`,
        );
      const reserve = reservesSpace ? new DiskReserve(pinnedPath) : undefined;
      let isWhole = !fresh;
      const maintain = async () => {
        // without this file the next start would create the database again
        if (isWhole && !existsSync(ready)) await writeFile(ready, '');
      };
      const database = await openPglite({ ...options, dataDir, findLoss, maintain, ...(reserve && { reserve }) }).catch(
        async (error: unknown) => {
          throw await createOpenFailureError(path, dataDir, error);
        },
      );
      try {
        if (fresh || (await readSchemaVersion(database).catch(() => 0)) !== SCHEMA_VERSION)
          await migrateSchema(database);
        if (fresh) {
          await prepare(database);
          await database.persist();
        }
        await reserve?.fill();
        if (fresh)
          await writeFile(ready, '').catch((error) => {
            throw createUnwritableError(path, error);
          });
      } catch (error) {
        await database.close();
        throw error;
      }
      isWhole = true;
      return database;
    },
    refuseCommands: lock.refuseCommands,
    release: lock.release,
  };
}

/**
 * Rejects a path from which a directory was removed that a process still serves. A new database at this path would have
 * other content.
 */
async function assertNotLost(path: string): Promise<void> {
  const holder = existsSync(join(path, 'ready')) ? undefined : await findProcessUsingRemovedDirectory(path);
  if (!holder) return;
  throw new CommandError(
    `The data directory ${path} was removed, but process ${holder} is still using it. Stop the process, or restore a backup to ${path}, before you continue.`,
  );
}

/**
 * Creates a directory with its parents. Node's recursive mkdir never returns on a file system that fails with ENOENT,
 * such as /proc.
 */
async function createFolder(path: string, orParent = true): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !orParent || dirname(path) === path) throw error;
    await createFolder(dirname(path));
    await createFolder(path, false);
  }
}

/** Rejects root in the directory of another user, who could not read the files that root creates. */
async function assertNotForeignRoot(path: string, ready: string): Promise<void> {
  if (process.geteuid?.() !== 0 || !existsSync(ready)) return;
  const { uid } = await stat(ready);
  if (uid === 0) return;
  throw new CommandError(
    `The data directory ${path} belongs to another user (${uid}). Run this command as that user, for example with: sudo -u "#${uid}" …`,
  );
}

function createUnwritableError(path: string, error: NodeJS.ErrnoException): CommandError {
  if (isDiskFullError(error)) return new CommandError(`The disk of the data directory ${path} is full.`);
  return new CommandError(`Cannot write to the data directory ${path} (${error.code ?? error.message}).`);
}
