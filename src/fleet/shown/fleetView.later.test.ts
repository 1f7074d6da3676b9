import { expect, test } from 'vitest';
import { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { DeviceListParser } from '#fleet/read/deviceListParser.ts';
import { waitForViewRows, waitForViewState } from '#fleet/testing/referenceEngine.ts';
import { createTestFleet } from '#fleet/testing/testFleets.ts';
import { FleetView } from './fleetView.ts';

test('filters, counts and sorts by a joined value, unknown values last', async () => {
  const fleet = createTestFleet('{"devices":[{"deviceID":"a"},{"deviceID":"b"},{"deviceID":"c"},{"deviceID":"d"}]}');
  const joined: JoinedField = { labels: ['unknown', 'online', 'offline'], codes: Uint8Array.of(2, 0, 1, 1) };
  const view = new FleetView(fleet);
  view.setJoined('connectivity', joined);
  view.setRequest({ search: '', facets: { connectivity: ['online'] }, sort: [] });
  expect(await waitForViewRows(view)).toEqual([2, 3]);
  view.setRequest({ search: '', facets: {}, sort: [{ field: 'connectivity', descending: true }] });
  expect(await waitForViewRows(view)).toEqual([0, 2, 3, 1]);
  view.setFacetFields(['connectivity']);
  await waitForViewState(view, () => view.snapshot.getFacetCounts('connectivity') !== undefined);
  expect(view.snapshot.getFacetCounts('connectivity')).toEqual([
    { value: 'online', count: 2 },
    { value: 'offline', count: 1 },
    { value: 'unknown', count: 1 },
  ]);
});

test('counts and filters several values of a row separately', async () => {
  const fleet = createTestFleet('{"devices":[{"deviceID":"a"},{"deviceID":"b"},{"deviceID":"c"},{"deviceID":"d"}]}');
  const view = new FleetView(fleet);
  view.setJoined('checks', { labels: ['old', 'future'], bits: Uint16Array.of(1, 3, 0, 2) });
  view.setJoined('connectivity', { labels: ['unknown', 'online'], codes: Uint8Array.of(1, 1, 0, 0) });
  view.setRequest({ search: '', facets: { checks: ['future'] }, sort: [{ field: 'checks', descending: true }] });
  view.setFacetFields(['checks', 'connectivity']);
  expect(await waitForViewRows(view)).toEqual([1, 3]);
  await waitForViewState(view, () => view.snapshot.getFacetCounts('checks') !== undefined);
  expect(view.snapshot.getFacetCounts('checks')).toEqual([
    { value: 'future', count: 2 },
    { value: 'old', count: 2 },
  ]);
  expect(view.snapshot.getFacetCounts('connectivity')).toEqual([
    { value: 'online', count: 1 },
    { value: 'unknown', count: 1 },
  ]);
  expect(view.snapshot.getJoinedValue('checks', 1)).toBe('old, future');
  view.setRequest({ search: '-connectivity:online', facets: {}, sort: [] });
  expect(await waitForViewRows(view)).toEqual([2, 3]);
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
