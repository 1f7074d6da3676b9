import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, readlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isSocketServed, PINNED_PREFIX } from '#server/store/remote/socketPath.ts';
import {
  createInUseError,
  type FileLock,
  loadLockModule,
  TAKES_NO_COMMANDS,
  takeLock,
  takeReadingLock,
} from './fileLock.ts';

/** Ownership of a data directory, bound to the inodes of the directory and of its lock file. */
type DirectoryLock = {
  /** A path that keeps leading to this directory when another takes its place, where the system has such paths. */
  pinnedPath: string;
  /** Describes how the path no longer leads to what was locked; undefined while it does. */
  findLoss(): string | undefined;
  /** Tells a process that is refused the directory that this one takes no commands. */
  refuseCommands(): Promise<void>;
  release(): Promise<void>;
};

const LOCK = 'lock';

/** Exit status of flock(1) when another process holds the lock. */
const HELD = 1;

/**
 * Locks a data directory for this process: the directory itself, so that a lock file that was removed lets nobody in, and
 * the lock file in it, which also excludes systems that cannot lock a directory. Throws DirectoryInUse.
 */
export async function lockDirectory(path: string): Promise<DirectoryLock> {
  const absolute = resolve(path);
  const directory = await openDirectory(path);
  let lock: FileLock | undefined;
  try {
    if (directory && !(await lockInode(directory))) throw await createHolderError(path);
    const pinnedPath = directory ? pinPath(absolute, directory) : absolute;
    lock = await takeLock(join(pinnedPath, LOCK), path);
    // a service of an earlier version, or one on a system that cannot lock a directory, whose lock file was removed
    if (await isSocketServed(absolute)) throw createInUseError('', path);
    const identities = [readIdentity(pinnedPath), readIdentity(join(pinnedPath, LOCK))];
    const { describeHolder, release } = lock;
    return {
      pinnedPath,
      findLoss: () => findLoss(absolute, identities),
      refuseCommands: () => describeHolder(TAKES_NO_COMMANDS),
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

/** Keeps writers out of a data directory while it is read, whether or not this user can write there. */
export async function lockForReading(path: string): Promise<() => Promise<void>> {
  const directory = await openDirectory(path);
  try {
    if (directory && !(await lockInode(directory, { shared: true }))) throw await createHolderError(path);
    const release = await takeReadingLock(join(path, LOCK), path);
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
 * The number of a process that still holds the lock of a directory that was removed from this path; undefined where there
 * is none, and on systems that do not list the open files of processes.
 */
export async function findHolderOfRemoved(path: string): Promise<string | undefined> {
  const removed = `${join(resolve(path), LOCK)} (deleted)`;
  const processes = await readdir('/proc').catch(() => []);
  for (const id of processes.filter((name) => /^\d+$/.test(name))) {
    // processes of other users cannot be read
    const files = await readdir(`/proc/${id}/fd`).catch(() => []);
    for (const file of files) {
      if ((await readlink(`/proc/${id}/fd/${file}`).catch(() => '')) === removed) return id;
    }
  }
  return undefined;
}

/** Undefined where a directory cannot be opened as a file. */
async function openDirectory(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR' || error.code === 'EPERM') return undefined;
    throw error;
  });
}

/**
 * Locks the inode of a directory until the handle is closed; true also where that cannot be done. On Linux only flock(2)
 * can, which the native module does not call: flock(1) does it for the open file that it inherits.
 */
async function lockInode({ fd }: FileHandle, { shared = false } = {}): Promise<boolean> {
  if (process.platform === 'darwin') return (await loadLockModule())(fd, { shared });
  if (process.platform !== 'linux') return true;
  const { status } = spawnSync('flock', [shared ? '-s' : '-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
  });
  return status !== HELD;
}

async function createHolderError(path: string) {
  return createInUseError(await readFile(join(path, LOCK), 'utf8').catch(() => ''), path);
}

/** Linux resolves such a path by the open directory, not by its name. */
function pinPath(path: string, { fd }: FileHandle): string {
  const pinned = `${PINNED_PREFIX}${fd}`;
  return readIdentity(pinned) === readIdentity(path) ? pinned : path;
}

function findLoss(path: string, [directory, lock]: (string | undefined)[]): string | undefined {
  return (
    describeChange('the data directory', path, directory) ??
    describeChange('the lock file of the data directory', join(path, LOCK), lock)
  );
}

/** The clause for a file or folder that is no longer the one that had this identity; undefined while it is. */
export function describeChange(name: string, path: string, identity: string | undefined): string | undefined {
  try {
    const there = readIdentity(path);
    return there === identity ? undefined : `${name} was ${there ? 'replaced' : 'removed'}`;
  } catch {
    return undefined; // a file system that does not answer says nothing about who owns the file
  }
}

/** Identifies a file or folder whatever its name is; undefined when there is none. */
export function readIdentity(path: string): string | undefined {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  return there && `${there.dev}:${there.ino}`;
}
