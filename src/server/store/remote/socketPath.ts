import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const SOCKET_NAME = 'service.socket';

/** Prefix of paths that lead to an open directory of this process, even after another directory replaces it. */
export const OPEN_DIRECTORY_PATH_PREFIX = '/proc/self/fd/';

/** Maximum length of a socket address on all systems, in bytes, without the final NUL. */
const MAX_ADDRESS_BYTES = 103;

/**
 * Connects to the service that uses a directory.
 * @throws the error of the connection
 */
export function connectToService(directory: string): Promise<Socket> {
  return withShortSocketPath(directory, async (address) => {
    const socket = connect(address);
    await once(socket, 'connect');
    return socket;
  });
}

export async function isServiceListening(directory: string): Promise<boolean> {
  if (!existsSync(join(directory, SOCKET_NAME))) return false;
  const socket = await connectToService(directory).catch(() => undefined);
  socket?.destroy();
  return socket !== undefined;
}

/**
 * Runs `work` with a socket address that is short enough for the system: the path itself, or a temporary link in a
 * private folder. `temporary` always uses a link, because Node removes the file at the address of a closing server,
 * even if it belongs to another process.
 */
export async function withShortSocketPath<Result>(
  directory: string,
  work: (address: string) => Promise<Result>,
  { temporary = false } = {},
): Promise<Result> {
  const address = join(resolve(directory), SOCKET_NAME);
  const lasts = !temporary || address.startsWith(OPEN_DIRECTORY_PATH_PREFIX);
  if (lasts && Buffer.byteLength(address) <= MAX_ADDRESS_BYTES) return work(address);
  const folder = await mkdtemp(join(getShortTemporaryFolder(), 'fleetlens-'));
  try {
    const link = join(folder, 'd');
    await symlink(resolve(directory), link);
    return await work(join(link, SOCKET_NAME));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function getShortTemporaryFolder(): string {
  const room = `/fleetlens-XXXXXX/d/${SOCKET_NAME}`.length;
  return Buffer.byteLength(tmpdir()) + room <= MAX_ADDRESS_BYTES ? tmpdir() : '/tmp';
}
