import type { RowOrder } from '#fleet/sort/computeRowOrder.ts';

export const JOINED_LABELS_MAX = 16;

/**
 * Labels of devices: connectivity, changes, failed checks. `codes[row]` is the index of the row's label; label 0 means
 * unknown. If rows can have several labels, `bits[row]` has one bit per label. `order` lists rows that sort before all
 * others.
 */
export type JoinedLabelField = {
  labels: readonly string[];
  order?: readonly number[];
  /** True if the checks used connectivity, which some do when it is known. */
  usesConnectivity?: boolean;
} & ({ codes: Uint8Array } | { bits: Uint16Array });

/** Numbers of devices: NaN is unknown, and a time of 0 means never. `source` identifies the data they come from. */
export type JoinedNumberField = {
  values: Float64Array;
  rowOrder: RowOrder;
  source: string;
  order?: undefined;
  usesConnectivity?: undefined;
};

/** Field computed for devices rather than read from their records. */
export type JoinedField = JoinedLabelField | JoinedNumberField;

/** Returns the number or the labels of a row. Undefined for an unknown number. */
export function getJoinedFieldValue(joined: JoinedField, row: number): string | number | undefined {
  if (!('values' in joined)) return getJoinedFieldLabels(joined, row).join(', ');
  const value = joined.values[row] ?? Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

export function getJoinedFieldLabels(joined: JoinedLabelField, row: number): string[] {
  if ('codes' in joined) return [joined.labels[joined.codes[row] ?? 0] ?? ''];
  const bits = joined.bits[row] ?? 0;
  return joined.labels.filter((_, index) => (bits >>> index) & 1);
}

export function countRowsWithBits(bits: Uint16Array, mask: number): number {
  let count = 0;
  for (const own of bits) if (own & mask) count++;
  return count;
}
