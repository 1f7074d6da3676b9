import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where a service takes commands, in its data directory. */
export const SOCKET_NAME = 'service.socket';

/** Paths below it lead to a directory that this process has open, not to one that took its place. */
export const PINNED_PREFIX = '/proc/self/fd/';

/** Bytes of an address that every system takes, with the one that ends it. */
const MAX_ADDRESS_BYTES = 103;

/** Checks that a process accepts connections at the socket of a directory. */
export async function isSocketServed(directory: string): Promise<boolean> {
  if (!existsSync(join(directory, SOCKET_NAME))) return false;
  return withShortSocketPath(directory, async (address) => {
    const socket = connect(address);
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  });
}

/**
 * Does `work` with an address of the socket in a directory that is short enough for the system: where its own is not, by
 * way of a link in a folder that only this user can enter, and that is gone afterwards. With `temporary` the address is
 * of no use afterwards: Node removes the file at the address of a server that closes, whoever made it meanwhile.
 */
export async function withShortSocketPath<Result>(
  directory: string,
  work: (address: string) => Promise<Result>,
  { temporary = false } = {},
): Promise<Result> {
  const address = join(resolve(directory), SOCKET_NAME);
  const lasts = !temporary || address.startsWith(PINNED_PREFIX);
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

/** The folder for what is temporary, unless its own path is too long. */
function getShortTemporaryFolder(): string {
  const room = `/fleetlens-XXXXXX/d/${SOCKET_NAME}`.length;
  return Buffer.byteLength(tmpdir()) + room <= MAX_ADDRESS_BYTES ? tmpdir() : '/tmp';
}
