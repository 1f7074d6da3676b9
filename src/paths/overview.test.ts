import { expect, test } from 'vitest';
import { OVERVIEW_AT_FIRST, type OverviewState, overviewPath, parseOverviewUrl } from './overview.ts';

const read = (path: string) => {
  const { searchParams, hash } = new URL(path, 'http://console');
  return parseOverviewUrl(searchParams, hash);
};

test.each<OverviewState>([
  OVERVIEW_AT_FIRST,
  { ranking: 'leastOnline', tables: ['lastPairedAt'], ranges: { registeredAt: { from: 0, to: 1_700_000_000_000 } } },
  { ranking: 'name', tables: ['registeredAt', 'lastPairedAt'], ranges: { lastPairedAt: { missing: 'only' } } },
])('%j comes back from its link', (state) => {
  expect(read(overviewPath(state))).toEqual({ state, dropped: [] });
});

test('what the overview does not know is named', () => {
  const { state, dropped } = read('/?products=best&table=name#from.admin=3&from.registeredAt=x');
  expect(state).toEqual(OVERVIEW_AT_FIRST);
  expect([...dropped].sort()).toEqual(['from.registeredAt', 'products', 'range admin', 'table name']);
});
