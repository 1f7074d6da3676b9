import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Name of the database in a data directory: a folder, or a link to one after a command has swapped another folder in.
 * Such folders are named `pglite-…`; all except the link's target are outdated.
 */
const NAME = 'pglite';
const FORMER = `${NAME}-former`;

/** Write-ahead log. It is copied last, because it repairs files that changed while they were copied. */
const LOG = 'pg_wal';

const WRITABLE = 0o600;

export async function resolveDatabaseFolder(directory: string): Promise<string> {
  const path = join(directory, NAME);
  if (existsSync(path)) return followLink(directory, path);
  const previous = join(directory, FORMER);
  return existsSync(previous) ? followLink(directory, previous) : path;
}

/** Resolves a link, but keeps the given path of `directory`, which may be one that only this process can use. */
async function followLink(directory: string, path: string): Promise<string> {
  const target = await realpath(path);
  return dirname(target) === (await realpath(directory)) ? join(directory, basename(target)) : target;
}

/** Removes the files of a killed process. The caller must hold the lock. */
export async function removeStaleDatabaseFolders(directory: string): Promise<void> {
  const path = join(directory, NAME);
  // a dangling link would prevent creating the folder
  if (!existsSync(path)) await rm(path, { force: true });
  // the process was killed between the two renames of the first swap
  if (!existsSync(path) && existsSync(join(directory, FORMER))) await rename(join(directory, FORMER), path);
  const current = basename(await resolveDatabaseFolder(directory));
  for (const name of await readdir(directory)) {
    if (name.startsWith(`${NAME}-`) && name !== current) {
      await rm(join(directory, name), { recursive: true, force: true });
    }
  }
  await removeTemporaryTables(join(directory, current));
}

/**
 * Matches the files of temporary tables, in the folder of each database. The engine removes them only when it stops
 * normally.
 */
const TEMPORARY = /^t\d+_\d+/;

async function removeTemporaryTables(folder: string): Promise<void> {
  const base = join(folder, 'base');
  if (!existsSync(base)) return;
  for (const entry of await readdir(base, { recursive: true, withFileTypes: true })) {
    if (TEMPORARY.test(entry.name)) await rm(join(entry.parentPath, entry.name), { force: true });
  }
}

export function createCopyFolderPath(directory: string): string {
  return join(directory, `${NAME}-${randomUUID()}`);
}

/** Copies a folder. Shares its content if the file system supports that. The copy is always writable. */
export async function copyDatabaseFolder(from: string, to: string): Promise<void> {
  try {
    await mkdir(to, { mode: 0o700 });
    const entries = await readdir(from, { withFileTypes: true });
    entries.sort((a, b) => Number(a.name === LOG) - Number(b.name === LOG));
    for (const entry of entries) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await copyDatabaseFolder(source, target);
      else if (entry.isFile()) {
        await copyFile(source, target, constants.COPYFILE_FICLONE);
        const { mode } = await stat(target);
        if ((mode & WRITABLE) !== WRITABLE) await chmod(target, mode | WRITABLE);
      }
    }
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Makes a folder the database, durably on disk, or changes nothing.
 * @returns the folder that it replaced
 */
export async function swapInDatabaseFolder(directory: string, folder: string): Promise<string> {
  const path = join(directory, NAME);
  const previous = await followLink(directory, path);
  const link = `${folder}-link`;
  await symlink(basename(folder), link);
  const isFolder = basename(previous) === NAME;
  if (isFolder) await rename(path, join(directory, FORMER));
  try {
    await rename(link, path);
  } catch (error) {
    if (isFolder) await rename(join(directory, FORMER), path);
    await rm(link, { force: true });
    throw error;
  }
  await syncFile(directory);
  return isFolder ? join(directory, FORMER) : previous;
}

export async function flushFolderToDisk(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const kept = entries.filter((entry) => entry.isDirectory() || entry.isFile());
  for (const path of [...kept.map(({ parentPath, name }) => join(parentPath, name)), folder]) await syncFile(path);
}

export function flushWriteAheadLog(folder: string): Promise<void> {
  return flushFolderToDisk(join(folder, LOG));
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
