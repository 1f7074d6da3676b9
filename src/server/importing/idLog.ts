import { hash } from 'node:crypto';

const HASH_BYTES = 6;
const ENTRY_BYTES = 2 * HASH_BYTES;
const MAX_BYTES = 2_000_000 * ENTRY_BYTES;

/** IDs of the first 2,000,000 records of an input, in 24 MB, to find the line in which a repeated ID occurs first. */
export class IdLog {
  private entries = Buffer.alloc(MAX_BYTES / 1000);
  private used = 0;

  add(id: string, line: number): void {
    if (this.used >= MAX_BYTES) return;
    if (this.used === this.entries.length) this.entries = Buffer.concat([this.entries, Buffer.alloc(this.used)]);
    hash('sha1', id, 'buffer').copy(this.entries, this.used, 0, HASH_BYTES);
    this.entries.writeUIntBE(line, this.used + HASH_BYTES, HASH_BYTES);
    this.used += ENTRY_BYTES;
  }

  /** Finds the line of an earlier record with the same ID. Returns 'unknown' if it may not be in the log. */
  findEarlierLine(id: string, line: number): number | 'unknown' | undefined {
    const wanted = hash('sha1', id, 'buffer').subarray(0, HASH_BYTES);
    let matches = 0;
    for (let at = 0; at < this.used; at += ENTRY_BYTES) {
      if (wanted.compare(this.entries, at, at + HASH_BYTES) !== 0) continue;
      const found = this.entries.readUIntBE(at + HASH_BYTES, HASH_BYTES);
      if (found <= line) matches++;
      // the record itself is also in the log, and a line may contain several records
      if (found < line || matches === 2) return found;
    }
    return this.used >= MAX_BYTES ? 'unknown' : undefined;
  }
}
