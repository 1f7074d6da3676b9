import { fstatSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { CommandError } from '#server/commandError.ts';

/** Added to the text of the lock file by a service that commands cannot reach. */
export const TAKES_NO_COMMANDS = ', which takes no commands';

/** Thrown when another process holds the lock of a data directory. */
export class DirectoryInUseError extends CommandError {
  /** Whether the process may take commands soon, or end: one without a lock file, or one that says so, does neither. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** An exclusive lock on a file, bound to the inode of that file. */
export type FileLock = {
  /** The locked file, which may have lost its name since. */
  file: FileHandle;
  /** Replaces what a refused process reports of the holder. */
  describeHolder(details: string): Promise<void>;
  /** Ends the lock. Removes the file only while its name still leads to it. */
  release(): Promise<void>;
};

/** Codes of a file that this user, or anybody, cannot write. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Takes the lock for a while of reading, where nothing can be written too: nobody can begin to write there then, or they
 * are kept out by the same lock. DirectoryInUse when another has it.
 */
export async function takeReadingLock(path: string, directory: string): Promise<() => Promise<void>> {
  try {
    return (await takeLock(path, directory)).release;
  } catch (error) {
    if (!UNWRITABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  const tryLock = await loadLockModule();
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError(`${path} cannot be read (${error.code}), so nobody knows who is using ${directory}.`);
  });
  if (!file) return async () => undefined;
  try {
    if (!tryLock(file.fd, { shared: true })) throw await readInUseError(file, directory);
  } catch (error) {
    await file.close();
    throw error;
  }
  return () => file.close();
}

async function readInUseError(file: FileHandle, directory: string): Promise<DirectoryInUseError> {
  return createInUseError(await readHolder(file), directory);
}

/** The error for a directory that another process holds; `holder` is the text of its lock file. */
export function createInUseError(holder: string, directory: string): DirectoryInUseError {
  const process = holder ? `Another process (${holder})` : 'Another process';
  const isTemporary = holder !== '' && !holder.endsWith(TAKES_NO_COMMANDS);
  return new DirectoryInUseError(`${process} is using the data directory ${directory}.`, isTemporary);
}

/**
 * Takes the lock that the file system itself keeps on a file, so that it counts between containers on one volume, whose
 * processes may all have the same number, and is gone with the process however that ends. DirectoryInUse when another has
 * it; `directory` is what to call it then.
 */
export async function takeLock(path: string, directory: string): Promise<FileLock> {
  const tryLock = await loadLockModule();
  for (;;) {
    const file = await open(path, 'a+', 0o600);
    // a process that ends by itself leaves no lock file; the directory's own lock keeps others out until it has ended
    const removeAtExit = () => removeOwn(path, file);
    try {
      if (!tryLock(file.fd)) throw await readInUseError(file, directory);
      process.once('exit', removeAtExit);
      // who held it before may have removed it since it was opened: a lock on that would keep nobody out
      if (await isSameFile(path, file)) {
        const describeHolder = async (details: string) => {
          await file.truncate();
          // the lock holds without the text, also on a full disk
          await file.appendFile(`process ${process.pid} on ${hostname()}${details}`).catch(() => undefined);
        };
        await describeHolder('');
        const release = async () => {
          process.off('exit', removeAtExit);
          if (await isSameFile(path, file)) await rm(path, { force: true });
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

/** The lock is native code that not every system has a build of; PostgreSQL needs none. */
export async function loadLockModule() {
  try {
    return (await import('fs-native-extensions')).tryLock;
  } catch {
    const system = `${process.platform} ${process.arch}`;
    throw new CommandError(
      `No data directory can be locked on this system (${system}; there is no build for musl, as Alpine has it): use a system with glibc, or --database with a PostgreSQL.`,
    );
  }
}

async function isSameFile(path: string, file: FileHandle): Promise<boolean> {
  const bigint = true; // an inode number may be larger than a number holds exactly
  const [there, held] = await Promise.all([stat(path, { bigint }).catch(() => undefined), file.stat({ bigint })]);
  return there?.ino === held.ino && there.dev === held.dev;
}

function removeOwn(path: string, { fd }: FileHandle): void {
  const bigint = true; // as above
  const there = statSync(path, { bigint, throwIfNoEntry: false });
  const held = fstatSync(fd, { bigint });
  if (there?.ino === held.ino && there.dev === held.dev) rmSync(path, { force: true });
}

async function readHolder(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(200), position: 0 });
  return buffer.toString('utf8', 0, bytesRead);
}
