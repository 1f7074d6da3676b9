/** Storage of a fleet: columns of typed arrays in blocks of rows. Workers can transfer them without copying. */

/**
 * Binary logarithm of the rows per block, so that row >> BLOCK_SHIFT is the block index. Only the last block may be
 * shorter.
 */
export const BLOCK_SHIFT = 13;
export const BLOCK_ROWS = 1 << BLOCK_SHIFT;
export const BLOCK_MASK = BLOCK_ROWS - 1;

/** State of a cell: regular value, null, missing, or value of another type than its column. */
export const CELL_TAG = { value: 0, null: 1, missing: 2, mismatched: 3 } as const;

/** Storage type of a column. The API defines it for its own fields. The first value determines it for other fields. */
export type ColumnStorageType = 'text' | 'number' | 'flag' | 'json';

/**
 * Cells as concatenated UTF-8; `ends[i]` is the end of cell i in bytes. Lone surrogates are kept as three bytes, and
 * bytes sort in code point order. In JSON columns, a cell is the JSON text of its value.
 */
export type Utf8Cells = { form: 'text'; bytes: Uint8Array; ends: Uint32Array; ascii: boolean };
export type DictionaryCells = { form: 'codes'; codes: Uint16Array };
type NumberCells = { form: 'number'; values: Float64Array };
type FlagCells = { form: 'flag'; values: Uint8Array };

/**
 * Values as concatenated JSON text that have another type than their column or that a double cannot represent. `rows`
 * are their row indexes in the block, ascending; `ends[i]` is the end of text i.
 */
export type MismatchedCells = { rows: Uint16Array; ends: Uint32Array; bytes: Uint8Array };

export type ColumnCells = (Utf8Cells | DictionaryCells | NumberCells | FlagCells) & {
  tags: Uint8Array | undefined;
  mismatched: MismatchedCells | undefined;
};

/** Block of rows. `cells[c]` belongs to column c and is undefined if the block lacks the column. */
export type RowBlock = { rows: number; cells: (ColumnCells | undefined)[] };

/** Column of a device list. `nested` marks a member of the objects in another column. */
export type ColumnSchema = { name: string; storage: ColumnStorageType; nested?: true };

/** Blocks transferred from the worker. They replace the blocks from index `firstBlock` on. */
export type BlockBatch = {
  firstBlock: number;
  blocks: RowBlock[];
  columns: ColumnSchema[];
  newValues: [column: number, values: string[]][];
};

export function getMismatchedBytes({ bytes, ends }: MismatchedCells, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
}

export function findMismatchedIndex({ rows }: MismatchedCells, row: number): number {
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

export function getTransferables(batch: BlockBatch): Transferable[] {
  const buffers: Transferable[] = [];
  for (const cells of batch.blocks.flatMap((block) => block.cells)) {
    if (!cells) continue;
    if (cells.form === 'text') buffers.push(cells.bytes.buffer, cells.ends.buffer);
    else if (cells.form === 'codes') buffers.push(cells.codes.buffer);
    else buffers.push(cells.values.buffer);
    if (cells.tags) buffers.push(cells.tags.buffer);
    if (cells.mismatched)
      buffers.push(cells.mismatched.rows.buffer, cells.mismatched.ends.buffer, cells.mismatched.bytes.buffer);
  }
  return buffers;
}
