import { expect, test } from 'vitest';
import { buildOverviewUrl, DEFAULT_OVERVIEW_STATE, type OverviewState, parseOverviewUrl } from './overview.ts';

const read = (path: string) => {
  const { searchParams, hash } = new URL(path, 'http://console');
  return parseOverviewUrl(searchParams, hash);
};

test.each<OverviewState>([
  DEFAULT_OVERVIEW_STATE,
  { ranking: 'leastOnline', tables: ['lastPairedAt'], ranges: { registeredAt: { from: 0, to: 1_700_000_000_000 } } },
  { ranking: 'name', tables: ['registeredAt', 'lastPairedAt'], ranges: { lastPairedAt: { missing: 'only' } } },
])('%j is restored from its link', (state) => {
  expect(read(buildOverviewUrl(state))).toEqual({ state, dropped: [] });
});

test('reports unknown parameters', () => {
  const { state, dropped } = read('/?products=best&table=name#from.admin=3&from.registeredAt=x');
  expect(state).toEqual(DEFAULT_OVERVIEW_STATE);
  expect([...dropped].sort()).toEqual(['from.registeredAt', 'products', 'range admin', 'table name']);
});
