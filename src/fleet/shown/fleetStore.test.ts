import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toRowIndices } from '#fleet/filter/rowIndices.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { JoinedField } from '#fleet/model/joinedField.ts';
import { createTestFleet } from '#fleet/testing/testFleets.ts';
import { FleetStore } from './fleetStore.ts';
import type { FleetStoreRequest } from './fleetVersion.ts';

const ALL: FleetStoreRequest = { search: '', facets: {}, sort: [], onlySelected: false, needs: [] };
const ONLINE: FleetStoreRequest = { ...ALL, facets: { connectivity: ['online'] }, needs: ['connectivity'] };

let shown: FleetStore;
let drawn: number;

beforeEach(() => {
  // the clock does not advance, so that a slow machine does not split the work into slices
  vi.spyOn(performance, 'now').mockReturnValue(0);
  shown = new FleetStore();
  drawn = 0;
  shown.subscribe(() => drawn++);
});

afterEach(() => void vi.restoreAllMocks());

test('shows the first list at once, and also a list of another request while it loads', () => {
  const [first, other] = [listed('a', 'b'), listed('c')];
  first.state = 'reading';
  shown.setLatest(first, 'all');
  expect([shown.currentFleet, shown.view.rows.count]).toEqual([first, 2]);
  first.state = 'complete';
  other.state = 'reading';
  shown.setLatest(other, 'paired');
  expect([shown.currentFleet, shown.key, shown.pendingFleet]).toEqual([other, 'paired', undefined]);
});

test('the next list waits until its joined values are loaded', () => {
  const [first, next] = [listed('a', 'b'), listed('a', 'b', 'c')];
  shown.setLatest(first, 'all');
  shown.setJoined('connectivity', online(first, 1), first);
  shown.setRequest(ONLINE);
  shown.setLatest(next, 'all');
  expect([shown.currentFleet, shown.pendingFleet, ids()]).toEqual([first, next, ['b']]);
  shown.setJoined('connectivity', online(next, 0, 2), next);
  expect([shown.currentFleet, shown.pendingFleet, ids()]).toEqual([next, undefined, ['a', 'c']]);
});

test('a refresh that loses more than half of the list, or is malformed, waits for a decision', () => {
  const [first, short, malformed] = [listed('a', 'b', 'c'), listed('a'), listed('a', 'b', 'c')];
  malformed.progress = { ...malformed.progress, badCount: 1 };
  shown.setLatest(first, 'all');
  for (const next of [short, malformed]) {
    shown.setLatest(next, 'all');
    shown.applyUpdate();
    expect([shown.currentFleet, shown.snapshot.suspiciousUpdate?.receivedCount, shown.hasHeldUpdate]).toEqual([
      first,
      next.count,
      false,
    ]);
    shown.resolveSuspiciousUpdate(false);
    shown.setLatest(next, 'all');
    expect([
      shown.currentFleet,
      shown.pendingFleet,
      shown.getAcceptedFleet(next),
      shown.snapshot.suspiciousUpdate,
    ]).toEqual([first, undefined, first, undefined]);
  }
  const again = listed('c');
  shown.setLatest(again, 'all');
  shown.resolveSuspiciousUpdate(true);
  expect([shown.currentFleet, shown.snapshot.suspiciousUpdate]).toEqual([again, undefined]);
  // another request may have fewer devices
  shown.setLatest(first, 'all');
  const paired = listed('a');
  shown.setLatest(paired, 'paired');
  expect(shown.currentFleet).toBe(paired);
});

test('shows a list without joined values when they cannot be loaded', () => {
  const [first, next] = [listed('a'), listed('b')];
  shown.setLatest(first, 'all');
  shown.setJoined('connectivity', online(first, 0), first);
  shown.setRequest(ONLINE);
  shown.setLatest(next, 'all');
  expect(shown.currentFleet).toBe(first);
  shown.setRequest({ ...ONLINE, needs: [] });
  expect(shown.currentFleet).toBe(next);
});

test('holds the next list of the same request until it is applied, and a later list replaces it', async () => {
  const [first, second, third] = [listed('a'), listed('a', 'b'), listed('a', 'c')];
  shown.holdUpdates = true;
  shown.setLatest(first, 'all');
  shown.setLatest(second, 'all');
  shown.setLatest(third, 'all');
  expect([shown.currentFleet, shown.pendingFleet]).toEqual([first, third]);
  const before = drawn;
  shown.applyUpdate();
  expect([shown.currentFleet, shown.pendingFleet, ids()]).toEqual([third, undefined, ['a', 'c']]);
  await Promise.resolve();
  expect(drawn).toBeGreaterThan(before);
  shown.setLatest(second, 'all');
  expect(shown.pendingFleet).toBe(second);
  shown.setLatest(listed('x'), 'paired');
  expect(shown.key).toBe('paired');
});

test('rows selected while the next list waits stay selected in it', async () => {
  const [first, next] = [listed('a', 'b', 'c'), listed('c', 'b', 'a')];
  shown.holdUpdates = true;
  shown.setLatest(first, 'all');
  shown.selection.select(toRowIndices(Uint32Array.of(0)), true);
  shown.setLatest(next, 'all');
  shown.selection.select(toRowIndices(Uint32Array.of(1)), true);
  shown.applyUpdate();
  await expect.poll(() => shown.currentFleet).toBe(next);
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
  const waiting = new FleetStore();
  const told = vi.fn();
  const leave = waiting.subscribe(told);
  waiting.holdUpdates = true;
  const [first, next] = [listed('a'), listed('a', 'b')];
  waiting.setLatest(first, 'all');
  waiting.setLatest(next, 'all');
  await Promise.resolve();
  const { snapshot } = waiting;
  told.mockClear();
  waiting.setJoined('connectivity', online(next, 0), next);
  // views notify their own subscribers first
  await new Promise((resolve) => setTimeout(resolve));
  expect([waiting.snapshot !== snapshot, waiting.hasHeldUpdate, told.mock.calls.length > 0]).toEqual([
    true,
    true,
    true,
  ]);
  leave();
});

test('an immediate search result is a single change', async () => {
  const asked = new FleetStore();
  const leave = asked.subscribe(() => {});
  asked.setLatest(listed('a', 'b'), 'all');
  await new Promise((resolve) => setTimeout(resolve));
  asked.setRequest({ ...ALL, search: 'b' });
  const { snapshot } = asked;
  expect([snapshot.request.search, snapshot.view.rows.count]).toEqual(['b', 1]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked.snapshot).toBe(snapshot);
  leave();
});

test('releases a list removed from the cache once it has no subscribers', () => {
  const leaving = new FleetStore();
  const leave = leaving.subscribe(() => {});
  const fleet = listed('a');
  leaving.setLatest(fleet, 'all');
  leaving.release(fleet);
  expect(leaving.currentFleet).toBe(fleet);
  leave();
  expect([leaving.currentFleet, leaving.view.fleet.count]).toEqual([undefined, 0]);
});

test('releases a list even if other lists were removed from the cache after it', () => {
  const leaving = new FleetStore();
  const leave = leaving.subscribe(() => {});
  const fleet = listed('a');
  leaving.setLatest(fleet, 'all');
  leaving.release(fleet);
  leaving.release(listed('online'));
  leave();
  expect(leaving.currentFleet).toBe(undefined);
});

function listed(...names: string[]): Fleet {
  return createTestFleet(JSON.stringify({ devices: names.map((deviceID) => ({ deviceID })) }));
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
