import { createReadStream, type ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { CommandError } from '#server/commandError.ts';
import { IMPORT_MESSAGES } from '#server/importing/messages.ts';
import { RereadablePipe } from './rereadablePipe.ts';

const READ_BYTES = 256 * 1024;

const HEAD_BYTES = 64 * 1024;

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK\x03\x04');
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** File or standard input of an import. Decompresses gzip, also in files with another extension. */
export class ImportInput {
  private readonly path: string | undefined;
  private readonly pipe: RereadablePipe | undefined;
  private readonly streams = new Set<ReadStream>();
  private packed = false;
  /** Called with the size of each chunk that is read, before decompression. */
  onRead: (bytes: number) => void = () => undefined;

  constructor(path: string | undefined, regular: boolean) {
    this.path = path;
    if (path !== undefined && regular) return;
    this.pipe = new RereadablePipe(path === undefined ? process.stdin : this.openFile(path));
  }

  get isCompressed(): boolean {
    return this.packed;
  }

  /**
   * Reads until `isEnough` or the end, at most 64 KB. The same data is read again later.
   * @throws CommandError for a workbook
   */
  async peek(isEnough: (head: Uint8Array) => boolean): Promise<Uint8Array> {
    let raw = Buffer.alloc(0);
    let head: Uint8Array = raw;
    for await (const chunk of this.rawChunks({ again: true })) {
      raw = Buffer.concat([raw, chunk]);
      if (raw.length < OLE.length) continue;
      this.packed = startsWith(raw, GZIP);
      if (startsWith(raw, ZIP) || startsWith(raw, OLE)) throw new CommandError(IMPORT_MESSAGES.workbook);
      head = this.packed ? unpackHead(raw) : raw;
      if (head.length >= HEAD_BYTES || isEnough(head)) break;
    }
    return raw.length < OLE.length ? raw : head;
  }

  /** Yields all bytes from the beginning. With `again`, they can be read again later. */
  chunks(options = { again: false }): AsyncIterable<Uint8Array> {
    const raw = this.counted(this.rawChunks(options));
    return this.packed ? unpack(raw) : raw;
  }

  close(): void {
    for (const stream of this.streams) stream.destroy();
    this.pipe?.close();
    // an endless input would keep the process running
    if (this.path === undefined) process.stdin.destroy();
  }

  private rawChunks({ again }: { again: boolean }): AsyncIterable<Uint8Array> {
    if (this.pipe) return this.pipe.chunks(again);
    return this.openFile(this.path ?? '');
  }

  private async *counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.onRead(chunk.byteLength);
      yield chunk;
    }
  }

  private openFile(path: string): ReadStream {
    const stream = createReadStream(path, { highWaterMark: READ_BYTES });
    this.streams.add(stream);
    return stream;
  }
}

function startsWith(bytes: Buffer, magic: Buffer): boolean {
  return bytes.subarray(0, magic.length).equals(magic);
}

function unpackHead(raw: Buffer): Uint8Array {
  try {
    return gunzipSync(raw, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // reported with its line when the data is read
    return new Uint8Array();
  }
}

async function* unpack(raw: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  const fed = pipeline(Readable.from(raw, { highWaterMark: 1 }), gunzip);
  // the reader receives the error through the stream
  fed.catch(() => undefined);
  yield* gunzip;
}
