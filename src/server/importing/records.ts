import { csvRecords } from './csvRecords.ts';
import { decoded, type Encoding } from './decoding.ts';
import type { Dialect } from './dialect.ts';
import type { FileRecord } from './fileRecord.ts';
import type { Columns } from './headings.ts';
import { arrayRecords, lineRecords } from './jsonRecords.ts';

/** NDJSON, one JSON array, or CSV with a row of headings. */
export const FORMATS = ['ndjson', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export type Reading = {
  format: Format;
  encoding?: Encoding;
  /** What a CSV file's columns become; without it every column is the field it is headed by. */
  columns?: Columns;
  /** Hears what a CSV file is made of, before its first record. */
  tell?: (dialect: Dialect) => void;
};

const AS_HEADED: Columns = { named: new Map(), text: new Set(), blank: new Set(), required: [] };

/**
 * Reads the records of a file, as many at a time as it happens to have. The text of each is cut out, not yet checked to
 * be JSON. Throws RecordError for bytes that are not text, for an array or a CSV file that is not one, and for a record
 * of more than RECORD_MAX.
 */
export function readRecords(bytes: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<FileRecord[]> {
  const { format, encoding = 'utf-8', columns = AS_HEADED, tell = () => undefined } = reading;
  const text = decoded(bytes, encoding);
  if (format === 'csv') return csvRecords(text, columns, tell);
  return format === 'json' ? arrayRecords(text) : lineRecords(text);
}
