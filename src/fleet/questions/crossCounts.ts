import { allRows, type RowList } from '#fleet/find/rowList.ts';
import { BLOCK_MASK, BLOCK_SHIFT } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { inReadingOrder } from '#lib/text/foldText.ts';
import { coderOf } from './facets.ts';

/** How often a value occurs ('' for none), and how often together with each label of what it is crossed with. */
export type CrossCount = { value: string; count: number; by: ReadonlyMap<string, number> };

/**
 * Counts a field's values crossed with what is joined, most frequent first, among all rows or some; nothing when the
 * field has too many different values. May be interrupted at every yield.
 */
export function* crossCounts(
  fleet: Fleet,
  field: string,
  joined: Joined & { codes: Uint8Array },
  rows: RowList = allRows(fleet.count),
): Generator<void, CrossCount[] | undefined> {
  const coder = coderOf(fleet, field, new Map());
  if (!coder) return undefined;
  const width = joined.labels.length;
  const counts = new Uint32Array(coder.labels().length * width);
  for (let place = 0; place < rows.count; place++) {
    const row = rows.at(place);
    const block = fleet.blocks[row >> BLOCK_SHIFT];
    // codes are below the number of labels
    if (block) (counts[coder.code(block, row & BLOCK_MASK, row) * width + (joined.codes[row] ?? 0)] as number)++;
    if ((place & 1023) === 1023) yield;
  }
  return summed(coder.labels(), joined.labels, counts);
}

/** The empty text and no value are one. */
function summed(values: readonly string[], labels: readonly string[], counts: Uint32Array): CrossCount[] {
  const sums = new Map<string, Map<string, number>>();
  for (const [code, value] of values.entries()) {
    const by = sums.get(value) ?? new Map<string, number>();
    for (const [place, label] of labels.entries()) {
      by.set(label, (by.get(label) ?? 0) + (counts[code * labels.length + place] ?? 0));
    }
    sums.set(value, by);
  }
  const counted = [...sums]
    .map(([value, by]) => ({ value, by, count: [...by.values()].reduce((sum, count) => sum + count, 0) }))
    .filter(({ count }) => count > 0);
  return inReadingOrder(
    counted,
    ({ value }) => value,
    (a, b) => b.count - a.count,
  );
}
