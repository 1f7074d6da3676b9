import { CsvError, parse } from 'csv-parse';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { CsvParsingStyle } from '#server/importing/columns/csvColumnProfile.ts';
import type { DateOrder } from '#server/importing/columns/dates.ts';
import {
  type ColumnMapping,
  type ColumnParsingPlans,
  type CsvColumnsListener,
  type CsvHeader,
  createCsvColumnProfiles,
  createCsvRowSerializer,
} from './csvColumns.ts';
import { IMPORT_MESSAGES } from './messages.ts';
import { createRecordTooLongError, MAX_RECORD_CHARACTERS, type RawRecord, RecordError } from './rawRecord.ts';

/** Size of the sample from which the CSV dialect is detected, in UTF-16 units. */
const SAMPLE_CHARACTERS = 64 * 1024;

const LINE_END = /\r\n|\n|\r/g;

export async function* readCsvRecords(
  chunks: AsyncIterable<string>,
  { columns, dates, plans }: CsvReadOptions,
  listener: CsvListener,
): AsyncGenerator<RawRecord[]> {
  const sheet = await openCsv(chunks);
  if (!sheet) return;
  listener.onDialect(sheet.dialect);
  let write: RowSerializer | undefined;
  for await (const found of sheet.rows) {
    if (!write) {
      const row = takeHeader(found);
      if (row)
        write = createCsvRowSerializer(row, { columns, style: getCsvStyle(sheet.dialect, dates), plans }, listener);
    }
    if (write) yield found.map(createRecordFactory(write));
  }
}

/**
 * Reads a whole sheet to plan how the cells of each column are parsed. A sheet with an error is planned up to the
 * error, which is thrown when the records are read.
 */
export async function planCsvColumnsFromText(
  pieces: AsyncIterable<string>,
  { columns, dates }: CsvReadOptions,
): Promise<ColumnParsingPlans> {
  let profiles: ReturnType<typeof createCsvColumnProfiles> | undefined;
  let style: CsvParsingStyle = { dates, isSemicolonSheet: false };
  try {
    const sheet = await openCsv(pieces);
    if (sheet) style = getCsvStyle(sheet.dialect, dates);
    for await (const found of sheet?.rows ?? []) {
      const row = profiles ? undefined : takeHeader(found);
      if (row) profiles = createCsvColumnProfiles(row, columns);
      for (const [column, profile] of profiles ?? []) {
        for (const { cells, line } of found) profile.add(cells[column] ?? '', line);
      }
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
  }
  return new Map([...(profiles ?? [])].map(([column, profile]) => [column, profile.createPlan(style)]));
}

export type CsvReadOptions = {
  columns: ColumnMapping;
  dates?: DateOrder | undefined;
  plans?: ColumnParsingPlans | undefined;
};

export type CsvListener = CsvColumnsListener & { onDialect: (dialect: Dialect) => void };

type RowSerializer = (cells: readonly string[], line: number) => string;

function getCsvStyle({ delimiter }: Dialect, dates: DateOrder | undefined): CsvParsingStyle {
  return { dates, isSemicolonSheet: delimiter === ';' };
}

function takeHeader(rows: CsvRow[]): CsvHeader | undefined {
  const row = rows.shift();
  return row && { headings: row.cells.map((cell) => cell.trim()), line: row.line };
}

function createRecordFactory(write: RowSerializer) {
  return ({ line, cells }: CsvRow): RawRecord => {
    try {
      return { line, text: write(cells, line) };
    } catch (error) {
      return { line, text: '', problem: (error as Error).message };
    }
  };
}

const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\n|\r)/i;

async function openCsv(pieces: AsyncIterable<string>) {
  const { sample, rest } = await takeSample(pieces);
  if (sample.trim() === '') return undefined;
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(sample) ?? [];
  const text = sample.slice(separatorLine.length);
  const dialect = detectCsvDialect(text, separator);
  async function* whole() {
    yield text;
    yield* rest;
  }
  return { dialect, rows: parseRows(whole(), dialect.delimiter, separatorLine === '' ? 1 : 2) };
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

type CsvRow = { line: number; cells: string[] };

async function* parseRows(
  pieces: AsyncIterable<string>,
  delimiter: string,
  firstLine: number,
): AsyncGenerator<CsvRow[]> {
  const options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
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
      if (cells.length > 1 || cells[0] !== '') found.push({ line, cells });
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
  for await (const piece of endWithLineEnd(pieces)) {
    const { found, error } = await send(piece);
    yield found;
    if (error) throw error instanceof CsvError ? createCsvError(error, line) : error;
  }
}

async function* endWithLineEnd(pieces: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  yield* pieces;
  yield undefined;
}

function countLineEnds(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? (cell.match(LINE_END)?.length ?? 0) : 0;
}

function createCsvError({ code, message }: CsvError, line: number): RecordError {
  if (code === 'CSV_MAX_RECORD_SIZE') return createRecordTooLongError(line);
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new RecordError(line, IMPORT_MESSAGES.quoteNotClosed);
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return new RecordError(line, IMPORT_MESSAGES.textAfterQuote);
  if (code === 'INVALID_OPENING_QUOTE') return new RecordError(line, IMPORT_MESSAGES.quoteInCell);
  return new RecordError(line, message);
}

type Dialect = { delimiter: string; lineEnd: string; columns: number };

const DELIMITERS = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
]);

const LINE_ENDS = new Map([
  ['\r\n', 'CRLF'],
  ['\n', 'LF'],
  ['\r', 'CR'],
]);

const QUOTED_OR_END = /"(?:[^"]|"")*(?:"|$)|\r\n|\n|\r/g;

/**
 * Detects the dialect from the row of headings: the most frequent delimiter outside quotes, unless the file specifies
 * its `separator`.
 */
export function detectCsvDialect(sample: string, separator?: string): Dialect {
  let headings = '';
  let lineEnd = '\n';
  let from = 0;
  for (const { 0: found, index } of sample.matchAll(QUOTED_OR_END)) {
    headings += sample.slice(from, index);
    from = index + found.length;
    if (!LINE_ENDS.has(found)) continue;
    lineEnd = found;
    // empty lines may precede the headings
    if (headings !== '') break;
  }
  const delimiters = separator === undefined ? [...DELIMITERS.keys()] : [separator];
  const counts = delimiters.map((delimiter) => [headings.split(delimiter).length, delimiter] as const);
  const [columns, delimiter] = counts.reduce((best, next) => (next[0] > best[0] ? next : best));
  return { delimiter, lineEnd, columns };
}

export function describeCsvDialect({ delimiter, lineEnd, columns }: Dialect): string {
  const names = [DELIMITERS.get(delimiter) ?? delimiter, LINE_ENDS.get(lineEnd)];
  return `${names.join(', ')}, ${formatCountWithNoun(columns, 'column')}`;
}
