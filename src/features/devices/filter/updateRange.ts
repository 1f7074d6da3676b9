import type { RangeState } from '#urls/rangeParams.ts';

export type RangeUpdate = { [Part in keyof RangeState]?: RangeState[Part] | undefined };

/**
 * Returns the range with the given parts set, or removed if undefined.
 * @returns undefined if no part is left
 */
export function updateRange(range: RangeState, update: RangeUpdate): RangeState | undefined {
  const parts = Object.entries({ ...range, ...update }).filter(([, part]) => part !== undefined);
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}
