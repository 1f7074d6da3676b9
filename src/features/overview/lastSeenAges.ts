import type { RangeState } from '#urls/rangeParams.ts';
import { overviewMessages } from './messages.ts';

export type AgeRange = { label: string; range: RangeState };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Ranges of ages that together contain every device with a known time. */
export const AGE_RANGES: readonly AgeRange[] = [
  { label: overviewMessages.inLastHour, range: { within: HOUR_MS } },
  { label: overviewMessages.hoursAgo, range: { within: DAY_MS, before: HOUR_MS } },
  { label: overviewMessages.daysAgo, range: { within: 7 * DAY_MS, before: DAY_MS } },
  { label: overviewMessages.longerAgo, range: { before: 7 * DAY_MS } },
  { label: overviewMessages.never, range: { missing: 'only' } },
];

export const SILENT_RANGE: RangeState = { before: DAY_MS, missing: 'too' };
