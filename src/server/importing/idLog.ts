import { hash } from 'node:crypto';
import { closeSync, readSync, writeSync } from 'node:fs';
import { openAnonymousFile } from '#server/importing/input/openAnonymousFile.ts';

const HASH_BYTES = 6;
const ENTRY_BYTES = 2 * HASH_BYTES;

const MAX_MEMORY_BYTES = 5000 * ENTRY_BYTES;
const MAX_FILE_BYTES = 20_000_000 * ENTRY_BYTES;

/**
 * Log of the IDs of an input in order, to find the first line of a repeated ID. Uses little memory for any length of
 * input. If the disk is full, IDs are dropped.
 */
export class IdLog {
  private readonly recent = Buffer.alloc(MAX_MEMORY_BYTES);
  private used = 0;
  private file: number | undefined;
  private written = 0;
  private complete = true;

  add(id: string, line: number): void {
    if (this.used === MAX_MEMORY_BYTES) this.flush();
    hashId(id).copy(this.recent, this.used, 0, HASH_BYTES);
    this.recent.writeUIntBE(line, this.used + HASH_BYTES, HASH_BYTES);
    this.used += ENTRY_BYTES;
  }

  /** Finds the line of an earlier record with the same ID. Returns 'unknown' if the entry was dropped. */
  findEarlierLine(id: string, line: number): number | 'unknown' | undefined {
    const wanted = hashId(id).subarray(0, HASH_BYTES);
    let matches = 0;
    for (const entries of this.blocks()) {
      for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
        if (wanted.compare(entries, at, at + HASH_BYTES) !== 0) continue;
        const found = entries.readUIntBE(at + HASH_BYTES, HASH_BYTES);
        if (found <= line) matches++;
        // the record itself is also in the log, and a line may contain several records
        if (found < line || matches === 2) return found;
      }
    }
    return this.complete ? undefined : 'unknown';
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private *blocks(): Generator<Buffer> {
    const block = Buffer.alloc(MAX_MEMORY_BYTES);
    for (let at = 0; this.file !== undefined && at < this.written; at += MAX_MEMORY_BYTES) {
      yield block.subarray(0, readSync(this.file, block, 0, Math.min(MAX_MEMORY_BYTES, this.written - at), at));
    }
    yield this.recent.subarray(0, this.used);
  }

  private flush(): void {
    try {
      if (this.written >= MAX_FILE_BYTES) throw new Error('The file is full.');
      this.file ??= openAnonymousFile();
      writeSync(this.file, this.recent, 0, this.used, this.written);
      this.written += this.used;
    } catch {
      // an import must not fail only because a better message is not possible
      this.complete = false;
    }
    this.used = 0;
  }
}

function hashId(id: string): Buffer {
  return hash('sha1', id, 'buffer');
}
