import type { RangeState } from '#urls/rangeParams.ts';

export type AgeRange = { label: string; range: RangeState };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Ranges of ages that together contain every device with a known time. */
export const AGE_RANGES: readonly AgeRange[] = [
  { label: 'in the last hour', range: { within: HOUR_MS } },
  { label: '1 to 24 hours ago', range: { within: DAY_MS, before: HOUR_MS } },
  { label: '1 to 7 days ago', range: { within: 7 * DAY_MS, before: DAY_MS } },
  { label: 'more than 7 days ago', range: { before: 7 * DAY_MS } },
  { label: 'never', range: { missing: 'only' } },
];

export const SILENT_RANGE: RangeState = { before: DAY_MS, missing: 'too' };
