import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where a service takes commands, in its data directory. */
export const SOCKET = 'service.socket';

/** Bytes of an address that every system takes, with the one that ends it. */
const ADDRESS_MAX = 103;

/**
 * Does `work` with an address of the socket in a directory that is short enough for the system: where its own is not, by
 * way of a link in a folder that only this user can enter, and that is gone afterwards.
 */
export async function withAddress<Result>(
  directory: string,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const address = join(resolve(directory), SOCKET);
  if (Buffer.byteLength(address) <= ADDRESS_MAX) return work(address);
  const folder = await mkdtemp(join(shortFolder(), 'fleetlens-'));
  try {
    const link = join(folder, 'd');
    await symlink(resolve(directory), link);
    return await work(join(link, SOCKET));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder for what is temporary, unless its own path is too long. */
function shortFolder(): string {
  const room = `/fleetlens-XXXXXX/d/${SOCKET}`.length;
  return Buffer.byteLength(tmpdir()) + room <= ADDRESS_MAX ? tmpdir() : '/tmp';
}
