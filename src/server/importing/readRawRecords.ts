import type { ColumnMapping, ColumnParsingPlans } from './csvColumns.ts';
import { readJsonArrayRecords, readNdjsonRecords } from './jsonRecords.ts';
import { IMPORT_MESSAGES } from './messages.ts';
import { type RawRecord, RecordError } from './rawRecord.ts';
import { type CsvListener, type CsvReadOptions, planCsvColumnsFromText, readCsvRecords } from './readCsvRecords.ts';

export const INPUT_FORMATS = ['ndjson', 'json', 'csv'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

/** Encodings of input files. A file with a UTF-16 byte order mark is read as UTF-16. */
export const INPUT_ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const;
export type InputEncoding = (typeof INPUT_ENCODINGS)[number];

type ReadOptions = Partial<CsvReadOptions> &
  Partial<CsvListener> & {
    format: InputFormat;
    encoding?: InputEncoding;
  };

const UTF16_BYTE_ORDER_MARK = 'ÿþ';

const DEFAULT_MAPPING: ColumnMapping = {
  named: new Map(),
  text: new Set(),
  blank: new Set(),
  booleans: new Set(),
  times: new Set(),
  required: [],
  defaults: new Map(),
};

/**
 * Reads the records of a file, several at a time. Extracts their text without validating it as JSON.
 * @throws RecordError for bytes that are not text, an invalid array or CSV file, and a record that is too long
 */
export function readRawRecords(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<RawRecord[]> {
  const { format, encoding = 'utf-8', columns = DEFAULT_MAPPING, dates, plans } = options;
  const { onDialect = doNothing, onConversion = doNothing, onNote = doNothing, onColumnReports = doNothing } = options;
  const text = decodeText(bytes, encoding);
  if (format === 'csv')
    return readCsvRecords(text, { columns, dates, plans }, { onDialect, onConversion, onNote, onColumnReports });
  return format === 'json' ? readJsonArrayRecords(text) : readNdjsonRecords(text);
}

function doNothing(): void {
  // default for absent listeners
}

export function planCsvColumnsFromBytes(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<ColumnParsingPlans> {
  const { encoding = 'utf-8', columns = DEFAULT_MAPPING, dates } = options;
  return planCsvColumnsFromText(decodeText(bytes, encoding), { columns, dates });
}

/**
 * Decodes a file to text without its byte order mark.
 * @throws RecordError for bytes that are invalid in the encoding
 */
async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding: InputEncoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let lines = 1;
  for await (const piece of withReadError(bytes, () => lines)) {
    decoder ??= new TextDecoder(resolveEncodingByBom(piece, encoding), { fatal: true });
    const text = decode(decoder, piece, lines);
    lines += text.split('\n').length - 1;
    yield text;
  }
  if (decoder) yield decode(decoder, undefined, lines);
}

export function resolveEncodingByBom(start: Uint8Array, encoding: InputEncoding): InputEncoding {
  return Buffer.from(start.subarray(0, 2)).toString('latin1') === UTF16_BYTE_ORDER_MARK ? 'utf-16le' : encoding;
}

async function* withReadError(bytes: AsyncIterable<Uint8Array>, line: () => number): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new RecordError(line(), IMPORT_MESSAGES.gzipDamaged);
  }
}

function decode(decoder: TextDecoder, piece: Uint8Array | undefined, line: number): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    throw new RecordError(line, IMPORT_MESSAGES.badEncoding(decoder.encoding));
  }
}
