import { expect, test } from 'vitest';
import { LAST_SEEN_FIELD } from '#contract/device.ts';
import { parseSearch } from '#fleet/filter/parseSearch.ts';
import type { FilterRequest } from '#fleet/filter/rowFilters.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { createFleetOf, runSteps } from '#fleet/testing/testFleets.ts';
import { convertPhraseSearchToWords, countMatchingRows, countMatchingValues } from './countMatchingRows.ts';

const COUNT = 5000;
const DEVICES = Array.from({ length: COUNT }, (_, index) => ({
  deviceID: `D-${index}`,
  productID: index % 5 === 0 ? 'PUMP' : 'CAM',
  registeredAt: index,
}));

const counted = (request: Partial<FilterRequest>, view = new FleetView(createFleetOf(DEVICES))) =>
  runSteps(countMatchingRows(view.snapshot, { search: '', facets: {}, ...request }));

test.each<[string, Partial<FilterRequest>, number]>([
  ['no filters', {}, COUNT],
  ['a facet', { facets: { productID: ['PUMP'] } }, COUNT / 5],
  ['a search', { search: 'd-499' }, 11],
  ['a range and a facet', { facets: { productID: ['CAM'] }, ranges: { registeredAt: { to: 9 } } }, 8],
])('%s', (_, request, expected) => {
  expect(counted(request)).toBe(expected);
});

test('counts a joined field once it is loaded', () => {
  const view = new FleetView(createFleetOf(DEVICES));
  const request = { facets: { connectivity: ['online'] } };
  expect(counted(request, view)).toBeUndefined();
  view.setJoined('connectivity', {
    labels: ['offline', 'online'],
    codes: Uint8Array.from(DEVICES, (_, at) => (at < 7 ? 1 : 0)),
  });
  expect(counted(request, view)).toBe(7);
});

test('counts no numbers that come from other documents', () => {
  const view = new FleetView(createFleetOf(DEVICES));
  const values = Float64Array.from(DEVICES, (_, at) => at);
  const rowOrder = { rows: Uint32Array.from(DEVICES.keys()), ties: new Uint8Array(COUNT), emptyCount: 0 };
  view.setJoined(LAST_SEEN_FIELD, { values, rowOrder, source: '["logs"] 5' });
  const count = (dataId: string) =>
    runSteps(
      countMatchingRows(view.snapshot, {
        search: '',
        facets: {},
        ranges: { [LAST_SEEN_FIELD]: { from: COUNT - 3 } },
        dataId,
      }),
    );
  expect(count('["logs"]')).toBe(3);
  expect(count('["events"]')).toBeUndefined();
});

test('counts the values of the rows that pass the filters', () => {
  const view = new FleetView(createFleetOf(DEVICES));
  const count = (field: string, request: FilterRequest) => runSteps(countMatchingValues(view.snapshot, request, field));
  expect(count('productID', { search: '', facets: {}, ranges: { registeredAt: { to: 9 } } })).toEqual([
    { value: 'CAM', count: 8 },
    { value: 'PUMP', count: 1 },
  ]);
  expect(count('productID', { search: '', facets: { connectivity: ['online'] } })).toBeUndefined();
  expect(count('registeredAt', { search: '', facets: {} })).toBeNull();
});

test.each([
  [' Valley  tracker ', '+valley +tracker'],
  ['a - b', '+a +- +b'],
])('splits %j into separate search words', (search, asked) => {
  expect(convertPhraseSearchToWords(search, ['admin'])).toBe(asked);
  const words = search.toLowerCase().split(' ').filter(Boolean);
  expect(parseSearch(asked, ['admin'])).toEqual(words.map((text) => ({ text, isExact: false, isExcluded: false })));
});

test.each(['', 'valley', 'a -b', 'admin:a', 'admin:a b', '"a b"', '+a b'])('does not split %j', (search) => {
  expect(convertPhraseSearchToWords(search, ['admin'])).toBeUndefined();
});
