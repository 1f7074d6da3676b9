import {
  BLOCK_ROWS,
  CELL_TAG,
  type ColumnCells,
  type ColumnStorageType,
  type MismatchedCells,
} from '#fleet/model/cells.ts';
import { decodeWtf8, encodeWtf8, isAscii } from '#fleet/text/utf8.ts';
import { ByteDictionary, hashBytes } from './byteDictionary.ts';

const EMPTY_BYTES = new Uint8Array(0);
const EMPTY_NUMBERS = new Float64Array(0);
const EMPTY_ENDS = new Uint32Array(0);

/**
 * Collects the cells of one column for the current block. Rows are written in order; writing a row again replaces it.
 * Fields are public for the inner loop of the record reader.
 */
export class ColumnWriter {
  name: string;
  readonly storage: ColumnStorageType;
  readonly hasStorage: boolean;
  bytes: Uint8Array;
  length = 0;
  ascii = true;
  readonly ends: Uint32Array;
  readonly codes: Uint16Array;
  readonly flags: Uint8Array;
  readonly values: Float64Array;
  readonly tags = new Uint8Array(BLOCK_ROWS);
  hasTags = false;
  dictionary: ByteDictionary | undefined;
  readonly members = new Map<string, ColumnWriter>();
  private mismatchedRows: Uint16Array | undefined;
  private mismatchedEnds = EMPTY_ENDS;
  private mismatchedBytes = EMPTY_BYTES;
  private mismatchedCount = 0;
  private takenCount = 0;

  constructor(name: string, storage: ColumnStorageType | undefined, withDictionary: boolean) {
    this.name = name;
    this.storage = storage ?? 'text';
    this.hasStorage = storage !== undefined;
    const textual = this.storage === 'text' || storage === 'json';
    this.bytes = textual ? new Uint8Array(64 * 1024) : EMPTY_BYTES;
    this.ends = new Uint32Array(textual ? BLOCK_ROWS : 0);
    this.dictionary = withDictionary ? new ByteDictionary() : undefined;
    this.codes = new Uint16Array(withDictionary ? BLOCK_ROWS : 0);
    this.flags = storage === 'flag' ? new Uint8Array(BLOCK_ROWS) : EMPTY_BYTES;
    this.values = storage === 'number' ? new Float64Array(BLOCK_ROWS) : EMPTY_NUMBERS;
  }

  rewind(row: number): void {
    if (this.ends.length > 0) this.length = row === 0 ? 0 : (this.ends[row - 1] as number); // rows are written in order
    if (this.hasTags) this.tags[row] = CELL_TAG.value;
    while (this.mismatchedCount > 0 && (this.mismatchedRows?.[this.mismatchedCount - 1] ?? 0) >= row)
      this.mismatchedCount--;
  }

  getText(row: number): string {
    return decodeWtf8(this.bytes.subarray(row === 0 ? 0 : this.ends[row - 1], this.ends[row]));
  }

  writeTag(row: number, tag: number): void {
    this.tags[row] = tag;
    this.hasTags = true;
    if (this.ends.length > 0) this.ends[row] = this.length;
    if (this.codes.length > 0) this.codes[row] = 0;
  }

  /** Writes a value of another type. `source[start..end)` is its JSON text. */
  writeMismatched(row: number, source: Uint8Array, start: number, end: number): void {
    this.writeTag(row, CELL_TAG.mismatched);
    if (!this.mismatchedRows) {
      this.mismatchedRows = new Uint16Array(BLOCK_ROWS);
      this.mismatchedEnds = new Uint32Array(BLOCK_ROWS);
    }
    const from = this.getMismatchedLength();
    const to = from + end - start;
    if (to > this.mismatchedBytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.mismatchedBytes.length, to, 64 * 1024));
      grown.set(this.mismatchedBytes.subarray(0, from));
      this.mismatchedBytes = grown;
    }
    for (let at = start, own = from; at < end; at++, own++) this.mismatchedBytes[own] = source[at] as number; // within bounds
    this.mismatchedRows[this.mismatchedCount] = row;
    this.mismatchedEnds[this.mismatchedCount++] = to;
  }

  writeText(row: number, text: string): void {
    const bytes = encodeWtf8(text);
    if (this.dictionary) this.writeCode(row, bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length));
    else this.append(row, bytes);
  }

  writeBytes(row: number, source: Uint8Array, start: number, end: number): void {
    if (this.dictionary) this.writeCode(row, source, start, end, hashBytes(source, start, end));
    else this.append(row, source.subarray(start, end));
  }

  writeCode(row: number, source: Uint8Array, start: number, end: number, hash: number): void {
    const code = this.dictionary?.encode(source, start, end, hash) ?? -1;
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

  copyCells(rows: number): ColumnCells {
    const tags = this.hasTags ? this.tags.slice(0, rows) : undefined;
    const odd = this.copyMismatched();
    if (this.storage === 'flag') return { form: 'flag', values: this.flags.slice(0, rows), tags, mismatched: odd };
    if (this.storage === 'number') return { form: 'number', values: this.values.slice(0, rows), tags, mismatched: odd };
    if (this.dictionary) return { form: 'codes', codes: this.codes.slice(0, rows), tags, mismatched: odd };
    const { ascii } = this;
    return {
      form: 'text',
      bytes: this.bytes.slice(0, this.length),
      ends: this.ends.slice(0, rows),
      ascii,
      tags,
      mismatched: odd,
    };
  }

  clear(): void {
    this.length = 0;
    this.ascii = true;
    if (this.hasTags) this.tags.fill(CELL_TAG.value);
    this.hasTags = false;
    this.mismatchedCount = 0;
  }

  takeNewValues(): string[] {
    if (!this.dictionary || this.takenCount === this.dictionary.size) return [];
    const values = this.dictionary.decodeFrom(this.takenCount);
    this.takenCount = this.dictionary.size;
    return values;
  }

  private copyMismatched(): MismatchedCells | undefined {
    const { mismatchedRows: rows, mismatchedEnds: ends, mismatchedCount: count } = this;
    if (!rows || count === 0) return undefined;
    return {
      rows: rows.slice(0, count),
      ends: ends.slice(0, count),
      bytes: this.mismatchedBytes.slice(0, this.getMismatchedLength()),
    };
  }

  private getMismatchedLength(): number {
    return this.mismatchedCount === 0 ? 0 : (this.mismatchedEnds[this.mismatchedCount - 1] ?? 0);
  }

  private append(row: number, bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
    this.ends[row] = this.length;
    this.ascii &&= isAscii(bytes);
  }

  private dropDictionary(row: number): void {
    const { dictionary } = this;
    if (!dictionary) return;
    this.dictionary = undefined;
    this.length = 0;
    for (let before = 0; before < row; before++) {
      if (this.hasTags && this.tags[before] !== CELL_TAG.value) this.ends[before] = this.length;
      else this.append(before, dictionary.getBytes(this.codes[before] as number)); // rows before this one are written
    }
  }
}
