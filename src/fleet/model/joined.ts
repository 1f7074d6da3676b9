import { CONNECTIVITY_FIELD } from '#contract/device.ts';

/** Labels of a field that is joined with several values a row. */
export const BITS_MAX = 16;

/**
 * What is known of each device beside its record: its connectivity, how it changed, what is odd about it. Facets, counts,
 * sorting and filtering treat it like a column. `codes[row]` is the place of the row's label; the first label says that
 * nothing is known. Where a row may have several values at once, `bits[row]` has a bit for each label, the lowest for the
 * first. `order` has the rows in an order of their own, before all others, where labels alone do not say it.
 */
export type Joined = { labels: readonly string[]; order?: readonly number[] } & (
  | { codes: Uint8Array }
  | { bits: Uint16Array }
);

/** What a pasted list is joined to the devices as. */
export const INVENTORY = 'inventory';

/** What the answers of the checks are joined to the devices as. */
export const CHECK = 'check';

/** What rows may be filtered by without being in their records. */
export const JOINED: readonly string[] = [CONNECTIVITY_FIELD, CHECK, INVENTORY];

/** The labels of a row. */
export function joinedLabels(joined: Joined, row: number): string[] {
  if ('codes' in joined) return [joined.labels[joined.codes[row] ?? 0] ?? ''];
  const bits = joined.bits[row] ?? 0;
  return joined.labels.filter((_, index) => (bits >>> index) & 1);
}

/** How many rows have a bit, or any of some. */
export function countOf(bits: Uint16Array, wanted: number): number {
  let count = 0;
  for (const own of bits) if (own & wanted) count++;
  return count;
}
