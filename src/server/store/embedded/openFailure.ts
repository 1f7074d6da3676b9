import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError } from '#server/commandError.ts';
import { OPEN_DIRECTORY_PATH_PREFIX } from '#server/store/remote/socketPath.ts';
import { isDiskFull } from './diskSpace.ts';

/**
 * Explains why the engine could not open the database, because the engine does not report the cause. Names a file that
 * this user may not access, and its owner.
 */
export async function createOpenFailureError(path: string, folder: string, error: unknown): Promise<CommandError> {
  if (error instanceof CommandError) return error;
  const refused = await findForbiddenFile(folder);
  if (refused) return createFileAccessError(path, refused);
  if (isDiskFull(folder)) return new CommandError(`The disk of the data directory ${path} is full.`);
  const message = error instanceof Error ? error.message : String(error);
  return new CommandError(
    `Cannot open the database in ${path}: its files are damaged or incomplete. Restore a backup. The database engine reported: ${message}`,
  );
}

export async function createFileAccessError(path: string, error: NodeJS.ErrnoException): Promise<CommandError> {
  const file = error.path ?? path;
  const owner = await stat(file).catch(() => undefined);
  if (!owner) return new CommandError(`Cannot use the data directory ${path} (${error.code ?? error.message}).`);
  const named = file.startsWith(OPEN_DIRECTORY_PATH_PREFIX)
    ? join(resolve(path), file.replace(/^\/proc\/self\/fd\/\d+/, ''))
    : file;
  const user = process.geteuid ? await describeUser(process.geteuid()) : 'this user';
  const holder = await describeUser(owner.uid);
  return new CommandError(
    `Cannot use the data directory ${path}: ${named} belongs to ${holder}, and ${user} has no access (${error.code}). Give all files of the directory to the user that runs Fleetlens.`,
  );
}

async function describeUser(uid: number): Promise<string> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const name = users.split('\n').find((line) => line.split(':')[2] === `${uid}`);
  return `user ${name?.split(':')[0] ?? uid}`;
}

async function findForbiddenFile(folder: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const refused = entry.isDirectory() ? await findForbiddenFile(path) : undefined;
      if (refused) return refused;
      if (entry.isFile()) await (await open(path, 'r+')).close();
    }
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
  return undefined;
}
