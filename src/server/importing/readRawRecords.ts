import type { CsvSheetOptions } from './csvSheet.ts';
import { readJsonRecords } from './jsonRecords.ts';
import { type RawRecord, RecordError } from './rawRecord.ts';
import { type CsvListener, readCsvRecords } from './readCsvRecords.ts';

export type InputFormat = 'json' | 'csv';

/** Encodings of input files. A file with a UTF-16 byte order mark is read as UTF-16. */
export const INPUT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type InputEncoding = (typeof INPUT_ENCODINGS)[number];

type ReadOptions = Partial<CsvSheetOptions> &
  Partial<CsvListener> & {
    format: InputFormat;
    encoding?: InputEncoding;
  };

const BYTE_ORDER_MARKS: Readonly<Record<string, InputEncoding>> = { ÿþ: 'utf-16le', þÿ: 'utf-16be' };

const NO_MAPPING = { named: new Map(), types: new Map(), defaults: new Map(), required: [] };

/**
 * Reads the records of a file, several at a time. Extracts their text without validating it as JSON.
 * @throws RecordError for bytes that are not text, an invalid array or CSV file, and a record that is too long
 */
export function readRawRecords(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<RawRecord[]> {
  const { onDialect = () => undefined, onSheet = () => undefined } = options;
  const text = decodeText(bytes, options.encoding);
  if (options.format === 'json') return readJsonRecords(text);
  return readCsvRecords(text, { columns: NO_MAPPING, ...options }, { onDialect, onSheet });
}

/**
 * Decodes a file to text without its byte order mark.
 * @throws RecordError for bytes that are invalid in the encoding
 */
async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: InputEncoding = 'utf-8',
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let line = 1;
  try {
    for await (const piece of bytes) {
      decoder ??= new TextDecoder(resolveEncodingByBom(piece, encoding), { fatal: true });
      const text = decoder.decode(piece, { stream: true });
      if (text.includes('\0'))
        throw new RecordError(line, `the text contains NUL characters, as UTF-16 does ${ADVICE}`);
      line += text.split('\n').length - 1;
      yield text;
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new RecordError(line, `the text is not valid ${decoder?.encoding.toUpperCase()} ${ADVICE}`);
    }
    if (code.startsWith('Z_')) throw new RecordError(line, 'the gzip data is damaged or incomplete near this line');
    throw error;
  }
}

const ADVICE = 'near this line; select another encoding with --encoding';

export function resolveEncodingByBom(start: Uint8Array, encoding: InputEncoding): InputEncoding {
  return BYTE_ORDER_MARKS[Buffer.from(start.subarray(0, 2)).toString('latin1')] ?? encoding;
}
