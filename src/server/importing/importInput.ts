import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { tryCatch } from '#lib/tryCatch.ts';
import { CommandError } from '#server/commandError.ts';
import { type InputEncoding, type InputFormat, resolveEncodingByBom } from './readRawRecords.ts';

const READ_BYTES = 256 * 1024;

const CSV_FILE = /\.(?:csv|tsv|tab)(?:\.gz)?$/i;
const HEAD_BYTES = 64 * 1024;

const GZIP = '\x1f\x8b';
/** Zip files, which include workbooks, and older workbooks. */
const WORKBOOKS = ['PK\x03\x04', '\xd0\xcf\x11\xe0'];

/** File or standard input of an import. Decompresses gzip, also in files with another extension. */
export class ImportInput {
  private readonly path: string | undefined;
  private readonly streams = new Set<Readable>();
  /** Rest of an input that can be read only once, and the chunks already taken from it. */
  private readonly source: AsyncIterator<Uint8Array> | undefined;
  private readonly first: Uint8Array[] = [];
  isCompressed = false;
  /** Called with the size of each chunk that is read, before decompression. */
  onRead: (bytes: number) => void = () => undefined;

  constructor(path: string | undefined, regular: boolean) {
    this.path = path;
    if (path !== undefined && regular) return;
    this.source = (path === undefined ? process.stdin : this.openFile(path))[Symbol.asyncIterator]();
  }

  /**
   * Reads until `isEnough` or the end, at most 64 KB. The same data is read again later.
   * @throws CommandError for a workbook
   */
  async peek(isEnough: (head: Uint8Array) => boolean): Promise<Uint8Array> {
    let raw = Buffer.alloc(0);
    let head: Uint8Array = raw;
    for await (const chunk of this.rawChunks(true)) {
      raw = Buffer.concat([raw, chunk]);
      if (raw.length < 4) continue;
      const magic = raw.toString('latin1', 0, 4);
      this.isCompressed = magic.startsWith(GZIP);
      if (WORKBOOKS.includes(magic)) {
        throw new CommandError(
          'The input is a workbook or another zip file, which cannot be imported. Save the sheet as CSV (in Excel and LibreOffice: File > Save As, in Numbers: File > Export To), and import the .csv file.',
        );
      }
      // damaged data is reported with its line when it is read
      head = this.isCompressed
        ? (tryCatch(() => gunzipSync(raw, { finishFlush: constants.Z_SYNC_FLUSH })) ?? new Uint8Array())
        : raw;
      if (head.length >= HEAD_BYTES || isEnough(head)) break;
    }
    return raw.length < 4 ? raw : head;
  }

  /** Yields all bytes from the beginning. */
  chunks(): AsyncIterable<Uint8Array> {
    const raw = this.counted(this.rawChunks(false));
    return this.isCompressed ? unpack(raw) : raw;
  }

  close(): void {
    for (const stream of this.streams) stream.destroy();
    // an endless input would keep the process running
    if (this.path === undefined) process.stdin.destroy();
  }

  private async *rawChunks(isPeek: boolean): AsyncGenerator<Uint8Array> {
    if (!this.source) return yield* this.openFile(this.path ?? '');
    yield* this.first;
    for (;;) {
      const { done, value } = await this.source.next();
      if (done) return;
      if (isPeek) this.first.push(value);
      yield value;
    }
  }

  private async *counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.onRead(chunk.byteLength);
      yield chunk;
    }
  }

  private openFile(path: string): Readable {
    const stream = createReadStream(path, { highWaterMark: READ_BYTES });
    this.streams.add(stream);
    return stream;
  }
}

async function* unpack(raw: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  const fed = pipeline(Readable.from(raw, { highWaterMark: 1 }), gunzip);
  // the reader receives the error through the stream
  fed.catch(() => undefined);
  yield* gunzip;
}

/**
 * Detects the format by the beginning of the input. A file named as CSV may have one column and no delimiter.
 * @throws CommandError for an unknown format
 */
export async function detectInputFormat(
  input: ImportInput,
  path: string | undefined,
  encoding: InputEncoding,
): Promise<InputFormat> {
  const read = (head: Uint8Array) => new TextDecoder(resolveEncodingByBom(head, encoding)).decode(head).trimStart();
  const text = read(await input.peek((head) => /^[[{<]\s*\S|^.+[\r\n]/.test(read(head))));
  // no heading of CSV looks like this
  if (/^(?:\[\s*)?\{\s*["}]|^\[\s*\]/.test(text)) return 'json';
  if (CSV_FILE.test(path ?? '')) return 'csv';
  if (text === '' || /^[[{]/.test(text)) return 'json';
  if (text.startsWith('<')) throw new CommandError('The input is HTML or XML, not CSV or JSON.');
  if (/^.*[,;\t|]|^"?sep=/i.test(text)) return 'csv';
  throw new CommandError('The format of the input could not be detected. Select it with --format json or csv.');
}
