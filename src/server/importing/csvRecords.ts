import { CsvError, parse } from 'csv-parse';
import { counted } from '#lib/counts.ts';
import { type FileRecord, RECORD_MAX, RecordError, tooLong } from './fileRecord.ts';
import { type Columns, recordWriter, type TellWord } from './headings.ts';

/** How much of a file decides what it is made of, in UTF-16 units. */
const SAMPLE = 64 * 1024;

const LINE_END = /\r\n|\n|\r/g;

/** Rows below a row of headings, in whatever dialect. */
export async function* csvRecords(
  pieces: AsyncIterable<string>,
  columns: Columns,
  tell: (dialect: Dialect) => void,
  tellWord: TellWord,
  note: (text: string) => void,
): AsyncGenerator<FileRecord[]> {
  const { sample, whole } = await sampled(pieces);
  if (sample.trim() === '') return;
  const dialect = dialectOf(sample);
  tell(dialect);
  let write: ((cells: readonly string[]) => string) | undefined;
  for await (const found of rows(whole, dialect.delimiter)) {
    if (!write) {
      const headings = found.shift()?.cells.map((cell) => cell.trim());
      if (headings) write = recordWriter(headings, columns, tellWord, note);
    }
    if (write) yield found.map(recordOf(write));
  }
}

/** A row that cannot be a record keeps its place: what is wrong with the rows before it is told first. */
function recordOf(write: (cells: readonly string[]) => string) {
  return ({ line, cells }: Row): FileRecord => {
    try {
      return { line, text: write(cells) };
    } catch (error) {
      return { line, text: '', problem: (error as Error).message };
    }
  };
}

/** The first piece or pieces, and all of them. */
async function sampled(pieces: AsyncIterable<string>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let sample = '';
  while (sample.length < SAMPLE) {
    const { done, value } = await iterator.next();
    if (done) break;
    sample += value;
  }
  async function* whole() {
    yield sample;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { sample, whole: whole() };
}

type Row = { line: number; cells: string[] };

/** Rows that hold anything, each with the line on which it begins; those before a mistake come before its error. */
async function* rows(pieces: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row[]> {
  const options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: RECORD_MAX,
    // a piece is parsed whole, and its rows are taken before the next one
    readableHighWaterMark: Number.MAX_SAFE_INTEGER,
  };
  const parser = parse(options);
  let line = 1;
  const taken = () => {
    const found: Row[] = [];
    for (let cells: string[] | null = parser.read(); cells; cells = parser.read()) {
      if (cells.length > 1 || cells[0] !== '') found.push({ line, cells });
      line++;
      for (const cell of cells) line += lineEnds(cell);
    }
    return found;
  };
  const send = (piece?: string) =>
    new Promise<{ found: Row[]; error: unknown }>((resolve) => {
      const done = (error?: Error | null) => resolve({ found: taken(), error });
      if (piece === undefined) parser.end(done);
      else parser.write(piece, done);
    });
  // who sent it hears of it in time to take what came before it
  parser.on('error', () => undefined);
  for await (const piece of withEnd(pieces)) {
    const { found, error } = await send(piece);
    yield found;
    if (error) throw error instanceof CsvError ? complaint(error, line) : error;
  }
}

async function* withEnd(pieces: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  yield* pieces;
  yield undefined;
}

function lineEnds(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? (cell.match(LINE_END)?.length ?? 0) : 0;
}

/** `line` is where the row begins that could not be read. */
function complaint({ code, message }: CsvError, line: number): RecordError {
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong(line);
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new RecordError(line, 'a quoted cell does not end');
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return new RecordError(line, 'text follows the closing quote of a cell');
  if (code === 'INVALID_OPENING_QUOTE') return new RecordError(line, 'a quote stands within a cell that is not quoted');
  return new RecordError(line, message);
}

/** What a CSV file is made of, as its beginning shows. */
export type Dialect = { delimiter: string; lineEnd: string; columns: number };

/** Delimiters in use, the likelier ones first. */
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

/** A field in quotes, or a line end. */
const QUOTED_OR_END = /"(?:[^"]|"")*(?:"|$)|\r\n|\n|\r/g;

/** Reads it off the row of headings: what stands there most often, outside quotes, parts them. */
export function dialectOf(sample: string): Dialect {
  let headings = '';
  let lineEnd = '\n';
  let from = 0;
  for (const { 0: found, index } of sample.matchAll(QUOTED_OR_END)) {
    headings += sample.slice(from, index);
    from = index + found.length;
    if (!LINE_ENDS.has(found)) continue;
    lineEnd = found;
    // empty lines may come before the headings
    if (headings !== '') break;
  }
  const counts = [...DELIMITERS.keys()].map((delimiter) => [headings.split(delimiter).length, delimiter] as const);
  const [columns, delimiter] = counts.reduce((best, next) => (next[0] > best[0] ? next : best));
  return { delimiter, lineEnd, columns };
}

/** "semicolon, CRLF, 8 columns" */
export function describeDialect({ delimiter, lineEnd, columns }: Dialect): string {
  const names = [DELIMITERS.get(delimiter), LINE_ENDS.get(lineEnd)];
  return `${names.join(', ')}, ${counted(columns, 'column')}`;
}
