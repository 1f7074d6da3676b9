import { fstatSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { tryCatch } from '#lib/tryCatch.ts';
import { CommandError } from '#server/commandError.ts';

export const NO_COMMANDS_END = ', which does not accept commands';

export class LockHeldError extends CommandError {
  /**
   * True if the process may soon accept commands or end. False if there is no lock file, or if the file says otherwise.
   */
  readonly isTemporary: boolean;
  /** Process that holds the lock, such as "process 12 on host". Empty if unknown. */
  readonly holder: string;

  constructor(directory: string, holder = '') {
    super(`The data directory ${directory} is in use by another process${holder && ` (${holder})`}.`);
    this.isTemporary = holder !== '' && !holder.endsWith(NO_COMMANDS_END);
    this.holder = holder;
  }
}

export type FileLock = {
  file: FileHandle;
  describeHolder(details: string): Promise<void>;
  /** Releases the lock. Removes the file only if its path still refers to the same file. */
  release(): Promise<void>;
};

const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Acquires the lock for reading. A shared lock excludes writers, even on a read-only file system.
 * @throws LockHeldError if another process holds the lock
 */
export async function acquireFileReadLock(path: string, directory: string): Promise<() => Promise<void>> {
  try {
    return (await acquireFileLock(path, directory)).release;
  } catch (error) {
    if (!UNWRITABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  const tryLock = await loadTryLock();
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError(`Cannot read ${path} (${error.code}), so it is unknown whether ${directory} is in use.`);
  });
  if (!file) return async () => undefined;
  try {
    if (!tryLock(file.fd, { shared: true })) throw new LockHeldError(directory, await readHolder(file));
  } catch (error) {
    await file.close();
    throw error;
  }
  return () => file.close();
}

/**
 * Locks a file through the file system. The lock also works between containers that share a volume and whose processes
 * may have the same ID, and always ends with the process. `directory` is the name used in errors.
 * @throws LockHeldError if another process holds the lock
 */
export async function acquireFileLock(path: string, directory: string): Promise<FileLock> {
  const tryLock = await loadTryLock();
  for (;;) {
    const file = await open(path, 'a+', 0o600);
    // removes the lock file at exit; the lock on the directory excludes others until the process has ended
    const removeAtExit = () => {
      if (isSameFile(path, file)) rmSync(path, { force: true });
    };
    try {
      if (!tryLock(file.fd)) throw new LockHeldError(directory, await readHolder(file));
      process.once('exit', removeAtExit);
      // the previous holder may have removed the file after it was opened; a lock on a removed file excludes nobody
      if (isSameFile(path, file)) {
        const describeHolder = async (details: string) => {
          await file.truncate();
          // the lock is valid without the text, also on a full disk
          await file.appendFile(`process ${process.pid} on ${hostname()}${details}`).catch(() => undefined);
        };
        await describeHolder('');
        const release = async () => {
          process.off('exit', removeAtExit);
          removeAtExit();
          await file.close();
        };
        return { file, describeHolder, release };
      }
    } catch (error) {
      process.off('exit', removeAtExit);
      await file.close();
      throw error;
    }
    process.off('exit', removeAtExit);
    await file.close();
  }
}

/** Loads the native lock module, which is not available for every system. PostgreSQL does not need it. */
export async function loadTryLock() {
  try {
    return (await import('fs-native-extensions')).tryLock;
  } catch {
    throw new CommandError(
      `Data directories cannot be locked on this system (${process.platform} ${process.arch}). Use a system with glibc (not musl, as in Alpine Linux), or a PostgreSQL server with --database.`,
    );
  }
}

function isSameFile(path: string, { fd }: FileHandle): boolean {
  return tryCatch(() => readFileIdentity(path)) === readFileIdentity(fd);
}

/** Identifies a file or folder by its inode, independent of its name. Undefined if there is none at the path. */
export function readFileIdentity(file: string | number): string | undefined {
  const bigint = true; // an inode number may exceed the safe integers
  const there =
    typeof file === 'number' ? fstatSync(file, { bigint }) : statSync(file, { bigint, throwIfNoEntry: false });
  return there && `${there.dev}:${there.ino}`;
}

async function readHolder(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(200), position: 0 });
  return buffer.toString('utf8', 0, bytesRead);
}
