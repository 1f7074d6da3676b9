import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type HttpError, httpError } from '#server/httpError.ts';
import { DatabaseError } from '#server/store/database.ts';
import { isDiskFullError } from '#server/store/embedded/diskSpace.ts';
import { withSeparateQueue } from '#server/store/fairQueue.ts';

/** Limits of unread bytes: in memory per reader and in total, and on disk in total. */
const MEMORY_LIMITS = { each: 4 * 2 ** 20, all: 64 * 2 ** 20 };

const MAX_DISK_BYTES = 4 * 2 ** 30;

/** Size of the slices passed to a reader, in bytes. A stalled reader holds one slice in memory. */
export const SPOOL_CHUNK_BYTES = 256 * 1024;

type SpooledPiece = { bytes: Uint8Array } | { at: number; length: number };

const spooledBytes = { memory: 0, disk: 0 };

type BodyWriter = (write: (piece: Uint8Array | string) => Promise<void>) => Promise<void>;

/**
 * Reads `source` at full speed and yields its chunks at the speed of the reader, so that the resources of the source
 * are released early. Unread chunks are stored in an unlinked file, which the system removes however the process ends.
 * @throws the error of the source, after all chunks before it
 */
export function spoolToDisk(source: AsyncGenerator<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  const write: BodyWriter = async (keep) => {
    for await (const piece of source) await keep(piece);
  };
  return readSpool(new Spool('memory first'), write);
}

/**
 * Like `spoolToDisk`, for large chunks, which are all stored in the file. With a generator, both the generator and the
 * loop that reads it would hold their last chunk in memory, for every reader.
 */
export function spoolThroughFile(write: BodyWriter): AsyncGenerator<Uint8Array> {
  return readSpool(new Spool('file only'), write);
}

async function* readSpool(spool: Spool, write: BodyWriter): AsyncGenerator<Uint8Array> {
  // a separate queue: the caller's other requests need not wait for the spool
  const filled = withSeparateQueue('spool', () => spool.fill(write));
  try {
    yield* spool.read();
  } finally {
    spool.abandon();
    await filled;
    await spool.close();
  }
}

export async function* concatChunks(...parts: (string | Uint8Array | AsyncGenerator<string | Uint8Array>)[]) {
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof Uint8Array) yield part;
    else yield* part;
  }
}

class Spool {
  private readonly pieces: SpooledPiece[] = [];
  private file: FileHandle | undefined;
  private memory = 0;
  private disk = 0;
  private state: 'filling' | 'filled' | 'abandoned' = 'filling';
  private failure: { error: unknown } | undefined;
  private changed: () => void = () => undefined;
  private readonly storage: 'memory first' | 'file only';

  constructor(storage: 'memory first' | 'file only') {
    this.storage = storage;
  }

