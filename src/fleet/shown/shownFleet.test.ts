import { beforeEach, expect, test, vi } from 'vitest';
import { listOf } from '#fleet/find/rowList.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { fleetOf } from '#fleet/testing/testFleets.ts';
import type { ListRequest } from './listSide.ts';
import { ShownFleet } from './shownFleet.ts';

const ALL: ListRequest = { search: '', facets: {}, sort: [], onlySelected: false, needs: [] };
const ONLINE: ListRequest = { ...ALL, facets: { connectivity: ['online'] }, needs: ['connectivity'] };

let shown: ShownFleet;
let drawn: number;

beforeEach(() => {
  shown = new ShownFleet();
  drawn = 0;
  shown.subscribe(() => drawn++);
});

test('the first list is shown at once, and so is one of another request that still arrives', () => {
  const [first, other] = [listed('a', 'b'), listed('c')];
  first.state = 'reading';
  shown.offer(first, 'all');
  expect([shown.shown, shown.view.rows.count]).toEqual([first, 2]);
  first.state = 'complete';
  other.state = 'reading';
  shown.offer(other, 'paired');
  expect([shown.shown, shown.key, shown.next]).toEqual([other, 'paired', undefined]);
});

test('the next list waits until what the list before had joined is known of it', () => {
  const [first, next] = [listed('a', 'b'), listed('a', 'b', 'c')];
  shown.offer(first, 'all');
  shown.join('connectivity', online(first, 1), first);
  shown.set(ONLINE);
  shown.offer(next, 'all');
  expect([shown.shown, shown.next, ids()]).toEqual([first, next, ['b']]);
  shown.join('connectivity', online(next, 0, 2), next);
  expect([shown.shown, shown.next, ids()]).toEqual([next, undefined, ['a', 'c']]);
});

test('a refresh that lost more than half of the list, or is malformed, waits for a decision', () => {
  const [first, short, malformed] = [listed('a', 'b', 'c'), listed('a'), listed('a', 'b', 'c')];
  malformed.progress = { ...malformed.progress, badCount: 1 };
  shown.offer(first, 'all');
  for (const next of [short, malformed]) {
    shown.offer(next, 'all');
    shown.apply();
    expect([shown.shown, shown.snapshot.doubt?.sent, shown.kept]).toEqual([first, next.count, false]);
    shown.decide(false);
    shown.offer(next, 'all');
    expect([shown.shown, shown.next, shown.resolve(next), shown.snapshot.doubt]).toEqual([
      first,
      undefined,
      first,
      undefined,
    ]);
  }
  const again = listed('c');
  shown.offer(again, 'all');
  shown.decide(true);
  expect([shown.shown, shown.snapshot.doubt]).toEqual([again, undefined]);
  // another request may have fewer devices
  shown.offer(first, 'all');
  const paired = listed('a');
  shown.offer(paired, 'paired');
  expect(shown.shown).toBe(paired);
});

test('a list without what is needed is shown when it can not be had', () => {
  const [first, next] = [listed('a'), listed('b')];
  shown.offer(first, 'all');
  shown.join('connectivity', online(first, 0), first);
  shown.set(ONLINE);
  shown.offer(next, 'all');
  expect(shown.shown).toBe(first);
  shown.set({ ...ONLINE, needs: [] });
  expect(shown.shown).toBe(next);
});

test('held, the next list of the same request waits for apply; one that comes later replaces it', async () => {
  const [first, second, third] = [listed('a'), listed('a', 'b'), listed('a', 'c')];
  shown.hold = true;
  shown.offer(first, 'all');
  shown.offer(second, 'all');
  shown.offer(third, 'all');
  expect([shown.shown, shown.next]).toEqual([first, third]);
  const before = drawn;
  shown.apply();
  expect([shown.shown, shown.next, ids()]).toEqual([third, undefined, ['a', 'c']]);
  await Promise.resolve();
  expect(drawn).toBeGreaterThan(before);
  shown.offer(second, 'all');
  expect(shown.next).toBe(second);
  shown.offer(listed('x'), 'paired');
  expect(shown.key).toBe('paired');
});

