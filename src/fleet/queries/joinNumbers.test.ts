import { expect, test } from 'vitest';
import { findFrequentValues } from '#fleet/queries/findFrequentValues.ts';
import { summarizeNumbers } from '#fleet/queries/summarizeNumbers.ts';
import { computeTimeHistogram } from '#fleet/queries/timeHistogram.ts';
import { RowSet } from '#fleet/select/rowSet.ts';
import { FleetView, type ViewRequest } from '#fleet/shown/fleetView.ts';
import { waitForViewRows } from '#fleet/testing/referenceEngine.ts';
import { createFleetOf, runSteps } from '#fleet/testing/testFleets.ts';
import { joinNumbers } from './joinNumbers.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 12);
const SEEN = new Map([
  ['b', NOW - HOUR_MS / 2],
  ['d', NOW - 30 * HOUR_MS],
  ['a', NOW - 2 * HOUR_MS],
  ['elsewhere', NOW],
]);

function createView(field: 'lastSeenAt' | 'documentsIn24h', numbers: ReadonlyMap<string, number>) {
  const devices = ['a', 'b', 'c', 'd', 5, 'f'].map((deviceID) => ({ deviceID }));
  const fleet = createFleetOf(devices);
  fleet.fetchedAt = NOW;
  const view = new FleetView(fleet);
  const joined = runSteps(joinNumbers(fleet, { field, numbers, missing: 0, source: 'logs' }));
  view.setJoined(field, joined);
  const find = async (request: Partial<ViewRequest>) => {
    view.setRequest({ search: '', facets: {}, sort: [], ...request });
    const rows = await waitForViewRows(view);
    return rows.map((row) => fleet.getValue(row, fleet.findColumn('deviceID'))).join('');
  };
  return { fleet, view, joined, find };
}

test('a time per device is filtered by age, sorted and searched; devices without documents are never seen', async () => {
  const { view, find } = createView('lastSeenAt', SEEN);
  expect(await find({ ranges: { lastSeenAt: { within: HOUR_MS } } })).toBe('b');
  expect(await find({ ranges: { lastSeenAt: { within: 24 * HOUR_MS, before: HOUR_MS } } })).toBe('a');
  expect(await find({ ranges: { lastSeenAt: { before: 24 * HOUR_MS, missing: 'too' } } })).toBe('cdf');
  expect(await find({ ranges: { lastSeenAt: { missing: 'only' } } })).toBe('cf');
  expect(await find({ sort: [{ field: 'lastSeenAt', descending: false }] })).toBe('dabc5f');
  expect(await find({ sort: [{ field: 'lastSeenAt', descending: true }] })).toBe('badc5f');
  expect(await find({ search: 'lastSeenAt:never' })).toBe('cf');
  expect(await find({ search: `lastSeenAt:${NOW - 2 * HOUR_MS}` })).toBe('a');
  expect(view.snapshot.getJoinedValue('lastSeenAt', 2)).toBe(0);
  expect(view.snapshot.getJoinedValue('lastSeenAt', 4)).toBeUndefined();
});

test('before the numbers are known, a filter by them passes no device', async () => {
  const { view, find } = createView('lastSeenAt', SEEN);
  view.setJoined('lastSeenAt', undefined);
  expect(await find({ ranges: { lastSeenAt: { missing: 'too' } } })).toBe('');
});

test('a number of documents per device is filtered by value, counted and summarized', async () => {
  const counts = new Map(Object.entries({ a: 7, b: 2, d: 7 }));
  const { fleet, joined, find } = createView('documentsIn24h', counts);
  expect(await find({ facets: { documentsIn24h: ['7'] } })).toBe('ad');
  expect(await find({ ranges: { documentsIn24h: { to: 2 } } })).toBe('bcf');
  expect(await find({ sort: [{ field: 'documentsIn24h', descending: true }] })).toBe('adbcf5');
  const rows = new RowSet();
  rows.fill(fleet.count);
  const request = { field: 'documentsIn24h', joined, rows, searchText: '', chosen: [], limit: 10 };
  const { values = [] } = runSteps(findFrequentValues(fleet, request)) ?? {};
  expect(values.slice(0, 3).map(({ value, count }) => `${value} ${count}`)).toEqual(['0 2', '7 2', '2 1']);
  const all = { count: fleet.count, at: (place: number) => place };
  const summary = runSteps(summarizeNumbers({ fleet, field: 'documentsIn24h', joined, rows: all }));
  expect(summary).toMatchObject({ min: 0, max: 7, numbers: 5, others: 1 });
});

test('times of devices are counted in a histogram', async () => {
  const { fleet, joined } = createView('lastSeenAt', SEEN);
  const edges = [NOW - 24 * HOUR_MS, NOW - HOUR_MS, NOW];
  const { counts, outside, never } = runSteps(computeTimeHistogram({ fleet, field: 'lastSeenAt', joined }, edges));
  expect([[...counts], outside, never]).toEqual([[1, 1], 1, 2]);
});
