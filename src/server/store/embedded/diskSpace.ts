import { randomBytes } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Free space without which the engine does not start: the next file of its log, and a little beside it. In bytes. */
const LOG_FILE = 17 * 1024 * 1024;

/** Size of the reserve, in bytes: what the engine needs to start, twice. */
const RESERVE = 2 * LOG_FILE;
const BLOCK = 1024 * 1024;

export const DISK_FULL_REASON = 'the disk is full: nothing is written until 17 MB are free';

/** Recognizes the error of a file operation for which the disk, or the user's share of it, has no room. */
export function isNoRoomError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Checks whether the disk of a folder has less space than the engine needs for writing. */
export function isDiskFull(folder: string): boolean {
  return getFreeSpace(folder) < LOG_FILE;
}

/** Bytes; infinite where the file system does not know its size. */
function getFreeSpace(folder: string): number {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Disk space that a service keeps for itself in a file. An engine that died of a full disk needs room to start again, even
 * if it then only reads.
 */
export class DiskReserve {
  private readonly directory: string;
  /** Whether an engine is starting in the space. */
  isLent = false;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Takes as much of its space as the disk has without becoming full. */
  async fill(): Promise<void> {
    if (!this.isLent) await this.grow(LOG_FILE);
  }

  /** Gives the space to the disk while `work` runs, then takes back what is left of it. */
  async lend<Result>(work: () => Promise<Result>): Promise<Result> {
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

  /** Leaves so many bytes to others. */
  private async grow(left: number): Promise<void> {
    try {
      const file = await open(this.path, 'a', 0o600);
      try {
        let { size } = await file.stat();
        if (size >= RESERVE) return;
        const block = randomBytes(BLOCK); // a file system may store zeros in no space at all
        for (; size < RESERVE && getFreeSpace(this.directory) > left; size += BLOCK) await file.write(block);
      } finally {
        await file.close();
      }
    } catch {
      // there is more room another time
    }
  }
}