test('rows selected while the next list waits are selected in it', async () => {
  const [first, next] = [listed('a', 'b', 'c'), listed('c', 'b', 'a')];
  shown.hold = true;
  shown.offer(first, 'all');
  shown.selection.select(listOf(Uint32Array.of(0)), true);
  shown.offer(next, 'all');
  shown.selection.select(listOf(Uint32Array.of(1)), true);
  shown.apply();
  await expect.poll(() => shown.shown).toBe(next);
  expect([...shown.selection.snapshot().rows()]).toEqual([1, 2]);
});

test('only selected rows are those that were selected when that was asked for, in the next list too', async () => {
  const [first, next] = [listed('a', 'b', 'c'), listed('x', 'a', 'b')];
  shown.offer(first, 'all');
  shown.selection.select(listOf(Uint32Array.of(0, 1)), true);
  shown.set({ ...ALL, onlySelected: true });
  expect(ids()).toEqual(['a', 'b']);
  shown.selection.select(listOf(Uint32Array.of(0)), false);
  expect(ids()).toEqual(['a', 'b']);
  shown.offer(next, 'all');
  await expect.poll(() => shown.shown).toBe(next);
  expect(ids()).toEqual(['b']);
});

test('coming back to a list finds its selection, its filter being what is asked for now', () => {
  const [all, paired] = [listed('a', 'b'), listed('b')];
  shown.offer(all, 'all');
  shown.selection.select(listOf(Uint32Array.of(1)), true);
  shown.offer(paired, 'paired');
  shown.set({ ...ALL, search: 'b' });
  shown.offer(all, 'all');
  expect([shown.selection.has(1), ids()]).toEqual([true, ['b']]);
});

test('what becomes known of a list that waits is told', async () => {
  const waiting = new ShownFleet();
  const told = vi.fn();
  const leave = waiting.subscribe(told);
  waiting.hold = true;
  const [first, next] = [listed('a'), listed('a', 'b')];
  waiting.offer(first, 'all');
  waiting.offer(next, 'all');
  await Promise.resolve();
  const { snapshot } = waiting;
  told.mockClear();
  waiting.join('connectivity', online(next, 0), next);
  // views notify their own subscribers first
  await new Promise((resolve) => setTimeout(resolve));
  expect([waiting.snapshot !== snapshot, waiting.kept, told.mock.calls.length > 0]).toEqual([true, true, true]);
  leave();
});

test('what a search finds at once is one change, however often it is told', async () => {
  const asked = new ShownFleet();
  const leave = asked.subscribe(() => {});
  asked.offer(listed('a', 'b'), 'all');
  await new Promise((resolve) => setTimeout(resolve));
  asked.set({ ...ALL, search: 'b' });
  const { snapshot } = asked;
  expect([snapshot.request.search, snapshot.view.rows.count]).toEqual(['b', 1]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked.snapshot).toBe(snapshot);
  leave();
});

test('a list that is dropped from memory is let go of when nobody looks', () => {
  const leaving = new ShownFleet();
  const leave = leaving.subscribe(() => {});
  const fleet = listed('a');
  leaving.offer(fleet, 'all');
  leaving.forget(fleet);
  expect(leaving.shown).toBe(fleet);
  leave();
  expect([leaving.shown, leaving.view.fleet.count]).toEqual([undefined, 0]);
});

function listed(...names: string[]): Fleet {
  return fleetOf(JSON.stringify({ devices: names.map((deviceID) => ({ deviceID })) }));
}

function online(fleet: Fleet, ...rows: number[]): Joined {
  const codes = new Uint8Array(fleet.count).fill(2);
  for (const row of rows) codes[row] = 1;
  return { labels: ['unknown', 'online', 'offline'], codes };
}

function ids(): unknown[] {
  const { fleet, rows } = shown.view;
  return Array.from({ length: rows.count }, (_, place) => fleet.value(rows.at(place), 0));
}
