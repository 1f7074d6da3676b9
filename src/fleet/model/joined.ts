import { CONNECTIVITY_FIELD } from '#contract/device.ts';

export const JOINED_LABELS_MAX = 16;

/**
 * Field that is computed for devices rather than read from their records: connectivity, changes, failed checks.
 * `codes[row]` is the index of the row's label; label 0 means unknown. If rows can have several labels, `bits[row]` has
 * one bit per label. `order` lists rows that sort before all others.
 */
export type Joined = {
  labels: readonly string[];
  order?: readonly number[];
  /** True if the checks used connectivity, which some do when it is known. */
  usesConnectivity?: boolean;
} & ({ codes: Uint8Array } | { bits: Uint16Array });

export const INVENTORY_FIELD = 'inventory';

export const CHECK_FIELD = 'check';

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
