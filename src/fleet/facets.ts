import { type Block, TAG } from './cells.ts';
import type { Fleet } from './fleet.ts';

/** A value that is no column of the list but known of each row: `codes[row]` is the place of its label. */
export type Joined = { labels: readonly string[]; codes: Uint8Array };

/** How often a value occurs among the rows that every other filter lets through; '' stands for no value. */
export type FacetCount = { value: string; count: number };

/** Reads one field as a small number per row: the place of its value among `labels()`. */
export type Coder = { labels: () => readonly string[]; code: (block: Block, row: number, at: number) => number };

/** The values of a flag column and what stands for no value at all. */
const FLAG_LABELS = ['false', 'true', ''];

/**
 * A coder for a field, or none when it has too many different values to be counted or is no column yet. In `code`,
 * `row` counts within the block and `at` within the fleet.
 */
export function coderOf(fleet: Fleet, field: string, joined: ReadonlyMap<string, Joined>): Coder | undefined {
  const own = joined.get(field);
  if (own) return { labels: () => own.labels, code: (_block, _row, at) => own.codes[at] ?? 0 };
  const column = fleet.columnOf(field);
  const storage = fleet.columns[column]?.storage;
  if (storage === 'flag') return { labels: () => FLAG_LABELS, code: (block, row) => flagCode(block, column, row) };
  if (storage !== 'text' || !fleet.dictionary(column)) return undefined;
  // the last label is for no value; it keeps its place while the dictionary grows
  return {
    labels: () => ['', ...fleet.codedValues(column)],
    code: (block, row) => textCode(block, column, row),
  };
}

function flagCode(block: Block, column: number, row: number): number {
  const cells = block.cells[column];
  if (cells?.form !== 'flag' || (cells.tags?.[row] ?? TAG.value) !== TAG.value) return 2;
  return cells.values[row] ?? 2;
}

function textCode(block: Block, column: number, row: number): number {
  const cells = block.cells[column];
  if (cells?.form !== 'codes' || (cells.tags?.[row] ?? TAG.value) !== TAG.value) return 0;
  return 1 + (cells.codes[row] ?? 0);
}

/** The counts of a facet, most frequent first; the empty text and no value are one. */
export function facetCounts(labels: readonly string[], counts: Uint32Array): FacetCount[] {
  const sums = new Map<string, number>();
  for (const [code, label] of labels.entries()) {
    const count = counts[code] ?? 0;
    if (count > 0) sums.set(label, (sums.get(label) ?? 0) + count);
  }
  return [...sums]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
