import { expect, test } from 'vitest';
import { Fleet } from '#fleet/model/fleet.ts';
import { DeviceListParser } from '#fleet/read/deviceListParser.ts';
import { waitForViewRows, waitForViewState } from '#fleet/testing/referenceEngine.ts';
import { createFleetOf } from '#fleet/testing/testFleets.ts';
import { FleetView, type ViewRequest } from './fleetView.ts';

test('filters, counts and sorts by joined values, unknown ones last, and several values of a row separately', async () => {
  const view = new FleetView(createFleetOf(['a', 'b', 'c', 'd'].map((deviceID) => ({ deviceID }))));
  const find = (request: Partial<ViewRequest>) => {
    view.setRequest({ search: '', facets: {}, sort: [], ...request });
    return waitForViewRows(view);
  };
  view.setJoined('checks', { labels: ['old', 'future'], bits: Uint16Array.of(1, 3, 0, 2) });
  view.setJoined('connectivity', { labels: ['unknown', 'online', 'offline'], codes: Uint8Array.of(2, 0, 1, 1) });
  expect(await find({ facets: { connectivity: ['online'] } })).toEqual([2, 3]);
  expect(await find({ sort: [{ field: 'connectivity', descending: true }] })).toEqual([0, 2, 3, 1]);
  expect(await find({ search: '-connectivity:online' })).toEqual([0, 1]);
  view.setFacetFields(['checks', 'connectivity']);
  expect(await find({ facets: { checks: ['future'] }, sort: [{ field: 'checks', descending: true }] })).toEqual([1, 3]);
  await waitForViewState(view, () => view.snapshot.getFacetCounts('checks') !== undefined);
  const count = (field: string) => view.snapshot.getFacetCounts(field)?.map((each) => `${each.value} ${each.count}`);
  expect(count('checks')).toEqual(['future 2', 'old 2']);
  expect(count('connectivity')).toEqual(['online 1', 'unknown 1']);
  expect(view.snapshot.getJoinedValue('checks', 1)).toBe('old, future');
});

test('rows that arrive later pass the same filters', async () => {
  const view = new FleetView(new Fleet());
  view.subscribe(() => {});
  view.setRequest({ search: 'x', facets: {}, sort: [] });
  const devices = Array.from({ length: 20_000 }, (_, row) => ({ name: row % 1000 === 0 ? 'x' : 'y' }));
  for (const _ of readParts(view.fleet, devices)) {
    const expected = Array.from({ length: Math.ceil(view.fleet.count / 1000) }, (_, index) => index * 1000);
    expect(await waitForViewRows(view)).toEqual(expected);
  }
  expect(view.fleet.count).toBe(20_000);
});

test('the number of visible rows never decreases while rows arrive', async () => {
  const view = new FleetView(new Fleet());
  const seen: number[] = [];
  const leave = view.subscribe(() => seen.push(view.rows.count));
  view.setRequest({ search: 'x', facets: {}, sort: [] });
  const devices = Array.from({ length: 120_000 }, (_, row) => ({ name: row % 2 ? `x${row}` : 'y' }));
  for (const _ of readParts(view.fleet, devices)) await new Promise((resolve) => setTimeout(resolve));
  await waitForViewState(view, () => view.isSettled && view.rows.count === 60_000);
  leave();
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

function* readParts(fleet: Fleet, devices: readonly object[]): Generator<void> {
  const reader = new DeviceListParser();
  const bytes = new TextEncoder().encode(JSON.stringify({ devices }));
  for (let from = 0; from < bytes.length; from += 50_000) {
    reader.push(bytes.slice(from, from + 50_000));
    fleet.applyBatch(reader.rows.takeBatch(true));
    fleet.notify();
    yield;
  }
}
