import { expect, test, vi } from 'vitest';
import { BLOCK_ROWS } from '#fleet/model/cells.ts';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { waitForViewRows } from '#fleet/testing/referenceEngine.ts';
import { createFleetOf } from '#fleet/testing/testFleets.ts';

const DEVICES = [
  { status: true, admin: 'ann' },
  { status: 'on', admin: 5 },
  { status: null, admin: '5' },
  { status: 'on', admin: 6 },
];

test.each([
  ['status', ['on'], [1, 3]],
  ['status', ['on', 'true'], [0, 1, 3]],
  ['status', ['off'], []],
  ['admin', ['6'], [3]],
  ['admin', ['ann', '6'], [0, 3]],
] as const)('%s matches %j, also for values of an unexpected type', async (field, values, rows) => {
  const view = new FleetView(createFleetOf(DEVICES));
  view.setRequest({ search: '', facets: { [field]: values }, sort: [] });
  expect(await waitForViewRows(view)).toEqual(rows);
});

const MIXED = [true, false, 'yes', 'yes', 'true', 1, 1, 1, null, undefined, {}];

test('counts and filters values of unexpected types separately', async () => {
  const devices = MIXED.map((enabled, index) => ({ deviceID: `D${index}`, enabled }));
  const view = new FleetView(createFleetOf(devices));
  view.setFacetFields(['enabled']);
  view.setRequest({ search: '', facets: {}, sort: [] });
  await waitForViewRows(view);
  await expect.poll(() => view.snapshot.getFacetCounts('enabled')).toBeTruthy();
  const counts = Object.fromEntries(
    (view.snapshot.getFacetCounts('enabled') ?? []).map(({ value, count }) => [value, count]),
  );
  expect(counts).toEqual({ 'number:1': 3, 'text:yes': 2, '': 2, true: 1, false: 1, 'text:true': 1, 'json:{}': 1 });
  for (const [value, count] of Object.entries(counts)) {
    view.setRequest({ search: '', facets: { enabled: [value] }, sort: [] });
    expect(await waitForViewRows(view), value).toHaveLength(count);
  }
});

test('counts a field without a name', async () => {
  const view = new FleetView(createFleetOf([{ '': 'a' }, { '': 'b' }, { '': 'a' }]));
  view.setFacetFields(['']);
  await waitForViewRows(view);
  await expect
    .poll(() => view.snapshot.getFacetCounts(''))
    .toEqual([
      { value: 'a', count: 2 },
      { value: 'b', count: 1 },
    ]);
});

test('prepares a filter once for all blocks, and again for another choice', async () => {
  const fleet = createFleetOf(Array.from({ length: 3 * BLOCK_ROWS }, (_, row) => ({ admin: row % 3 ? 'ann' : 'bob' })));
  const prepare = vi.spyOn(fleet, 'getDictionary');
  const view = new FleetView(fleet);
  view.setRequest({ search: '', facets: { admin: ['ann'] }, sort: [] });
  expect(await waitForViewRows(view)).toHaveLength(2 * BLOCK_ROWS);
  expect(prepare).toHaveBeenCalledTimes(1);
  view.setRequest({ search: '', facets: { admin: ['bob'] }, sort: [] });
  expect(await waitForViewRows(view)).toHaveLength(BLOCK_ROWS);
  expect(prepare).toHaveBeenCalledTimes(2);
});
