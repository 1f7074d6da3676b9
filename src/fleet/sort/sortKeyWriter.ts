import type { ColumnCells, ColumnSchema, RowBlock, Utf8Cells } from '#fleet/model/cells.ts';
import {
  foldTwoByteLetter,
  isDigitByte,
  isTwoByteLead,
  LOWER_CASE_BYTES,
  NOT_FOLDABLE,
} from '#fleet/text/foldBytes.ts';
import { decodeWtf8, encodeWtf8 } from '#fleet/text/utf8.ts';
import { toNaturalSortKey } from '#lib/text/foldText.ts';
import type { SortKeyBuffer } from './sortRowsByKeys.ts';

export type SortColumn = {
  blocks: readonly RowBlock[];
  column: number;
  schema: ColumnSchema;
  values: readonly string[];
};

const ZERO = 48;
const NINE = 57;

export class SortKeyWriter {
  private bytes = new Uint8Array(64 * 1024);
  private readonly starts: Uint32Array;
  private readonly fold: boolean;
  private length = 0;
  private row = 0;

  constructor(rows: number, fold: boolean) {
    this.starts = new Uint32Array(rows + 1);
    this.fold = fold;
  }

  write(text: Uint8Array): void {
    if (this.fold) this.writeFolded(text, 0, text.length);
    else this.append(text);
    this.starts[++this.row] = this.length;
  }

  writeCells({ bytes, ends }: Utf8Cells): void {
    let start = 0;
    for (let row = 0; row < ends.length; row++) {
      const end = ends[row] as number; // within bounds
      if (this.fold) this.writeFolded(bytes, start, end);
      else this.append(bytes.subarray(start, end));
      this.starts[++this.row] = this.length;
      start = end;
    }
  }

  finish(): SortKeyBuffer {
    return { bytes: this.bytes, starts: this.starts };
  }

  private writeFolded(source: Uint8Array, start: number, end: number): void {
    // at most twice the length: a one-digit number takes two bytes, and no letter grows more
    if (this.length + 2 * (end - start) > this.bytes.length) this.grow(2 * (end - start));
    const to = writeSortKey(source, start, end, this.bytes, this.length);
    if (to < 0) this.append(encodeWtf8(toNaturalSortKey(decodeWtf8(source.subarray(start, end)))));
    else this.length = to;
  }

  private append(text: Uint8Array): void {
    if (this.length + text.length > this.bytes.length) this.grow(text.length);
    this.bytes.set(text, this.length);
    this.length += text.length;
  }

  private grow(more: number): void {
    const grown = new Uint8Array(Math.max(1.5 * this.bytes.length, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

/**
 * Writes the sort key of a text without creating a string.
 * @returns the end, or -1 if the text has three-byte characters, which need a string
 */
function writeSortKey(source: Uint8Array, start: number, end: number, bytes: Uint8Array, at: number): number {
  let to = at;
  for (let from = start; from < end; ) {
    const byte = source[from] as number; // the caller's bounds
    const lower = LOWER_CASE_BYTES[byte] as number;
    if (lower !== NOT_FOLDABLE) {
      bytes[to++] = lower;
      from++;
    } else if (isDigitByte(byte)) {
      const first = from++;
      while (from < end && isDigitByte(source[from] as number)) from++;
      to = writeNumberKey(source, first, from, bytes, to);
    } else if (isTwoByteLead(byte)) {
      const letter = foldTwoByteLetter(byte, source[from + 1] as number); // text ends with a complete character
      for (let index = 0; index < letter.length; index++) bytes[to++] = letter[index] as number; // within bounds
      from += 2;
    } else return -1;
  }
  return to;
}

function writeNumberKey(source: Uint8Array, start: number, end: number, bytes: Uint8Array, at: number): number {
  let first = start;
  while (first < end - 1 && source[first] === ZERO) first++;
  let to = at;
  let more = end - first - 1;
  for (; more >= 9; more -= 9) bytes[to++] = NINE;
  bytes[to++] = ZERO + more;
  for (let digit = first; digit < end; digit++) bytes[to++] = source[digit] as number; // the caller's bounds
  return to;
}

const EMPTY_BYTES = new Uint8Array(0);

export function buildSortKeys(
  { blocks, column, values }: SortColumn,
  fold: boolean,
  mismatched: ReadonlyMap<number, Uint8Array>,
): SortKeyBuffer {
  const texts = values.map(encodeWtf8);
  const writer = new SortKeyWriter(
    blocks.reduce((sum, block) => sum + block.rows, 0),
    fold,
  );
  let first = 0;
  for (const { rows, cells: all } of blocks) {
    const cells = all[column];
    if (cells?.form === 'text' && mismatched.size === 0) writer.writeCells(cells);
    else
      for (let row = 0; row < rows; row++) writer.write(mismatched.get(first + row) ?? getCellBytes(cells, row, texts));
    first += rows;
  }
  return writer.finish();
}

function getCellBytes(cells: ColumnCells | undefined, row: number, texts: readonly Uint8Array[]): Uint8Array {
  if (cells?.form === 'text') return cells.bytes.subarray(row === 0 ? 0 : cells.ends[row - 1], cells.ends[row]);
  return cells?.form === 'codes' ? (texts[cells.codes[row] ?? 0] ?? EMPTY_BYTES) : EMPTY_BYTES;
}
