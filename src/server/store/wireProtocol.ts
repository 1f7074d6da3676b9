import { type BindValue, DatabaseError, type JsonRow, type TextRow } from './database.ts';

const decoder = new TextDecoder();

const DATA_ROW = 0x44;
const ERROR = 0x45;

/** Maximum size of a statement buffer that is kept for reuse, in bytes. */
const MAX_BUFFER_KEPT = 8 * 1024 * 1024;

export class StatementEncoder {
  private room = Buffer.allocUnsafeSlow(64 * 1024);
  private length = 0;

  encode(sql: string, values: readonly BindValue[]): Uint8Array {
    if (this.room.byteLength > MAX_BUFFER_KEPT) this.room = Buffer.allocUnsafeSlow(64 * 1024);
    this.length = 0;
    this.message('P', () => {
      this.text('');
      this.text(sql);
      this.int16(0);
    });
    this.message('B', () => this.bound(values));
    this.message('E', () => {
      this.text('');
      this.int32(0);
    });
    this.message('S', () => undefined);
    return this.room.subarray(0, this.length);
  }

  private bound(values: readonly BindValue[]): void {
    this.text('');
    this.text('');
    // all values and result columns as text
    this.int16(0);
    this.int16(values.length);
    for (const value of values) {
      if (value === null) this.int32(-1);
      else this.counted(() => this.characters(`${value}`));
    }
    this.int16(0);
  }

  private message(letter: string, write: () => void): void {
    this.characters(letter);
    this.counted(write, 4);
  }

  private counted(write: () => void, own = 0): void {
    const at = this.length;
    this.int32(0);
    write();
    this.room.writeInt32BE(this.length - at - 4 + own, at);
  }

  private text(text: string): void {
    this.characters(text);
    this.make(1);
    this.room[this.length++] = 0;
  }

  private characters(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.make(bytes);
    this.length += this.room.write(text, this.length);
  }

  private int16(value: number): void {
    this.make(2);
    this.length = this.room.writeUInt16BE(value, this.length);
  }

  private int32(value: number): void {
    this.make(4);
    this.length = this.room.writeInt32BE(value, this.length);
  }

  private make(bytes: number): void {
    const end = this.length + bytes;
    if (end <= this.room.byteLength) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.room.byteLength));
    this.room.copy(larger, 0, 0, this.length);
    this.room = larger;
  }
}

export function parseTextRows(answer: Uint8Array): TextRow[] {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  // several times as fast as TextDecoder for short texts
  return [...iterateDataRows(answer, (start, end) => bytes.toString('utf8', start, end))];
}

export function parseJsonRow(answer: Uint8Array): JsonRow {
  for (const [json, ...rest] of iterateDataRows(answer, (start, end) => answer.subarray(start, end))) {
    if (json) return { json, rest: rest.map((column) => column && decoder.decode(column)) };
  }
  throw new DatabaseError('statement', 'the statement returned no rows');
}

/**
 * Returns the response unchanged.
 * @throws DatabaseError if the response contains an error
 */
export function throwIfErrorResponse(answer: Uint8Array): Uint8Array {
  for (const _ of iterateDataRows(answer, () => null));
  return answer;
}

type ColumnReader<Column> = (start: number, end: number) => Column;

function* iterateDataRows<Column>(answer: Uint8Array, read: ColumnReader<Column>): Generator<(Column | null)[]> {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at < answer.byteLength; at += 1 + view.getUint32(at + 1)) {
    if (view.getUint8(at) === DATA_ROW) yield parseColumns(view, at + 5, read);
    else if (view.getUint8(at) === ERROR) throw parseError(answer.subarray(at + 5, at + 1 + view.getUint32(at + 1)));
  }
}

function parseColumns<Column>(view: DataView, start: number, read: ColumnReader<Column>): (Column | null)[] {
  let at = start + 2;
  const columns = Array<Column | null>(view.getUint16(start));
  for (let n = 0; n < columns.length; n++) {
    const length = view.getInt32(at);
    at += 4;
    columns[n] = length < 0 ? null : read(at, at + length);
    at += Math.max(0, length);
  }
  return columns;
}

function parseError(body: Uint8Array): DatabaseError {
  const fields = new Map(
    decoder
      .decode(body)
      .split('\0')
      .map((field) => [field[0], field.slice(1)]),
  );
  return new DatabaseError('statement', fields.get('M') ?? 'unknown error', fields.get('C'));
}
