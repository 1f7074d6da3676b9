import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { CommandError } from '#server/commandError.ts';

/** What a process that has the directory keeps from this one. */
export class DirectoryInUse extends CommandError {}

/** Codes of a file that this user, or anybody, cannot write. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Takes the lock for a while of reading, where nothing can be written too: nobody can begin to write there then, or they
 * are kept out by the same lock. DirectoryInUse when another has it.
 */
export async function takeReadingLock(path: string, directory: string): Promise<() => Promise<void>> {
  try {
    return await takeLock(path, directory);
  } catch (error) {
    if (!UNWRITABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  const tryLock = await locking();
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError(`${path} cannot be read (${error.code}), so nobody knows who is using ${directory}.`);
  });
  if (!file) return async () => undefined;
  try {
    if (!tryLock(file.fd, { shared: true })) throw await inUse(file, directory);
  } catch (error) {
    await file.close();
    throw error;
  }
  return () => file.close();
}

async function inUse(file: FileHandle, directory: string): Promise<DirectoryInUse> {
  return new DirectoryInUse(`${await holderOf(file)} is using the data directory ${directory}.`);
}

/**
 * Takes the lock that the file system itself keeps on a file, so that it counts between containers on one volume, whose
 * processes may all have the same number, and is gone with the process however that ends. DirectoryInUse when another has
 * it; `directory` is what to call it then.
 * @returns what releases it
 */
export async function takeLock(path: string, directory: string): Promise<() => Promise<void>> {
  const tryLock = await locking();
  for (;;) {
    const file = await open(path, 'a+', 0o600);
    try {
      if (!tryLock(file.fd)) throw await inUse(file, directory);
      // who held it before may have removed it since it was opened: a lock on that would keep nobody out
      if (await isStill(path, file)) {
        await file.truncate();
        await file.appendFile(`process ${process.pid} on ${hostname()}`);
        return async () => {
          await rm(path, { force: true });
          await file.close();
        };
      }
    } catch (error) {
      await file.close();
      throw error;
    }
    await file.close();
  }
}

/** The lock is native code that not every system has a build of; PostgreSQL needs none. */
async function locking() {
  try {
    return (await import('fs-native-extensions')).tryLock;
  } catch {
    const system = `${process.platform} ${process.arch}`;
    throw new CommandError(
      `No data directory can be locked on this system (${system}; there is no build for musl, as Alpine has it): use a system with glibc, or --database with a PostgreSQL.`,
    );
  }
}

async function isStill(path: string, file: FileHandle): Promise<boolean> {
  const [there, held] = await Promise.all([stat(path).catch(() => undefined), file.stat()]);
  return there?.ino === held.ino && there.dev === held.dev;
}

async function holderOf(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(200), position: 0 });
  const said = buffer.toString('utf8', 0, bytesRead);
  return said ? `Another process (${said})` : 'Another process';
}
