import { IMPORT_MESSAGES } from './messages.ts';
import { createRecordTooLongError, MAX_RECORD_CHARACTERS, type RawRecord, RecordError } from './rawRecord.ts';

export async function* readNdjsonRecords(chunks: AsyncIterable<string>): AsyncGenerator<RawRecord[]> {
  let line = 0;
  let begun: string[] = [];
  let length = 0;
  const records = (lines: string[]) =>
    lines.flatMap((text) => {
      line++;
      if (text.length > MAX_RECORD_CHARACTERS) throw createRecordTooLongError(line);
      return text.trim() === '' ? [] : [{ line, text: text.trim() }];
    });
  for await (const piece of chunks) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    length += first.length;
    if (length > MAX_RECORD_CHARACTERS) throw createRecordTooLongError(line + 1);
    const rest = others.pop();
    if (rest === undefined) continue;
    const lines = [begun.join(''), ...others];
    [begun, length] = [[rest], rest.length];
    yield records(lines);
  }
  yield records([begun.join('')]);
}

export async function* readJsonArrayRecords(chunks: AsyncIterable<string>): AsyncGenerator<RawRecord[]> {
  const cutter = new ArraySplitter();
  for await (const piece of chunks) yield cutter.cut(piece);
  cutter.end();
}

class ArraySplitter {
  private line = 1;
  private start = 1;
  private depth = 0;
  private quoted = false;
  private escaped = false;
  private ended = false;
  private begun = false;
  private promised = false;
  private current = '';

  cut(piece: string): RawRecord[] {
    let from = 0;
    const found: RawRecord[] = [];
    for (let at = 0; at < piece.length; at++) {
      const unit = piece[at] ?? '';
      if (unit === '\n') this.line++;
      if (this.quoted) this.quote(unit);
      else if (unit > ' ') {
        const within = this.depth > 0;
        if (this.depth === 1 && (unit === ',' || unit === ']')) {
          found.push(...this.record(this.current + piece.slice(from, at), unit));
        } else this.take(unit);
        if (this.depth === 1 && (unit === ',' || !within)) from = at + 1;
      }
    }
    if (this.depth > 0) this.current += piece.slice(from);
    if (this.current.length > MAX_RECORD_CHARACTERS) throw createRecordTooLongError(this.start);
    return found;
  }

  end(): void {
    if (!this.ended) throw new RecordError(this.line, IMPORT_MESSAGES.arrayNotClosed);
  }

  private take(unit: string): void {
    if (this.ended) throw new RecordError(this.line, IMPORT_MESSAGES.textAfterArray);
    if (this.depth === 0 && unit !== '[') throw new RecordError(this.line, IMPORT_MESSAGES.notArray);
    if (this.depth > 0 && !this.begun) [this.begun, this.start] = [true, this.line];
    if (unit === '"') this.quoted = true;
    else if (unit === '[' || unit === '{') this.depth++;
    else if ((unit === ']' || unit === '}') && this.depth > 1) this.depth--;
  }

  private quote(unit: string): void {
    if (this.escaped) this.escaped = false;
    else if (unit === '\\') this.escaped = true;
    else if (unit === '"') this.quoted = false;
  }

  private record(text: string, close: string): RawRecord[] {
    if (!this.begun && (close === ',' || this.promised)) {
      throw new RecordError(this.line, IMPORT_MESSAGES.extraComma);
    }
    const found = this.begun ? [{ line: this.start, text: text.trim() }] : [];
    this.current = '';
    this.begun = false;
    this.promised = close === ',';
    if (close === ']') [this.depth, this.ended] = [0, true];
    return found;
  }
}
