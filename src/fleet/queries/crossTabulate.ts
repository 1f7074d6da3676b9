import { createAllRowIndices, type RowIndices } from '#fleet/filter/rowIndices.ts';
import { BLOCK_MASK, BLOCK_SHIFT } from '#fleet/model/cells.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedLabelField } from '#fleet/model/joinedField.ts';
import { sortNaturally } from '#lib/text/foldText.ts';
import { createFacetEncoder } from './facets.ts';

/**
 * A value of the field with the number of its rows, in total and per label. `value` is formatted by
 * `formatTypePrefixedText`; '' stands for a missing value.
 */
export type CrossTabRow = { value: string; count: number; countsByLabel: ReadonlyMap<string, number> };

/**
 * Counts rows by a field's values and a computed label, most frequent first.
 * @returns undefined if the field has too many values
 */
export function* crossTabulate(
  fleet: Fleet,
  field: string,
  joined: JoinedLabelField & { codes: Uint8Array },
  rows: RowIndices = createAllRowIndices(fleet.count),
): Generator<void, CrossTabRow[] | undefined> {
  const coder = createFacetEncoder(fleet, field, new Map());
  if (!coder) return undefined;
  const width = joined.labels.length;
  const counts = new Uint32Array(coder.getLabels().length * width);
  const odd = new Map<string, Uint32Array>();
  for (let place = 0; place < rows.count; place++) {
    const row = rows.at(place);
    const block = fleet.blocks[row >> BLOCK_SHIFT];
    const value = block && coder.getMismatched(block, row & BLOCK_MASK, row);
    if (value !== undefined) {
      const own = odd.get(value) ?? new Uint32Array(width);
      odd.set(value, own);
      (own[joined.codes[row] ?? 0] as number)++; // one code per label
    } else if (block) {
      // codes are below the number of labels
      (counts[coder.encode(block, row & BLOCK_MASK, row) * width + (joined.codes[row] ?? 0)] as number)++;
    }
    if ((place & 1023) === 1023) yield;
  }
  const labels = coder.getLabels();
  const coded = labels.map((label, code) => [label, counts.subarray(code * width, (code + 1) * width)] as const);
  return sumCounts([...coded, ...odd], joined.labels);
}

function sumCounts(values: readonly (readonly [string, Uint32Array])[], labels: readonly string[]): CrossTabRow[] {
  const sums = new Map<string, Map<string, number>>();
  for (const [value, counts] of values) {
    const by = sums.get(value) ?? new Map<string, number>();
    for (const [place, label] of labels.entries()) {
      by.set(label, (by.get(label) ?? 0) + (counts[place] ?? 0));
    }
    sums.set(value, by);
  }
  const counted = [...sums]
    .map(([value, by]) => ({
      value,
      countsByLabel: by,
      count: [...by.values()].reduce((sum, count) => sum + count, 0),
    }))
    .filter(({ count }) => count > 0);
  return sortNaturally(
    counted,
    ({ value }) => value,
    (a, b) => b.count - a.count,
  );
}
