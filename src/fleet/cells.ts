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
export type NumberCells = { form: 'number'; values: Float64Array };
/** 0 is false, 1 is true. */
export type FlagCells = { form: 'flag'; values: Uint8Array };

/** Cells of one column in one block. Without `tags` every cell holds a value. */
export type Cells = (TextCells | CodeCells | NumberCells | FlagCells) & { tags: Uint8Array | undefined };

/**
 * One block of rows. `cells[c]` belongs to column c; a column that the block does not know has no cells there. `odd`
 * holds, by column * BLOCK_ROWS + row in the block, the JSON text of values that are of another type than their column
 * or that a number cannot hold exactly.
 */
export type Block = { rows: number; cells: (Cells | undefined)[]; odd: Map<number, string> };

/** A column as the reader of a body knows it. */
export type ColumnHead = { name: string; storage: Storage };

/** What a reader hands over at a time; blocks follow one another from block `first` on, replacing what was there. */
export type Batch = {
  first: number;
  blocks: Block[];
  /** Every column so far, in order of appearance. */
  columns: ColumnHead[];
  /** New dictionary values by column, each list continuing the column's earlier ones. */
  values: [column: number, values: string[]][];
};

export function transferables(batch: Batch): Transferable[] {
  const buffers: Transferable[] = [];
  for (const cells of batch.blocks.flatMap((block) => block.cells)) {
    if (!cells) continue;
    if (cells.form === 'text') buffers.push(cells.bytes.buffer, cells.ends.buffer);
    else if (cells.form === 'codes') buffers.push(cells.codes.buffer);
    else buffers.push(cells.values.buffer);
    if (cells.tags) buffers.push(cells.tags.buffer);
  }
  return buffers;
}
