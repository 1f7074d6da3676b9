import { BLOCK_ROWS, type Cells, type OddCells, type Storage, TAG } from '#fleet/model/cells.ts';
import { decodeText, encodeText, isAscii } from '#fleet/text/utf8.ts';
import { ByteDictionary, hashBytes } from './byteDictionary.ts';

const NO_FLAGS = new Uint8Array(0);
const NO_VALUES = new Float64Array(0);
const NO_ENDS = new Uint32Array(0);

/**
 * Collects the cells of one column for the current block. Rows are written in order; writing a row again replaces it,
 * which reverts a partly read record. Fields are public for the record reader's inner loop.
 */
export class ColumnWriter {
  name: string;
  readonly storage: Storage;
  /** True once a value has determined the storage; false for a column of nulls. */
  readonly settled: boolean;
  /** Text of the block; `length` bytes are in use. */
  bytes: Uint8Array;
  length = 0;
  ascii = true;
  readonly ends: Uint32Array;
  readonly codes: Uint16Array;
  readonly flags: Uint8Array;
  readonly values: Float64Array;
  readonly tags = new Uint8Array(BLOCK_ROWS);
  tagged = false;
  /** Dropped for good when there are too many distinct values. */
  dictionary: ByteDictionary | undefined;
  /** Columns of the members, for a column of objects. */
  readonly members = new Map<string, ColumnWriter>();
  /** Values of another type than the column's, in the format of OddCells. */
  private oddRows: Uint16Array | undefined;
  private oddEnds = NO_ENDS;
  private oddBytes = NO_FLAGS;
  private oddCount = 0;
  private told = 0;

  constructor(name: string, storage: Storage | undefined, withDictionary: boolean) {
    this.name = name;
    this.storage = storage ?? 'text';
    this.settled = storage !== undefined;
    const textual = this.storage === 'text' || storage === 'json';
    this.bytes = textual ? new Uint8Array(64 * 1024) : NO_FLAGS;
    this.ends = new Uint32Array(textual ? BLOCK_ROWS : 0);
    this.dictionary = withDictionary ? new ByteDictionary() : undefined;
    this.codes = new Uint16Array(withDictionary ? BLOCK_ROWS : 0);
    this.flags = storage === 'flag' ? new Uint8Array(BLOCK_ROWS) : NO_FLAGS;
    this.values = storage === 'number' ? new Float64Array(BLOCK_ROWS) : NO_VALUES;
  }

  /** Reverts `row` and later rows. */
  rewind(row: number): void {
    if (this.ends.length > 0) this.length = row === 0 ? 0 : (this.ends[row - 1] as number); // rows are written in order
    if (this.tagged) this.tags[row] = TAG.value;
    while (this.oddCount > 0 && (this.oddRows?.[this.oddCount - 1] ?? 0) >= row) this.oddCount--;
  }

  textAt(row: number): string {
    return decodeText(this.bytes.subarray(row === 0 ? 0 : this.ends[row - 1], this.ends[row]));
  }

  writeTag(row: number, tag: number): void {
    this.tags[row] = tag;
    this.tagged = true;
    if (this.ends.length > 0) this.ends[row] = this.length;
    if (this.codes.length > 0) this.codes[row] = 0;
  }

  /** Writes a value of another type; `source[start..end)` is its JSON text. */
  writeOdd(row: number, source: Uint8Array, start: number, end: number): void {
    this.writeTag(row, TAG.odd);
    if (!this.oddRows) {
      this.oddRows = new Uint16Array(BLOCK_ROWS);
      this.oddEnds = new Uint32Array(BLOCK_ROWS);
    }
    const from = this.oddLength();
    const to = from + end - start;
    if (to > this.oddBytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.oddBytes.length, to, 64 * 1024));
      grown.set(this.oddBytes.subarray(0, from));
      this.oddBytes = grown;
    }
    for (let at = start, own = from; at < end; at++, own++) this.oddBytes[own] = source[at] as number; // within bounds
    this.oddRows[this.oddCount] = row;
    this.oddEnds[this.oddCount++] = to;
  }

  writeText(row: number, text: string): void {
    const bytes = encodeText(text);
    if (this.dictionary) this.writeCode(row, bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length));
    else this.append(row, bytes);
  }

  /** Writes text in the encoding of `encodeText`. */
  writeBytes(row: number, source: Uint8Array, start: number, end: number): void {
    if (this.dictionary) this.writeCode(row, source, start, end, hashBytes(source, start, end));
    else this.append(row, source.subarray(start, end));
  }

  writeCode(row: number, source: Uint8Array, start: number, end: number, hash: number): void {
    const code = this.dictionary?.code(source, start, end, hash) ?? -1;
    if (code >= 0) {
      this.codes[row] = code;
      return;
    }
    this.dropDictionary(row);
    this.append(row, source.subarray(start, end));
  }

  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Copies the first `rows` cells for transfer. */
  snapshot(rows: number): Cells {
    const tags = this.tagged ? this.tags.slice(0, rows) : undefined;
    const odd = this.oddCells();
    if (this.storage === 'flag') return { form: 'flag', values: this.flags.slice(0, rows), tags, odd };
    if (this.storage === 'number') return { form: 'number', values: this.values.slice(0, rows), tags, odd };
    if (this.dictionary) return { form: 'codes', codes: this.codes.slice(0, rows), tags, odd };
    const { ascii } = this;
    return { form: 'text', bytes: this.bytes.slice(0, this.length), ends: this.ends.slice(0, rows), ascii, tags, odd };
  }

  clear(): void {
    this.length = 0;
    this.ascii = true;
    if (this.tagged) this.tags.fill(TAG.value);
    this.tagged = false;
    this.oddCount = 0;
  }

  /** New dictionary values since the last call; none after the dictionary was dropped. */
  newValues(): string[] {
    if (!this.dictionary || this.told === this.dictionary.size) return [];
    const values = this.dictionary.values(this.told);
    this.told = this.dictionary.size;
    return values;
  }

  private oddCells(): OddCells | undefined {
    const { oddRows: rows, oddEnds: ends, oddCount: count } = this;
    if (!rows || count === 0) return undefined;
    return { rows: rows.slice(0, count), ends: ends.slice(0, count), bytes: this.oddBytes.slice(0, this.oddLength()) };
  }

  private oddLength(): number {
    return this.oddCount === 0 ? 0 : (this.oddEnds[this.oddCount - 1] ?? 0);
  }

  private append(row: number, bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
    this.ends[row] = this.length;
    this.ascii &&= isAscii(bytes);
  }

  /** Converts the block's cells before `row` to text; earlier blocks keep their codes. */
  private dropDictionary(row: number): void {
    const { dictionary } = this;
    if (!dictionary) return;
    this.dictionary = undefined;
    this.length = 0;
    for (let before = 0; before < row; before++) {
      if (this.tagged && this.tags[before] !== TAG.value) this.ends[before] = this.length;
      else this.append(before, dictionary.slice(this.codes[before] as number)); // rows before this one are written
    }
  }
}
