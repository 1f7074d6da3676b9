import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/sql/schema.ts';
import { takeLock } from './fileLock.ts';
import { databaseFolder, sweep } from './folders.ts';
import { type EmbeddedDatabase, openPglite, type PgliteOptions } from './pglite.ts';

/**
 * A directory that one process at a time works in:
 * `lock` (who holds it), `pglite` (the database, or what leads to it), `ready` (the database was made whole), `service.socket`
 * (where a service that holds it takes commands), `demo.json`.
 */
type DataDirectory = {
  path: string;
  /** Whether the database has yet to be made. */
  fresh: boolean;
  /** Opens the database, making it first if need be; a first start that was killed half way begins again. */
  database(prepare: (database: Database) => Promise<void>, options?: Partial<PgliteOptions>): Promise<EmbeddedDatabase>;
  release(): Promise<void>;
};

/** A database that opens writes about as much. */
const ROOM_BYTES = 2 ** 20;

/** Takes a data directory, or throws CommandError when it cannot be written or another process has it. */
export async function takeDataDirectory(path: string): Promise<DataDirectory> {
  await makeFolder(resolve(path)).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(path, error);
  });
  const release = await takeLock(join(path, 'lock'), path).catch((error: NodeJS.ErrnoException) => {
    throw error instanceof CommandError ? error : unwritable(path, error);
  });
  const ready = join(path, 'ready');
  const dataDir = await refuseRoot(path, ready)
    .then(() => sweep(path))
    .then(() => databaseFolder(resolve(path)))
    .catch(async (error: NodeJS.ErrnoException) => {
      await release();
      throw error instanceof CommandError ? error : unwritable(path, error);
    });
  return {
    path,
    fresh: !existsSync(ready),
    async database(prepare, options) {
      const fresh = !existsSync(ready);
      if (fresh) await rm(dataDir, { recursive: true, force: true });
      const database = await openPglite({ ...options, dataDir }).catch(async (error) => {
        throw (await whyClosed(path)) ?? error;
      });
      try {
        await migrate(database);
        if (!fresh) return database;
        await prepare(database);
        await database.persist();
      } catch (error) {
        await database.close();
        throw error;
      }
      await writeFile(ready, '');
      return database;
    },
    release,
  };
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

/** Why the engine, which does not say it, may not have opened: it needs some room to begin with. */
async function whyClosed(path: string): Promise<CommandError | undefined> {
  const trial = join(path, 'trial');
  const error = await writeFile(trial, Buffer.alloc(ROOM_BYTES)).catch((thrown: NodeJS.ErrnoException) => thrown);
  await rm(trial, { force: true });
  return error ? unwritable(path, error) : undefined;
}

/** Root may write in everybody's directory, but what it wrote there the others could not read any more. */
async function refuseRoot(path: string, ready: string): Promise<void> {
  if (process.geteuid?.() !== 0 || !existsSync(ready)) return;
  const { uid } = await stat(ready);
  if (uid === 0) return;
  throw new CommandError(
    `The data directory ${path} belongs to another user (${uid}): run this as that user, as with sudo -u "#${uid}" ….`,
  );
}

function unwritable(path: string, { code, message }: NodeJS.ErrnoException): CommandError {
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  if (full) return new CommandError(`The disk of the data directory ${path} is full.`);
  return new CommandError(`The data directory ${path} cannot be written (${code ?? message}).`);
}
