import { expect, test } from 'vitest';
import { getJoinedFilterFields, getNeededJoinedFields } from './neededJoinedFields.ts';

const NOTHING = {
  ...{ search: '', facets: {}, ranges: {}, sort: [], facet: undefined },
  ...{ shown: [], exported: [], compared: [] },
};

test.each([
  ['search', { search: 'pump connectivity:offline' }],
  ['exclusion', { search: '-Connectivity:"online"' }],
  ['facet', { facets: { connectivity: ['online'] } }],
  ['sort', { sort: [{ field: 'connectivity', descending: true }] }],
  ['values in the filter panel', { facet: 'connectivity' }],
  ['column', { shown: ['deviceID', 'connectivity'] }],
  ['export', { exported: ['connectivity'] }],
  ['comparison with the previous list', { compared: ['connectivity'] }],
])('using connectivity requires the join: %s', (_, use) => {
  expect(getNeededJoinedFields({ ...NOTHING, ...use })).toEqual(['connectivity']);
});

test('checks also require connectivity, and a quoted text requires nothing', () => {
  expect(getNeededJoinedFields({ ...NOTHING, facet: 'check' })).toEqual(['connectivity', 'check']);
  expect(getNeededJoinedFields({ ...NOTHING, facet: 'constructor', shown: ['__proto__'] })).toEqual([]);
  expect(getNeededJoinedFields({ ...NOTHING, search: '"connectivity:offline" name:check' })).toEqual([]);
});

test('the number of recent documents also requires the newest ones', () => {
  expect(getNeededJoinedFields({ ...NOTHING, shown: ['documentsIn24h'] })).toEqual(['lastSeenAt', 'documentsIn24h']);
  expect(getNeededJoinedFields({ ...NOTHING, ranges: { lastSeenAt: { missing: 'only' } } })).toEqual(['lastSeenAt']);
});

test('filtering requires the joins used in search, facets and ranges', () => {
  const needed = getJoinedFilterFields({ search: 'inventory:found', facets: { check: ['name empty'] }, ranges: {} });
  expect(needed).toEqual(['connectivity', 'check', 'inventory']);
});
