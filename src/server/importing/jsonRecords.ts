import { tryCatch } from '#lib/tryCatch.ts';
import { createRecordTooLongError, MAX_RECORD_CHARACTERS, type RawRecord, RecordError } from './rawRecord.ts';

/** Length of the first line up to which it may decide the layout, in UTF-16 units. */
const FIRST_LINE_CHARACTERS = 64 * 1024;

/**
 * Reads JSON in any layout: an array of records, a record per line, or records that follow each other or span lines. If
 * the first line is a record, every line is one, so that an error concerns a single line.
 */
export async function* readJsonRecords(chunks: AsyncIterable<string>): AsyncGenerator<RawRecord[]> {
  let splitter: LineSplitter | ValueSplitter | undefined;
  let start = '';
  for await (const piece of chunks) {
    start += piece;
    splitter ??= createSplitter(start);
    if (!splitter) continue;
    yield splitter.split(start);
    start = '';
  }
  splitter ??= createSplitter(`${start}\n`) ?? new LineSplitter();
  yield splitter.split(start);
  yield splitter.end();
}

function createSplitter(start: string): LineSplitter | ValueSplitter | undefined {
  const text = start.trimStart();
  const end = text.indexOf('\n');
  if (end < 0 && text.length <= FIRST_LINE_CHARACTERS) return undefined;
  const isRecord = !text.startsWith('[') && tryCatch(() => JSON.parse(text.slice(0, end))) !== undefined;
  return isRecord ? new LineSplitter() : new ValueSplitter();
}

class LineSplitter {
  private line = 0;
  private rest = '';

  split(piece: string): RawRecord[] {
    const lines = (this.rest + piece).split('\n');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > MAX_RECORD_CHARACTERS) throw createRecordTooLongError(this.line + lines.length + 1);
    return lines.flatMap((given) => {
      this.line++;
      if (given.length > MAX_RECORD_CHARACTERS) throw createRecordTooLongError(this.line);
      const text = given.trim();
      return text === '' ? [] : [{ line: this.line, text }];
    });
  }

  end(): RawRecord[] {
    return this.split('\n');
  }
}

/** Splits values that follow each other, or the elements of one array. */
class ValueSplitter {
  private line = 1;
  private array: 'none' | 'open' | 'closed' | undefined;
  private previous: 'value' | 'comma' | undefined;
  private start = 1;
  private begun = false;
  private depth = 0;
  private quoted = false;
  private escaped = false;
  private current = '';

  split(piece: string): RawRecord[] {
    const found: RawRecord[] = [];
    let from = 0;
    const take = (end: number) => {
      found.push({ line: this.start, text: this.current + piece.slice(from, end) });
      this.current = '';
      this.begun = false;
      this.previous = 'value';
    };
    for (let at = 0; at < piece.length; at++) {
      const unit = piece[at] ?? '';
      if (unit === '\n') this.line++;
      if (this.quoted) {
        this.quoted = this.escaped || unit !== '"';
        this.escaped = !this.escaped && unit === '\\';
        continue;
      }
      const isSpace = unit <= ' ';
      // a number or a word ends before the next separator
      if (this.begun && this.depth === 0 && (isSpace || ',[]{}'.includes(unit))) take(at);
      if (isSpace || (!this.begun && this.isSeparator(unit))) continue;
      if (!this.begun) [this.begun, this.start, from] = [true, this.line, at];
      if (unit === '"') this.quoted = true;
      else if (unit === '[' || unit === '{') this.depth++;
      else if ((unit === ']' || unit === '}') && this.depth > 0 && --this.depth === 0) take(at + 1);
    }
    if (this.begun) this.current += piece.slice(from);
    if (this.current.length > MAX_RECORD_CHARACTERS) throw createRecordTooLongError(this.start);
    return found;
  }

  end(): RawRecord[] {
    if (this.array === 'open') throw new RecordError(this.line, 'the JSON array is not closed');
    // the reason why an incomplete record is invalid is found when it is parsed
    return this.begun ? [{ line: this.start, text: this.current }] : [];
  }

  private isSeparator(unit: string): boolean {
    const { array, previous } = this;
    const isEnd = unit === ']' && array === 'open';
    this.array ??= unit === '[' ? 'open' : 'none';
    if (array === undefined && unit === '[') return true;
    if (array === 'closed') throw new RecordError(this.line, 'unexpected text after the end of the JSON array');
    if (unit !== ',' && !isEnd) {
      if (array !== 'open' || previous !== 'value') return false;
      throw new RecordError(this.line, 'a comma is missing between two records');
    }
    if (array === 'none')
      throw new RecordError(this.line, 'unexpected comma: write records with commas between them in brackets');
    if (previous === 'comma' || (unit === ',' && previous === undefined)) {
      throw new RecordError(this.line, 'unexpected comma: a record is missing before or after it');
    }
    if (isEnd) this.array = 'closed';
    else this.previous = 'comma';
    return true;
  }
}
