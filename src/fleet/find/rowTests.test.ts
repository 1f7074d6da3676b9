import { expect, test } from 'vitest';
import { FleetView } from '#fleet/shown/fleetView.ts';
import { listed } from '#fleet/testing/testAnswers.ts';
import { fleetOf } from '#fleet/testing/testFleets.ts';

const FLEET = JSON.stringify({
  devices: [
    { deviceID: 'a', status: true, admin: 'ann' },
    { deviceID: 'b', status: 'on', admin: 5 },
    { deviceID: 'c', status: null, admin: '5' },
    { deviceID: 'd', status: 'on', admin: 6 },
  ],
});

test.each([
  ['status', ['on'], [1, 3]],
  ['status', ['on', 'true'], [0, 1, 3]],
  ['status', ['off'], []],
  ['admin', ['6'], [3]],
  ['admin', ['ann', '6'], [0, 3]],
] as const)('%s is one of %j, also where it is of another type than it should be', async (field, values, rows) => {
  const view = new FleetView(fleetOf(FLEET));
  view.set({ search: '', facets: { [field]: values }, sort: [] });
  expect(await listed(view)).toEqual(rows);
});
