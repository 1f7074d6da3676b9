import type { Block, Cells, ColumnHead, TextCells } from '#fleet/model/cells.ts';
import { decodeText, encodeText } from '#fleet/text/utf8.ts';
import type { FoldedText } from './textOrder.ts';

/** A column to be sorted: its cells in each block, and its dictionary, where it has one. */
export type SortColumn = { blocks: readonly Block[]; column: number; head: ColumnHead; values: readonly string[] };

/** Lower case of ASCII, by byte. */
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** Collects folded text row by row into one piece of memory. */
export class FoldedWriter {
  private bytes = new Uint8Array(64 * 1024);
  private readonly starts: Uint32Array;
  private length = 0;
  private row = 0;

  constructor(rows: number) {
    this.starts = new Uint32Array(rows + 1);
  }

  write(text: Uint8Array): void {
    this.reserve(text.length);
    this.bytes.set(text, this.length);
    this.length += text.length;
    this.end();
  }

  /** Writes `source[start..end)`, ASCII letters folded; tells whether there was nothing but ASCII, else writes nothing. */
  writeAscii(source: Uint8Array, start: number, end: number): boolean {
    this.reserve(end - start);
    const { bytes, length } = this;
    for (let at = start, to = length; at < end; at++, to++) {
      const byte = source[at] as number; // the caller's bounds
      if (byte > 127) return false;
      bytes[to] = LOWER[byte] as number;
    }
    this.length = length + end - start;
    this.end();
    return true;
  }

  done(): FoldedText {
    return { bytes: this.bytes, starts: this.starts };
  }

  private end(): void {
    this.starts[++this.row] = this.length;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(1.5 * this.bytes.length, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
}

const NOTHING = new Uint8Array(0);

/** The text of every row of a column, for sorting; `odd` stands in for cells, and rows without text have none. */
export function textOfColumn(
  { blocks, column, values }: SortColumn,
  fold: boolean,
  odd: ReadonlyMap<number, Uint8Array>,
): FoldedText {
  const folded = values.map((value) => encodeText(value.toLowerCase()));
  const writer = new FoldedWriter(blocks.reduce((sum, block) => sum + block.rows, 0));
  let first = 0;
  for (const block of blocks) {
    const cells = block.cells[column];
    for (let row = 0; row < block.rows; row++) {
      const own = odd.size > 0 ? odd.get(first + row) : undefined;
      if (own || !cells) writer.write(own ?? NOTHING);
      else if (cells.form === 'text') writeCell(writer, cells, row, fold);
      else writer.write(codedText(cells, row, folded));
    }
    first += block.rows;
  }
  return writer.done();
}

function writeCell(writer: FoldedWriter, { bytes, ends }: TextCells, row: number, fold: boolean): void {
  const start = row === 0 ? 0 : (ends[row - 1] as number); // rows of the block
  const end = ends[row] as number;
  if (fold && writer.writeAscii(bytes, start, end)) return;
  const own = bytes.subarray(start, end);
  writer.write(fold ? encodeText(decodeText(own).toLowerCase()) : own);
}

function codedText(cells: Cells, row: number, folded: readonly Uint8Array[]): Uint8Array {
  return cells.form === 'codes' ? (folded[cells.codes[row] ?? 0] ?? NOTHING) : NOTHING;
}
