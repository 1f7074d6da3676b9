import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '#server/commandError.ts';
import type { Database } from './database.ts';
import { openPglite, type PgliteOptions } from './pglite.ts';
import { migrate } from './schema.ts';

/**
 * A directory that one process at a time works in:
 * `lock` (who holds it), `pglite/` (the database), `ready` (the database was made whole), `demo.json`.
 */
export type DataDirectory = {
  path: string;
  /** Whether the database has yet to be made. */
  fresh: boolean;
  /** Opens the database, making it first if need be; a first start that was killed half way begins again. */
  database(prepare: (database: Database) => Promise<void>, options?: Partial<PgliteOptions>): Promise<Database>;
  release(): Promise<void>;
};

/** Takes a data directory, or throws CommandError when it cannot be written or another process has it. */
export async function takeDataDirectory(path: string): Promise<DataDirectory> {
  await makeFolder(resolve(path)).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(path, error);
  });
  const lock = join(path, 'lock');
  await takeLock(lock, path);
  const ready = join(path, 'ready');
  const dataDir = join(path, 'pglite');
  return {
    path,
    fresh: !existsSync(ready),
    async database(prepare, options) {
      const fresh = !existsSync(ready);
      if (fresh) await rm(dataDir, { recursive: true, force: true });
      const database = await openPglite({ ...options, dataDir });
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
    release: () => rm(lock, { force: true }),
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

async function takeLock(lock: string, path: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await open(lock, 'wx', 0o600);
      await file.writeFile(JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
      await file.close();
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw unwritable(path, error as NodeJS.ErrnoException);
      const holder = await holderOf(lock);
      if (holder) throw new CommandError(`Another process (${holder}) is using the data directory ${path}.`);
      await rm(lock, { force: true });
    }
  }
  throw new CommandError(`Another process is starting on the data directory ${path}.`);
}

/** The process that holds a lock; undefined when it is gone, so that a crash leaves nothing to clean up. */
async function holderOf(lock: string): Promise<number | undefined> {
  try {
    const { pid, started } = JSON.parse(await readFile(lock, 'utf8'));
    process.kill(pid, 0);
    // another process may have got the number since
    return pid !== process.pid && startOf(pid) === started ? pid : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? -1 : undefined;
  }
}

/** When a process began, in the kernel's ticks; empty where the system does not say. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
  } catch {
    return '';
  }
}

function unwritable(path: string, { code, message }: NodeJS.ErrnoException): CommandError {
  return new CommandError(`The data directory ${path} cannot be written (${code ?? message}).`);
}
