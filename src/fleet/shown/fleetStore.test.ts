import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toRowIndices } from '#fleet/filter/rowIndices.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { createFleetOf } from '#fleet/testing/testFleets.ts';
import { FleetStore } from './fleetStore.ts';
import type { FleetDisplayQuery } from './fleetVersion.ts';

const ALL: FleetDisplayQuery = { search: '', facets: {}, sort: [], onlySelected: false, needs: [] };
const ONLINE: FleetDisplayQuery = { ...ALL, facets: { connectivity: ['online'] }, needs: ['connectivity'] };

let shown: FleetStore;
let drawn: number;
let leave: () => void;

beforeEach(() => {
  // the clock does not advance, so that a slow machine does not split the work into slices
  vi.spyOn(performance, 'now').mockReturnValue(0);
  shown = new FleetStore();
  drawn = 0;
  leave = shown.subscribe(() => drawn++);
});

afterEach(() => void vi.restoreAllMocks());

test('the next list waits until its joined values are loaded, or cannot be loaded', () => {
  const [first, next, last] = [listed('a', 'b'), listed('a', 'b', 'c'), listed('b', 'c')];
  shown.setLatest(first, 'all');
  shown.setJoined('connectivity', online(first, 1), first);
  shown.setRequest(ONLINE);
  shown.setLatest(next, 'all');
  expect([shown.currentFleet, shown.pendingFleet, ids()]).toEqual([first, next, ['b']]);
  shown.setJoined('connectivity', online(next, 0, 2), next);
  expect([shown.currentFleet, shown.pendingFleet, ids()]).toEqual([next, undefined, ['a', 'c']]);
  shown.setLatest(last, 'all');
  expect(shown.currentFleet).toBe(next);
  shown.setRequest({ ...ONLINE, needs: [] });
  expect(shown.currentFleet).toBe(last);
});

test('a refresh that loses more than half of the list, or is malformed, waits for a decision', () => {
  const [first, short, malformed] = [listed('a', 'b', 'c'), listed('a'), listed('a', 'b', 'c')];
  malformed.progress = { ...malformed.progress, badCount: 1 };
  shown.setLatest(first, 'all');
  for (const next of [short, malformed]) {
    shown.setLatest(next, 'all');
    expect([shown.snapshot.suspiciousUpdate?.receivedCount, shown.hasHeldUpdate]).toEqual([next.count, false]);
    shown.resolveSuspiciousUpdate(false);
    expect([shown.currentFleet, shown.getAcceptedFleet(next)]).toEqual([first, first]);
    expect(shown.snapshot.suspiciousUpdate).toBeUndefined();
  }
});

test('rows selected while the next list waits stay selected in it, which is drawn when it is applied', async () => {
  const [first, next] = [listed('a', 'b', 'c'), listed('c', 'b', 'a')];
  shown.holdUpdates = true;
  shown.setLatest(first, 'all');
  shown.selection.select(toRowIndices(Uint32Array.of(0)), true);
  shown.setLatest(next, 'all');
  shown.selection.select(toRowIndices(Uint32Array.of(1)), true);
  expect([shown.currentFleet, shown.pendingFleet]).toEqual([first, next]);
  await Promise.resolve();
  const before = drawn;
  shown.applyUpdate();
  await expect.poll(() => [shown.currentFleet, drawn > before]).toEqual([next, true]);
  expect([...shown.selection.snapshot().values()]).toEqual([1, 2]);
});

test('onlySelected keeps the rows selected at the time of the request, also in the next list', async () => {
  const [first, next] = [listed('a', 'b', 'c'), listed('x', 'a', 'b')];
  shown.setLatest(first, 'all');
  shown.selection.select(toRowIndices(Uint32Array.of(0, 1)), true);
  shown.setRequest({ ...ALL, onlySelected: true });
  expect(ids()).toEqual(['a', 'b']);
  shown.selection.select(toRowIndices(Uint32Array.of(0)), false);
  expect(ids()).toEqual(['a', 'b']);
  shown.setLatest(next, 'all');
  await expect.poll(() => shown.currentFleet).toBe(next);
  expect(ids()).toEqual(['b']);
});

test('a list shown again restores its selection, with the current filter', () => {
  const [all, paired] = [listed('a', 'b'), listed('b')];
  shown.setLatest(all, 'all');
  shown.selection.select(toRowIndices(Uint32Array.of(1)), true);
  shown.setLatest(paired, 'paired');
  shown.setRequest({ ...ALL, search: 'b' });
  shown.setLatest(all, 'all');
  expect([shown.selection.has(1), ids()]).toEqual([true, ['b']]);
});

test('notifies about values joined to a waiting list', async () => {
  shown.holdUpdates = true;
  const [first, next] = [listed('a'), listed('a', 'b')];
  shown.setLatest(first, 'all');
  shown.setLatest(next, 'all');
  await Promise.resolve();
  const [{ snapshot }, before] = [shown, drawn];
  shown.setJoined('connectivity', online(next, 0), next);
  // views notify their own subscribers first
  await new Promise((resolve) => setTimeout(resolve));
  expect([shown.snapshot !== snapshot, shown.hasHeldUpdate, drawn > before]).toEqual([true, true, true]);
});

test('an immediate search result is a single change', async () => {
  shown.setLatest(listed('a', 'b'), 'all');
  await new Promise((resolve) => setTimeout(resolve));
  shown.setRequest({ ...ALL, search: 'b' });
  const { snapshot } = shown;
  expect([snapshot.request.search, snapshot.view.rows.count]).toEqual(['b', 1]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown.snapshot).toBe(snapshot);
});

test('releases a list removed from the cache once it has no subscribers, even if others were removed after it', () => {
  const fleet = listed('a');
  shown.setLatest(fleet, 'all');
  shown.release(fleet);
  shown.release(listed('online'));
  expect(shown.currentFleet).toBe(fleet);
  leave();
  expect([shown.currentFleet, shown.view.fleet.count]).toEqual([undefined, 0]);
});

function listed(...names: string[]): Fleet {
  return createFleetOf(names.map((deviceID) => ({ deviceID })));
}

function online(fleet: Fleet, ...rows: number[]): JoinedField {
  const codes = new Uint8Array(fleet.count).fill(2);
  for (const row of rows) codes[row] = 1;
  return { labels: ['unknown', 'online', 'offline'], codes };
}

function ids(): unknown[] {
  const { fleet, rows } = shown.view;
  return Array.from({ length: rows.count }, (_, place) => fleet.getValue(rows.at(place), 0));
}