  async fill(write: BodyWriter): Promise<void> {
    try {
      await write(async (piece) => {
        // stops the writer
        if (this.state === 'abandoned') throw new DatabaseError('aborted', 'the client disconnected');
        await this.keep(typeof piece === 'string' ? Buffer.from(piece) : piece);
        this.changed();
      });
    } catch (error) {
      this.failure = { error };
    } finally {
      if (this.state === 'filling') this.state = 'filled';
      this.changed();
    }
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = this.pieces.shift();
      if (piece) yield* this.slices(piece);
      else if (this.failure) throw this.failure.error;
      else if (this.state !== 'filling') return;
      else
        await new Promise<void>((resolve) => {
          this.changed = resolve;
        });
    }
  }

  abandon(): void {
    this.state = 'abandoned';
  }

  async close(): Promise<void> {
    spooledBytes.memory -= this.memory;
    spooledBytes.disk -= this.disk;
    recordReleasedBuffer(this.memory);
    await this.file?.close();
    collectGarbageWhenIdle();
  }

  private async keep(bytes: Uint8Array): Promise<void> {
    const length = bytes.byteLength;
    const fits = this.memory + length <= MEMORY_LIMITS.each && spooledBytes.memory + length <= MEMORY_LIMITS.all;
    if (fits && this.storage === 'memory first') {
      this.memory += length;
      spooledBytes.memory += length;
      this.pieces.push({ bytes });
      return;
    }
    if (spooledBytes.disk + length > MAX_DISK_BYTES)
      throw new DatabaseError('busy', 'too many responses are waiting for slow clients');
    try {
      this.file ??= await openAnonymousFile();
      const at = this.disk;
      this.disk += length;
      spooledBytes.disk += length;
      await this.file.appendFile(bytes);
      const previous = this.pieces.at(-1);
      if (previous && 'at' in previous) previous.length += length;
      else this.pieces.push({ at, length });
      recordReleasedBuffer(length);
    } catch (error) {
      throw toSpoolError(error as NodeJS.ErrnoException); // a failed system call has a code
    }
  }

  private async *slices(piece: SpooledPiece): AsyncGenerator<Uint8Array> {
    if ('bytes' in piece) {
      const { bytes } = piece;
      for (let at = 0; at < bytes.byteLength; at += SPOOL_CHUNK_BYTES) yield bytes.subarray(at, at + SPOOL_CHUNK_BYTES);
      this.memory -= bytes.byteLength;
      spooledBytes.memory -= bytes.byteLength;
      recordReleasedBuffer(bytes.byteLength);
      return;
    }
    const end = piece.at + piece.length;
    for (let at = piece.at; at < end; at += SPOOL_CHUNK_BYTES) {
      const slice = Buffer.allocUnsafeSlow(Math.min(SPOOL_CHUNK_BYTES, end - at));
      await this.file?.read(slice, 0, slice.byteLength, at);
      yield slice;
      recordReleasedBuffer(slice.byteLength);
    }
  }
}

function toSpoolError(error: NodeJS.ErrnoException): HttpError {
  const { code = '', message } = error;
  const refusal = httpError(503, 'SERVER-UNAVAILABLE', { 'retry-after': '1' });
  refusal.cause = isDiskFullError(error)
    ? `The folder for temporary files ${tmpdir()} is full (${code}). Set TMPDIR to a folder with more space.`
    : `Cannot write to the folder for temporary files ${tmpdir()} (${code || message}).`;
  return refusal;
}

async function openAnonymousFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `fleetlens-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

type GarbageCollector = (options?: { type: 'minor' }) => void;

const MINOR_COLLECTION_BYTES = 4 * 1024 * 1024;

/** Number of released bytes that triggers a full collection, `IDLE_MS` after the last release. */
const FULL_COLLECTION_BYTES = 16 * 1024 * 1024;
const IDLE_MS = 1000;

let gc: GarbageCollector | undefined;
let idleTimer: NodeJS.Timeout | undefined;
const releasedBytes = { minor: 0, full: 0 };

/**
 * Records that a large buffer was released, and triggers a minor garbage collection after enough bytes. V8 counts only
 * the small wrapper objects, so it would let 64 MB or more accumulate. The sooner buffers are freed, the less the heap
 * fragments, because the C library cannot return memory below a block in use.
 */
function recordReleasedBuffer(bytes: number): void {
  releasedBytes.minor += bytes;
  releasedBytes.full += bytes;
  if (releasedBytes.minor >= MINOR_COLLECTION_BYTES) {
    releasedBytes.minor = 0;
    collectGarbage({ type: 'minor' });
  }
}

/** Runs a full garbage collection a second after the last call, because V8 does not collect in an idle process. */
function collectGarbageWhenIdle(): void {
  if (releasedBytes.full < FULL_COLLECTION_BYTES) return;
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => {
    releasedBytes.full = 0;
    collectGarbage();
  }, IDLE_MS).unref();
}

function collectGarbage(options?: { type: 'minor' }): void {
  setFlagsFromString('--expose-gc');
  gc ??= runInNewContext('gc') as GarbageCollector; // the flag adds this function to a new context
  gc(options);
}
