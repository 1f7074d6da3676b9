import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import type { ConnectivityJoin } from '#fleet/model/connectivity.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { sortNaturally } from '#lib/text/foldText.ts';
import { createFacetEncoder, MISMATCHED_MAX } from './facets.ts';

/**
 * A value of the field with the number of its rows, in total and per label. `value` is formatted by
 * `formatTypePrefixedText`; '' stands for a missing value.
 */
export type CrossTabRow = { value: string; count: number; countsByLabel: ReadonlyMap<string, number> };

/**
 * Counts devices by a field's values and a computed label, most frequent first.
 * @returns undefined if the field has too many values
 */
export function* crossTabulate(
  fleet: Fleet,
  field: string,
  { codes, labels }: ConnectivityJoin,
): Generator<void, CrossTabRow[] | undefined> {
  const coder = createFacetEncoder(fleet, field, new Map());
  if (!coder) return undefined;
  const width = labels.length;
  const counts = new Uint32Array(coder.getLabels().length * width);
  const odd = new Map<string, Uint32Array>();
  for (const [index, block] of fleet.blocks.entries()) {
    for (let row = 0; row < block.rows; row++) {
      const at = index * BLOCK_ROWS + row;
      const code = codes[at] ?? 0;
      const value = coder.getMismatched(block, row, at);
      if (value === undefined)
        (counts[coder.encode(block, row, at) * width + code] as number)++; // codes are below the number of labels
      else {
        const own = odd.get(value) ?? new Uint32Array(width);
        odd.set(value, own);
        (own[code] as number)++; // one code per label
      }
      if ((row & 1023) === 1023) yield;
    }
    if (odd.size > MISMATCHED_MAX) return undefined;
  }
  const coded = coder
    .getLabels()
    .map((label, code) => [label, counts.subarray(code * width, (code + 1) * width)] as const);
  return sumCounts([...coded, ...odd], labels);
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
