import { CONNECTIVITY_FIELD } from '#contract/device.ts';

/** Maximum number of labels of a joined field with several values per row. */
export const JOINED_LABELS_MAX = 16;

/**
 * Data about devices that is not in their records: connectivity, changes, failed checks. It is used like a column in
 * facets, sorts and filters. `codes[row]` is the index of the row's label; label 0 means unknown. With several values
 * per row, `bits[row]` has one bit per label, the lowest for the first. `order` lists rows that sort before all
 * others, if labels do not determine the order.
 */
export type Joined = {
  labels: readonly string[];
  order?: readonly number[];
  /** True for checks that used connectivity, as some do if it is known. */
  usesConnectivity?: boolean;
} & ({ codes: Uint8Array } | { bits: Uint16Array });

export const INVENTORY_FIELD = 'inventory';

export const CHECK_FIELD = 'check';

/** Fields that rows can be filtered by although records lack them. */
export const JOINED_FIELDS: readonly string[] = [CONNECTIVITY_FIELD, CHECK_FIELD, INVENTORY_FIELD];

export function getJoinedLabels(joined: Joined, row: number): string[] {
  if ('codes' in joined) return [joined.labels[joined.codes[row] ?? 0] ?? ''];
  const bits = joined.bits[row] ?? 0;
  return joined.labels.filter((_, index) => (bits >>> index) & 1);
}

export function countRowsWithBits(bits: Uint16Array, wanted: number): number {
  let count = 0;
  for (const own of bits) if (own & wanted) count++;
  return count;
}
