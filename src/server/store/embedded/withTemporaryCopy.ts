import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError } from '#server/commandError.ts';
import type { Database } from '#server/store/database.ts';
import { migrateSchema } from '#server/store/sql/schema.ts';
import { copyDatabaseFolder, resolveDatabaseFolder } from './databaseFolders.ts';
import { acquireDirectoryReadLock } from './directoryLock.ts';
import { isDiskFullError } from './diskSpace.ts';
import { acquireFileLock, type FileLock } from './fileLock.ts';
import { createFileAccessError, createOpenFailureError } from './openFailure.ts';
import { openPglite } from './pglite.ts';

const COPY_PREFIX = 'fleetlens-reading-';
const COPY_NAME_PATTERN = /^fleetlens-reading-\w{6}$/;

/**
 * Opens a copy of a data directory of any version. The original stays unchanged, although the engine changes files as
 * soon as it starts.
 * @throws LockHeldError if another process uses the directory
 */
export async function withTemporaryCopy<Result>(
  path: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(join(path, 'ready'))) throw new CommandError(`No data directory exists at ${path}.`);
  await removeStaleCopies();
  const fail = async (error: NodeJS.ErrnoException) => {
    throw await explainCopyFailure(path, error);
  };
  const folder = await mkdtemp(join(tmpdir(), COPY_PREFIX)).catch(fail);
  const stop = removeOnSignal(folder);
  let unlock: FileLock['release'] = async () => undefined;
  try {
    ({ release: unlock } = await acquireFileLock(join(folder, 'lock'), folder).catch(fail));
    const dataDir = join(folder, 'pglite');
    const release = await acquireDirectoryReadLock(path);
    await resolveDatabaseFolder(resolve(path))
      .then((source) => copyDatabaseFolder(source, dataDir))
      .catch(fail)
      .finally(release);
    const database = await openPglite({ dataDir, statementTimeout: 0, lean: true }).catch(async (error: unknown) => {
      throw await createOpenFailureError(path, dataDir, error);
    });
    try {
      await migrateSchema(database);
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    stop();
    await unlock();
    await rm(folder, { recursive: true, force: true });
  }
}

async function explainCopyFailure(path: string, error: NodeJS.ErrnoException): Promise<CommandError> {
  if (error instanceof CommandError) return error;
  if (isDiskFullError(error))
    return new CommandError(
      `Not enough space in ${tmpdir()} for the copy of ${path} that this command reads. Set TMPDIR to a folder with more space.`,
    );
  if (error.syscall === 'mkdtemp')
    return new CommandError(`Cannot write to ${tmpdir()} (${error.code}). Set TMPDIR to another folder.`);
  return createFileAccessError(path, error);
}

function removeOnSignal(folder: string): () => void {
  const signals = { SIGINT: 130, SIGTERM: 143 } as const;
  const heard = (signal: keyof typeof signals) => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(signals[signal]);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, heard);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, heard);
  };
}

async function removeStaleCopies(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const folder = join(tmpdir(), name);
    if (!COPY_NAME_PATTERN.test(name) || !existsSync(join(folder, 'lock'))) continue;
    const lock = await acquireFileLock(join(folder, 'lock'), folder).catch(() => undefined);
    if (lock) await rm(folder, { recursive: true, force: true }).finally(lock.release);
  }
}
