import { expect, test } from 'vitest';
import type { FieldRanges } from '#urls/rangeParams.ts';
import { describeFilters } from './describeFilters.ts';

const DAY = Date.UTC(2026, 10, 20);
const HOUR_MS = 3_600_000;

test.each<[ranges: FieldRanges, words: string]>([
  [{ seenAt: { from: DAY, to: DAY + 24 * HOUR_MS - 1 } }, 'seenAt from 2026-11-20 to 2026-11-20'],
  [{ seenAt: { from: DAY, to: DAY + 6 * HOUR_MS - 1 } }, 'seenAt from 2026-11-20 to 2026-11-20 05:59'],
  [{ seenAt: { from: DAY + 6 * HOUR_MS } }, 'seenAt from 2026-11-20 06:00'],
  [{ seenAt: { to: DAY, missing: 'too' } }, 'seenAt until 2026-11-20 00:00, or never'],
  [{ battery: { from: 5, to: 20 } }, 'battery from 5 to 20'],
  [{ battery: { to: 20, missing: 'too' } }, 'battery up to 20, or no value'],
  [{ battery: { missing: 'only' } }, 'battery has no value'],
])('%j', (ranges, words) => {
  const described = describeFilters({ facets: {}, ranges }, 'utc');
  expect(described.map(({ field, operator, value }) => `${field} ${operator} ${value}`)).toEqual([words]);
});
