import { closeSync, readSync, writeSync } from 'node:fs';
import { CommandError } from '#server/commandError.ts';
import { IMPORT_MESSAGES } from '#server/importing/messages.ts';
import { openAnonymousFile } from './openAnonymousFile.ts';

const READ_BYTES = 256 * 1024;

export class RereadablePipe {
  private readonly source: AsyncIterator<Uint8Array>;
  private readonly first: Uint8Array[] = [];
  private file: number | undefined;
  private written = 0;
  private pending: Promise<Uint8Array | undefined> | undefined;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.source = stream[Symbol.asyncIterator]();
  }

  /**
   * Yields all chunks from the beginning. They are copied to a temporary file while callers pass `again`.
   * @throws CommandError if the disk is full
   */
  async *chunks(again: boolean): AsyncGenerator<Uint8Array> {
    // a reader that stopped early may have left a chunk unread
    await this.pending;
    yield* this.first;
    for (let at = 0; at < this.written; ) {
      const chunk = this.readCopy(at);
      at += chunk.length;
      yield chunk;
    }
    for (;;) {
      this.pending = this.pull(again);
      const chunk = await this.pending;
      if (!chunk) return;
      yield chunk;
    }
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private async pull(again: boolean): Promise<Uint8Array | undefined> {
    const { done, value } = await this.source.next();
    if (done) return undefined;
    if (again) this.keep(value);
    return value;
  }

  private keep(chunk: Uint8Array): void {
    // only one chunk is kept to detect the format
    if (this.first.length === 0) {
      this.first.push(chunk);
      return;
    }
    try {
      this.file ??= openAnonymousFile();
      for (let at = 0; at < chunk.length; ) {
        at += writeSync(this.file, chunk, at, chunk.length - at, this.written + at);
      }
      this.written += chunk.length;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new CommandError(IMPORT_MESSAGES.pipeNotCopied(code));
    }
  }

  private readCopy(at: number): Uint8Array {
    const chunk = Buffer.allocUnsafe(Math.min(READ_BYTES, this.written - at));
    if (this.file === undefined) return new Uint8Array();
    return chunk.subarray(0, readSync(this.file, chunk, 0, chunk.length, at));
  }
}
