import { readFileSync, statSync } from 'node:fs';
import { open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { CommandError } from '#server/commandError.ts';

/** Permissions of anyone but the owner. */
const OTHERS_MODE = 0o077;

/** @throws CommandError */
export function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${getErrorCode(error)}).`);
  }
}

/**
 * Reads a secret from a file that only its owner can access. White space around it is removed.
 * @throws CommandError
 */
export function readSecretFile(file: string): string {
  const secret = readTextFile(file).trim();
  const mode = statSync(file).mode & 0o777;
  // Windows has no such modes
  if (mode & OTHERS_MODE && process.platform !== 'win32') {
    const access = `${file} has mode ${mode.toString(8)}, so other users can access it.`;
    throw new CommandError(`${access} To protect it, run: chmod 600 ${file}`);
  }
  if (secret === '') throw new CommandError(`${file} is empty.`);
  return secret;
}

/**
 * Replaces a file, or the one that a link leads to. A reader, or a machine that stops, finds the old or new content.
 * @throws CommandError, or the error of `text`
 */
export async function writeFileAtomically(
  file: string,
  text: string | AsyncIterable<string>,
  mode: number,
): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const part = `${target}.${process.pid}.part`;
  try {
    // a pipe or a device cannot be replaced
    if (statSync(target, { throwIfNoEntry: false })?.isFile() === false) return await writeFile(target, text);
    await removePartsOfKilled(target);
    const handle = await open(part, 'w', mode);
    try {
      await writeFile(handle, text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    throw code ? new CommandError(`${file} cannot be written (${code}).`) : error;
  }
}

/** Removes the temporary files that killed processes left. */
async function removePartsOfKilled(file: string): Promise<void> {
  for (const name of await readdir(dirname(file))) {
    const [part, id] = /\.(\d+)\.part$/.exec(name) ?? [];
    if (part === undefined || name !== basename(file) + part || isProcessRunning(Number(id))) continue;
    await rm(`${file}${part}`, { force: true }).catch(() => undefined);
  }
}

function isProcessRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // a process of another user
    return getErrorCode(error) === 'EPERM';
  }
}

export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
