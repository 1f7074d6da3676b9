import { spawnSync } from 'node:child_process';
import { type FileHandle, open, readdir, readFile, readlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isServiceListening, OPEN_DIRECTORY_PATH_PREFIX } from '#server/store/remote/socketPath.ts';
import {
  acquireFileLock,
  acquireFileReadLock,
  type FileLock,
  LockHeldError,
  loadTryLock,
  NO_COMMANDS_END,
  readFileIdentity,
} from './fileLock.ts';

type DirectoryLock = {
  pinnedPath: string;
  findLoss(): string | undefined;
  refuseCommands(): Promise<void>;
  release(): Promise<void>;
};

const LOCK_FILE_NAME = 'lock';

/** Exit status of flock(1) if another process holds the lock. */
const LOCK_HELD_STATUS = 1;

/**
 * Locks a data directory for this process. Locks the directory itself, so that removing the lock file does not release
 * the lock, and the lock file, for systems that cannot lock a directory.
 * @throws LockHeldError
 */
export async function acquireDirectoryLock(path: string): Promise<DirectoryLock> {
  const absolute = resolve(path);
  const directory = await openDirectory(path);
  let lock: FileLock | undefined;
  try {
    if (directory && !(await lockInode(directory))) throw await createHolderError(path);
    const pinnedPath = directory ? pinPath(absolute, directory) : absolute;
    lock = await acquireFileLock(join(pinnedPath, LOCK_FILE_NAME), path);
    // the lock file of a running service was removed; the service has an earlier version, or the system cannot lock a
    // directory
    if (await isServiceListening(absolute)) throw new LockHeldError(path);
    const identities = [readFileIdentity(pinnedPath), readFileIdentity(join(pinnedPath, LOCK_FILE_NAME))];
    const { describeHolder, release } = lock;
    return {
      pinnedPath,
      findLoss: () => findLoss(absolute, identities),
      refuseCommands: () => describeHolder(NO_COMMANDS_END),
      async release() {
        await release();
        await directory?.close();
      },
    };
  } catch (error) {
    await lock?.release();
    await directory?.close();
    throw error;
  }
}

/** Locks a data directory against writers while it is read. Works even if this user cannot write to the directory. */
export async function acquireDirectoryReadLock(path: string): Promise<() => Promise<void>> {
  const directory = await openDirectory(path);
  try {
    if (directory && !(await lockInode(directory, { shared: true }))) throw await createHolderError(path);
    const release = await acquireFileReadLock(join(path, LOCK_FILE_NAME), path);
    return async () => {
      await release();
      await directory?.close();
    };
  } catch (error) {
    await directory?.close();
    throw error;
  }
}

/**
 * Finds a process that still holds the lock of a directory that was removed from this path.
 * @returns its process ID, or undefined if there is none or the system has no /proc
 */
export async function findProcessUsingRemovedDirectory(path: string): Promise<string | undefined> {
  const removed = `${join(resolve(path), LOCK_FILE_NAME)} (deleted)`;
  const processes = await readdir('/proc').catch(() => []);
  for (const id of processes.filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${id}/fd`).catch(() => []);
    for (const file of files) {
      if ((await readlink(`/proc/${id}/fd/${file}`).catch(() => '')) === removed) return id;
    }
  }
  return undefined;
}

async function openDirectory(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR' || error.code === 'EPERM') return undefined;
    throw error;
  });
}

/**
 * Locks the inode of a directory until the handle is closed. On Linux this requires flock(2), which the native module
 * does not call, so flock(1) locks the open file that it inherits.
 * @returns true if locked, or if the system cannot lock a directory
 */
async function lockInode({ fd }: FileHandle, { shared = false } = {}): Promise<boolean> {
  if (process.platform === 'darwin') return (await loadTryLock())(fd, { shared });
  if (process.platform !== 'linux') return true;
  const { status } = spawnSync('flock', [shared ? '-s' : '-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
  });
  return status !== LOCK_HELD_STATUS;
}

async function createHolderError(path: string) {
  return new LockHeldError(path, await readFile(join(path, LOCK_FILE_NAME), 'utf8').catch(() => ''));
}

/** Returns a path that Linux resolves by the open directory rather than by its name. */
function pinPath(path: string, { fd }: FileHandle): string {
  const pinned = `${OPEN_DIRECTORY_PATH_PREFIX}${fd}`;
  return readFileIdentity(pinned) === readFileIdentity(path) ? pinned : path;
}

function findLoss(path: string, [directory, lock]: (string | undefined)[]): string | undefined {
  return (
    describeFileReplacement('the data directory', path, directory) ??
    describeFileReplacement('the lock file of the data directory', join(path, LOCK_FILE_NAME), lock)
  );
}

export function describeFileReplacement(name: string, path: string, identity: string | undefined): string | undefined {
  try {
    const there = readFileIdentity(path);
    return there === identity ? undefined : `${name} was ${there ? 'replaced' : 'removed'}`;
  } catch {
    return undefined; // a file system that does not respond does not prove a change
  }
}
