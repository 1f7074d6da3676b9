/**
 * How a fleet is kept: columns of typed arrays, cut into blocks of rows, so that a worker can hand them over without a
 * copy and a million rows are a few hundred objects.
 */

/** Rows of a full block; every block but the last is full. A power of two, so that row >> BLOCK_SHIFT finds the block. */
export const BLOCK_SHIFT = 13;
export const BLOCK_ROWS = 1 << BLOCK_SHIFT;
export const BLOCK_MASK = BLOCK_ROWS - 1;

/** What a cell holds instead of a value of its column's own storage. */
export const TAG = { value: 0, null: 1, missing: 2, odd: 3 } as const;

/** What the values of a column are, decided by the interface for its fields and else by the first value that came. */
export type Storage = 'text' | 'number' | 'flag' | 'json';

/**
 * UTF-8 of one cell after the other; `ends[i]` is where cell i ends (in bytes) and the next begins. Lone surrogates
 * stand as the three bytes that UTF-8 would give them if it could, so that nothing is lost and bytes sort as code
 * points do. Columns of storage `json` hold the JSON text of each value.
 */
export type TextCells = { form: 'text'; bytes: Uint8Array; ends: Uint32Array; ascii: boolean };
/** Numbers of the column's dictionary, for text with few different values. */
export type CodeCells = { form: 'codes'; codes: Uint16Array };
type NumberCells = { form: 'number'; values: Float64Array };
/** 0 is false, 1 is true. */
type FlagCells = { form: 'flag'; values: Uint8Array };

/**
 * JSON text, as UTF-8 one after the other, of values that are of another type than their column or that a number cannot
 * hold exactly; `rows` are theirs in the block, ascending, and `ends[i]` is where the i-th text ends.
 */
export type OddCells = { rows: Uint16Array; ends: Uint32Array; bytes: Uint8Array };

/** Cells of one column in one block. Without `tags` every cell holds a value. */
export type Cells = (TextCells | CodeCells | NumberCells | FlagCells) & {
  tags: Uint8Array | undefined;
  odd: OddCells | undefined;
};

/** One block of rows. `cells[c]` belongs to column c; a column that the block does not know has no cells there. */
export type Block = { rows: number; cells: (Cells | undefined)[] };

/** A column as the reader of a body knows it; `nested` where it has a member of an object that another column holds. */
export type ColumnHead = { name: string; storage: Storage; nested?: true };

/** What a reader hands over at a time; blocks follow one another from block `first` on, replacing what was there. */
export type Batch = {
  first: number;
  blocks: Block[];
  /** Every column so far, in order of appearance. */
  columns: ColumnHead[];
  /** New dictionary values by column, each list continuing the column's earlier ones. */
  values: [column: number, values: string[]][];
};

/** The bytes of the `index`-th odd value. */
export function oddBytes({ bytes, ends }: OddCells, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
}

/** Which odd value a row of the block has, or -1. */
export function oddIndex({ rows }: OddCells, row: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) < row)
      low = middle + 1; // within bounds
    else high = middle;
  }
  return rows[low] === row ? low : -1;
}

export function transferables(batch: Batch): Transferable[] {
  const buffers: Transferable[] = [];
  for (const cells of batch.blocks.flatMap((block) => block.cells)) {
    if (!cells) continue;
    if (cells.form === 'text') buffers.push(cells.bytes.buffer, cells.ends.buffer);
    else if (cells.form === 'codes') buffers.push(cells.codes.buffer);
    else buffers.push(cells.values.buffer);
    if (cells.tags) buffers.push(cells.tags.buffer);
    if (cells.odd) buffers.push(cells.odd.rows.buffer, cells.odd.ends.buffer, cells.odd.bytes.buffer);
  }
  return buffers;
}
