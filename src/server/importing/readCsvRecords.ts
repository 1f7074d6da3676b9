import { CsvError, parse } from 'csv-parse';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { type CsvRow, CsvSheet, type CsvSheetOptions } from './csvSheet.ts';
import { createRecordTooLongError, MAX_RECORD_CHARACTERS, type RawRecord, RecordError } from './rawRecord.ts';

/** Size of the sample from which the CSV dialect is detected, in UTF-16 units. */
const SAMPLE_CHARACTERS = 64 * 1024;

const LINE_END = /\r\n|\n|\r/g;

export type CsvListener = { onDialect: (dialect: Dialect) => void; onSheet: (sheet: CsvSheet) => void };

export async function* readCsvRecords(
  chunks: AsyncIterable<string>,
  options: CsvSheetOptions,
  { onDialect, onSheet }: CsvListener,
): AsyncGenerator<RawRecord[]> {
  const opened = await openCsv(chunks);
  if (!opened) return;
  const { dialect, rows: batches } = opened;
  onDialect(dialect);
  let sheet: CsvSheet | undefined;
  for await (const rows of batches) {
    const header = sheet ? undefined : rows.shift();
    if (header) {
      sheet = new CsvSheet(header, { ...options, delimiter: dialect.delimiter });
      onSheet(sheet);
    }
    const current = sheet;
    if (current) yield rows.map((row) => readRow(row, current));
  }
}

function readRow(row: CsvRow, sheet: CsvSheet): RawRecord {
  try {
    return { line: row.line, text: sheet.read(row) };
  } catch (error) {
    return { line: row.line, text: '', problem: (error as Error).message };
  }
}

const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\n|\r)/i;

/** Matches empty lines and comments before the headings. `#` alone may be the heading of a column. */
const PREAMBLE = /^(?:[^\S\r\n]*(?:\r\n|\n|\r)|#[^,;|\t\r\n][^\r\n]*(?:\r\n|\n|\r))+/;

async function openCsv(pieces: AsyncIterable<string>) {
  const { sample, rest } = await takeSample(pieces);
  if (sample.trim() === '') return undefined;
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(sample) ?? [];
  const [preamble = ''] = PREAMBLE.exec(sample.slice(separatorLine.length)) ?? [];
  const skipped = separatorLine + preamble;
  const text = sample.slice(skipped.length);
  const dialect = detectCsvDialect(text, separator);
  async function* whole() {
    yield text;
    yield* rest;
  }
  return { dialect, rows: parseRows(whole(), dialect.delimiter, 1 + countLineEnds(skipped)) };
}

async function takeSample(pieces: AsyncIterable<string>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let sample = '';
  while (sample.length < SAMPLE_CHARACTERS) {
    const { done, value } = await iterator.next();
    if (done) break;
    sample += value;
  }
  return { sample, rest: { [Symbol.asyncIterator]: () => iterator } };
}

/** Parses rows that have a value. Cells that are not quoted are trimmed. */
async function* parseRows(
  pieces: AsyncIterable<string>,
  delimiter: string,
  firstLine: number,
): AsyncGenerator<CsvRow[]> {
  const options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    // a quote within a cell that is not quoted is content
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    // a piece is parsed completely, and its rows are taken before the next piece
    readableHighWaterMark: Number.MAX_SAFE_INTEGER,
  };
  const parser = parse(options);
  let line = firstLine;
  const taken = () => {
    const found: CsvRow[] = [];
    for (let cells: string[] | null = parser.read(); cells; cells = parser.read()) {
      if (cells.some((cell) => cell !== '')) found.push({ line, cells });
      line++;
      for (const cell of cells) line += countLineEnds(cell);
    }
    return found;
  };
  const send = (piece?: string) =>
    new Promise<{ found: CsvRow[]; error: unknown }>((resolve) => {
      const done = (error?: Error | null) => resolve({ found: taken(), error });
      if (piece === undefined) parser.end(done);
      else parser.write(piece, done);
    });
  // the error is thrown after the rows before it
  parser.on('error', () => undefined);
  const iterator = pieces[Symbol.asyncIterator]();
  for (let ended = false; !ended; ) {
    const { done, value } = await iterator.next();
    ended = done === true;
    const { found, error } = await send(ended ? undefined : value);
    yield found;
    if (error) throw error instanceof CsvError ? createCsvError(error, line) : error;
  }
}

function countLineEnds(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? (cell.match(LINE_END)?.length ?? 0) : 0;
}

function createCsvError({ code, message, ...error }: CsvError, line: number): RecordError {
  if (code === 'CSV_MAX_RECORD_SIZE') return createRecordTooLongError(line);
  const column = `column ${Number(error['column']) + 1}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new RecordError(line, `${column}: a quoted cell is not closed`);
  if (code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE') {
    return new RecordError(
      line,
      `${column}: unexpected text after the closing quote of a cell. Write a quote within a cell twice`,
    );
  }
  return new RecordError(line, message);
}

type Dialect = { delimiter: string; columns: number };

const DELIMITERS: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

const QUOTED_CELL = /(?<=(?:^|[,;\t|\r\n])[^\S\r\n]*)"(?:[^"]|"")*(?:"|$)/g;

/**
 * Detects the dialect from the row of headings: the most frequent delimiter outside quotes, unless the file specifies
 * its `separator`.
 */
export function detectCsvDialect(sample: string, separator?: string): Dialect {
  const [headings = ''] = sample.replace(QUOTED_CELL, '').split(/[\r\n]/, 1);
  const delimiters = separator === undefined ? Object.keys(DELIMITERS) : [separator];
  const counts = delimiters.map((delimiter) => ({ delimiter, columns: headings.split(delimiter).length }));
  return counts.reduce((best, next) => (next.columns > best.columns ? next : best));
}

export function describeCsvDialect({ delimiter, columns }: Dialect): string {
  return `${DELIMITERS[delimiter] ?? delimiter}, ${formatCountWithNoun(columns, 'column')}`;
}
