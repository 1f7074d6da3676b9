import { randomBytes } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Minimum free space for starting the engine, in bytes: the next file of its write-ahead log plus a margin. */
const LOG_FILE_BYTES = 17 * 1024 * 1024;

const RESERVE_BYTES = 2 * LOG_FILE_BYTES;
const BLOCK_BYTES = 1024 * 1024;

export const DISK_FULL_REASON = 'the disk is full; writing resumes when 17 MB are free';

/** True for an error of a file operation that exceeds the disk space or the user's quota. */
export function isDiskFullError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

export function isDiskFull(folder: string): boolean {
  return getFreeSpace(folder) < LOG_FILE_BYTES;
}

/** Returns the free space in bytes. Infinity if the file system does not report it. */
function getFreeSpace(folder: string): number {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Disk space that a service reserves in a file. An engine that crashed because of a full disk needs space to start
 * again, even for reading only.
 */
export class DiskReserve {
  private readonly directory: string;
  isLent = false;

  constructor(directory: string) {
    this.directory = directory;
  }

  async fill(): Promise<void> {
    if (!this.isLent) await this.grow(LOG_FILE_BYTES);
  }

  /** Frees the reserved space while `work` runs, then reserves as much of it as is still free. */
  async releaseDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    this.isLent = true;
    try {
      await rm(this.path, { force: true });
      return await work();
    } finally {
      await this.grow(0);
      this.isLent = false;
    }
  }

  private get path(): string {
    return join(this.directory, 'reserve');
  }

  private async grow(left: number): Promise<void> {
    try {
      const file = await open(this.path, 'a', 0o600);
      try {
        let { size } = await file.stat();
        if (size >= RESERVE_BYTES) return;
        const block = randomBytes(BLOCK_BYTES); // a file system may store zeros without using space
        for (; size < RESERVE_BYTES && getFreeSpace(this.directory) > left; size += BLOCK_BYTES)
          await file.write(block);
      } finally {
        await file.close();
      }
    } catch {
      // a later call may find more space
    }
  }
}
