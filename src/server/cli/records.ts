/** Records in a file, one after another: NDJSON, one JSON array, or CSV with a header row. */

export const FORMATS = ['ndjson', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** A record as JSON text on one line, and the line of the file on which it begins, from 1. */
export type FileRecord = { line: number; text: string };

/** What is wrong with a file, and where. */
export class RecordError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/**
 * Reads the records of a file, as many at a time as it happens to have. The text of each is cut out, not yet checked to be JSON. Throws RecordError for bytes
 * that are not UTF-8, and for an array or a CSV row that is not one.
 */
export function readRecords(bytes: AsyncIterable<Uint8Array>, format: Format): AsyncGenerator<FileRecord[]> {
  if (format === 'csv') return csvRecords(decoded(bytes));
  return format === 'json' ? arrayRecords(decoded(bytes)) : lineRecords(decoded(bytes));
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  const decode = (piece?: Uint8Array) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new RecordError(lines, 'not UTF-8 from about here on');
    }
  };
  for await (const piece of bytes) {
    const text = decode(piece);
    yield text;
    for (const byte of piece) if (byte === 0x0a) lines++;
  }
  yield decode();
}

async function* lineRecords(pieces: AsyncIterable<string>): AsyncGenerator<FileRecord[]> {
  let line = 0;
  let rest = '';
  const records = (lines: string[]) =>
    lines.flatMap((text) => {
      line++;
      return text.trim() === '' ? [] : [{ line, text: text.trim() }];
    });
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield records(lines);
  }
  yield records([rest]);
}

/** Finds where each element of the outermost list begins and ends, looking at nothing but brackets and quotes. */
async function* arrayRecords(pieces: AsyncIterable<string>): AsyncGenerator<FileRecord[]> {
  let [line, start, depth, quoted, escaped, ended] = [1, 1, 0, false, false, false];
  let current = '';
  for await (const piece of pieces) {
    let from = 0;
    const found: FileRecord[] = [];
    for (let at = 0; at < piece.length; at++) {
      const unit = piece[at];
      if (unit === '\n') line++;
      if (quoted) {
        if (escaped) escaped = false;
        else if (unit === '\\') escaped = true;
        else if (unit === '"') quoted = false;
        continue;
      }
      if (ended && unit?.trim() !== '') throw new RecordError(line, 'more follows the end of the list');
      if (unit === '"') quoted = true;
      else if (unit === '[' || unit === '{') {
        depth++;
        if (depth === 1) from = at + 1;
        if (depth === 2) start = line;
      } else if (unit === ']' || unit === '}') depth--;
      if ((depth === 1 && unit === ',') || (depth === 0 && unit === ']')) {
        const text = (current + piece.slice(from, at)).replace(/\s*\n\s*/g, ' ').trim();
        if (text !== '' || unit === ',') found.push({ line: start, text });
        current = '';
        from = at + 1;
        ended = depth === 0;
      }
    }
    yield found;
    if (depth > 0) current += piece.slice(from);
    else if (!ended && piece.trim() !== '') throw new RecordError(line, 'expected a JSON array');
  }
  if (!ended) throw new RecordError(line, 'the JSON array does not end');
}

async function* csvRecords(pieces: AsyncIterable<string>): AsyncGenerator<FileRecord[]> {
  let header: string[] | undefined;
  for await (const { line, cells } of csvRows(pieces)) {
    if (!header) {
      header = cells;
      const twice = header.find((name, at) => cells.indexOf(name) !== at);
      if (twice !== undefined) throw new RecordError(line, `the column ${JSON.stringify(twice)} is there twice`);
    } else if (cells.length !== header.length) {
      throw new RecordError(line, `expected ${header.length} cells, found ${cells.length}`);
    } else {
      const fields = header.flatMap((name, at) =>
        cells[at] === '' ? [] : [`${JSON.stringify(name)}:${cellValue(cells[at] ?? '')}`],
      );
      yield [{ line, text: `{${fields.join(',')}}` }];
    }
  }
}

/** A cell that is a JSON number, true, false or null is that; any other is text. Numbers keep their digits. */
function cellValue(cell: string): string {
  return /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/.test(cell) ? cell : JSON.stringify(cell);
}

type Row = { line: number; cells: string[] };

async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<Row> {
  let [line, start, quoted, after] = [1, 1, false, false];
  let cell = '';
  let cells: string[] = [];
  for await (const piece of pieces) {
    for (const unit of piece) {
      if (unit === '\n') line++;
      if (quoted && unit === '"') [quoted, after] = [false, true];
      else if (quoted) cell += unit;
      else if (unit === '"' && (after || cell === '')) {
        // a quote right after a closing one is a quote in the text
        if (after) cell += '"';
        [quoted, after] = [true, false];
      } else if (unit === ',') {
        cells.push(cell);
        [cell, after] = ['', false];
      } else if (unit === '\n') {
        if (cells.length > 0 || cell !== '') yield { line: start, cells: [...cells, cell] };
        [cells, cell, after, start] = [[], '', false, line];
      } else if (unit !== '\r') cell += unit;
    }
  }
  if (quoted) throw new RecordError(start, 'a quoted cell does not end');
  if (cells.length > 0 || cell !== '') yield { line: start, cells: [...cells, cell] };
}
