import { type Block, type Cells, TAG, type TextCells } from '#fleet/cells.ts';
import type { Fleet } from '#fleet/fleet.ts';
import { decodeText } from '#fleet/read/wtf8.ts';

/** Lower-case text of a block's cells in one string; `ends[i]` is where that of cell i ends, in UTF-16 units. */
type Folded = { text: string; ends: Uint32Array };

const decoder = new TextDecoder();

/**
 * Finds rows in whose text columns a query occurs, whatever its case (both sides by toLowerCase). A block is searched as
 * one string with the browser's own indexOf; folded blocks are kept for the next query.
 */
export class TextSearch {
  private readonly fleet: Fleet;
  private readonly folded = new WeakMap<Cells, Folded>();
  private query = '';
  /** Which values of each column's dictionary contain the query, as far as they were looked at. */
  private codes: Uint8Array[] = [];

  constructor(fleet: Fleet) {
    this.fleet = fleet;
  }

  /** Sets bit `bit` of `fails[from + i]` for every row i of the block that does not contain the query, else clears it. */
  mark(block: Block, query: string, fails: Uint8Array, from: number, bit: number): void {
    this.prepare(query);
    for (let row = 0; row < block.rows; row++) (fails[from + row] as number) |= bit; // the caller made room
    for (const [column, { storage }] of this.fleet.columns.entries()) {
      const cells = block.cells[column];
      if (storage !== 'text' || !cells) continue;
      if (cells.form === 'text') this.markText(cells, fails, from, bit);
      else if (cells.form === 'codes') this.markCodes(column, cells.codes, cells.tags, fails, from, bit);
    }
  }

  private prepare(query: string): void {
    const folded = query.toLowerCase();
    if (folded !== this.query) this.codes = [];
    this.query = folded;
  }

  private markText(cells: TextCells & Cells, fails: Uint8Array, from: number, bit: number): void {
    const { query } = this;
    const { text, ends } = this.foldedOf(cells);
    let row = 0;
    for (let at = text.indexOf(query); at >= 0; ) {
      row = rowAt(ends, at, row);
      const end = ends[row] as number; // `at` lies within a row
      if (at + query.length <= end) {
        (fails[from + row] as number) &= ~bit;
        at = text.indexOf(query, end);
      } else at = text.indexOf(query, at + 1);
    }
  }

  private markCodes(
    column: number,
    codes: Uint16Array,
    tags: Uint8Array | undefined,
    fails: Uint8Array,
    from: number,
    bit: number,
  ): void {
    const hits = this.codeHits(column);
    for (let row = 0; row < codes.length; row++) {
      if (hits[codes[row] as number] && !tags?.[row]) (fails[from + row] as number) &= ~bit; // TAG.value is 0
    }
  }

  private codeHits(column: number): Uint8Array {
    const values = this.fleet.codedValues(column);
    const known = this.codes[column];
    if (known?.length === values.length) return known;
    const hits = Uint8Array.from(values, (value) => (value.toLowerCase().includes(this.query) ? 1 : 0));
    this.codes[column] = hits;
    return hits;
  }

  private foldedOf(cells: TextCells & Cells): Folded {
    const known = this.folded.get(cells);
    if (known) return known;
    const folded = cells.ascii
      ? { text: decoder.decode(cells.bytes).toLowerCase(), ends: cells.ends }
      : foldRows(cells, cells.tags);
    this.folded.set(cells, folded);
    return folded;
  }
}

/** Row by row: lower case may be longer, and depends on the neighbours of a letter. */
function foldRows({ bytes, ends }: TextCells, tags: Uint8Array | undefined): Folded {
  const folded = new Uint32Array(ends.length);
  let text = '';
  for (let row = 0; row < ends.length; row++) {
    if ((tags?.[row] ?? TAG.value) === TAG.value) {
      text += decodeText(bytes.subarray(row === 0 ? 0 : ends[row - 1], ends[row])).toLowerCase();
    }
    folded[row] = text.length;
  }
  return { text, ends: folded };
}

/** The row that holds position `at`, not before row `least`; rows near `least` are found fast. */
function rowAt(ends: Uint32Array, at: number, least: number): number {
  let step = 1;
  let high = least;
  while (high < ends.length && (ends[high] as number) <= at) {
    high += step;
    step *= 2;
  }
  let low = Math.max(least, high - step / 2);
  high = Math.min(high, ends.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
