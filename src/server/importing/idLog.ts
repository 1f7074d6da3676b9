import { hash } from 'node:crypto';
import { closeSync, readSync, writeSync } from 'node:fs';
import { openNamelessFile } from '#server/importing/input/namelessFile.ts';

/** Bytes of an entry: six of the ID's hash, six of its line. */
const HALF = 6;
const ENTRY = 2 * HALF;

/** Bytes kept in memory; the others are in a temporary file, up to the second number. */
const MEMORY = 5000 * ENTRY;
const FILE_MAX = 20_000_000 * ENTRY;

/**
 * The IDs of an input in their order, so that a repeated one can be traced to its first line. Takes little memory
 * however long the input is; without room on the disk it forgets.
 */
export class IdLog {
  private readonly recent = Buffer.alloc(MEMORY);
  private used = 0;
  private file: number | undefined;
  private written = 0;
  private complete = true;

  add(id: string, line: number): void {
    if (this.used === MEMORY) this.flush();
    hashOf(id).copy(this.recent, this.used, 0, HALF);
    this.recent.writeUIntBE(line, this.used + HALF, HALF);
    this.used += ENTRY;
  }

  /** The line that had the ID before the record on `line`; undefined if none had, 'unknown' if that was forgotten. */
  findEarlier(id: string, line: number): number | 'unknown' | undefined {
    const wanted = hashOf(id).subarray(0, HALF);
    let matches = 0;
    for (const entries of this.blocks()) {
      for (let at = 0; at < entries.length; at += ENTRY) {
        if (wanted.compare(entries, at, at + HALF) !== 0) continue;
        const found = entries.readUIntBE(at + HALF, HALF);
        if (found <= line) matches++;
        // the record itself is in the log too, and a line may hold several records
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
    const block = Buffer.alloc(MEMORY);
    for (let at = 0; this.file !== undefined && at < this.written; at += MEMORY) {
      yield block.subarray(0, readSync(this.file, block, 0, Math.min(MEMORY, this.written - at), at));
    }
    yield this.recent.subarray(0, this.used);
  }

  private flush(): void {
    try {
      if (this.written >= FILE_MAX) throw new Error('The file is full.');
      this.file ??= openNamelessFile();
      writeSync(this.file, this.recent, 0, this.used, this.written);
      this.written += this.used;
    } catch {
      // an import does not fail for the sake of a better message
      this.complete = false;
    }
    this.used = 0;
  }
}

function hashOf(id: string): Buffer {
  return hash('sha1', id, 'buffer');
}
