import { expect, test } from 'vitest';
import { Fleet } from '#fleet/model/fleet.ts';
import type { Joined } from '#fleet/model/joined.ts';
import { BodyReader } from '#fleet/read/bodyReader.ts';
import { listed, until } from '#fleet/testing/testAnswers.ts';
import { fleetOf } from '#fleet/testing/testFleets.ts';
import { FleetView } from './fleetView.ts';

test('a joined value filters, counts and sorts, those of whom nothing is known last', async () => {
  const fleet = fleetOf('{"devices":[{"deviceID":"a"},{"deviceID":"b"},{"deviceID":"c"},{"deviceID":"d"}]}');
  const joined: Joined = { labels: ['unknown', 'online', 'offline'], codes: Uint8Array.of(2, 0, 1, 1) };
  const view = new FleetView(fleet);
  view.join('connectivity', joined);
  view.set({ search: '', facets: { connectivity: ['online'] }, sort: [] });
  expect(await listed(view)).toEqual([2, 3]);
  view.set({ search: '', facets: {}, sort: [{ field: 'connectivity', descending: true }] });
  expect(await listed(view)).toEqual([0, 2, 3, 1]);
  view.watch(['connectivity']);
  await until(view, () => view.snapshot.facet('connectivity') !== undefined);
  expect(view.snapshot.facet('connectivity')).toEqual([
    { value: 'online', count: 2 },
    { value: 'offline', count: 1 },
    { value: 'unknown', count: 1 },
  ]);
});

test('several values of a row are counted and filtered one by one', async () => {
  const fleet = fleetOf('{"devices":[{"deviceID":"a"},{"deviceID":"b"},{"deviceID":"c"},{"deviceID":"d"}]}');
  const view = new FleetView(fleet);
  view.join('checks', { labels: ['old', 'future'], bits: Uint16Array.of(1, 3, 0, 2) });
  view.join('connectivity', { labels: ['unknown', 'online'], codes: Uint8Array.of(1, 1, 0, 0) });
  view.set({ search: '', facets: { checks: ['future'] }, sort: [{ field: 'checks', descending: true }] });
  view.watch(['checks', 'connectivity']);
  expect(await listed(view)).toEqual([1, 3]);
  await until(view, () => view.snapshot.facet('checks') !== undefined);
  expect(view.snapshot.facet('checks')).toEqual([
    { value: 'future', count: 2 },
    { value: 'old', count: 2 },
  ]);
  expect(view.snapshot.facet('connectivity')).toEqual([
    { value: 'online', count: 1 },
    { value: 'unknown', count: 1 },
  ]);
  expect(view.snapshot.joinedValue('checks', 1)).toBe('old, future');
  view.set({ search: '-connectivity:online', facets: {}, sort: [] });
  expect(await listed(view)).toEqual([2, 3]);
});

test('rows that arrive later pass the same filters', async () => {
  const reader = new BodyReader();
  const fleet = new Fleet();
  const view = new FleetView(fleet);
  view.subscribe(() => {});
  view.set({ search: 'x', facets: {}, sort: [] });
  const bytes = new TextEncoder().encode(
    JSON.stringify({ devices: Array.from({ length: 20_000 }, (_, row) => ({ name: row % 1000 === 0 ? 'x' : 'y' })) }),
  );
  for (let from = 0; from < bytes.length; from += 50_000) {
    reader.push(bytes.slice(from, from + 50_000));
    fleet.take(reader.rows.takeBatch(true));
    fleet.changed();
    expect(await listed(view)).toEqual(
      Array.from({ length: Math.ceil(fleet.count / 1000) }, (_, index) => index * 1000),
    );
  }
  expect(fleet.count).toBe(20_000);
});

test('while rows arrive, what is shown never becomes less', async () => {
  const reader = new BodyReader();
  const fleet = new Fleet();
  const view = new FleetView(fleet);
  const seen: number[] = [];
  const leave = view.subscribe(() => seen.push(view.rows.count));
  view.set({ search: 'x', facets: {}, sort: [] });
  const devices = Array.from({ length: 120_000 }, (_, row) => ({ name: row % 2 ? `x${row}` : 'y' }));
  const bytes = new TextEncoder().encode(JSON.stringify({ devices }));
  for (let from = 0; from < bytes.length; from += 100_000) {
    reader.push(bytes.slice(from, from + 100_000));
    fleet.take(reader.rows.takeBatch(true));
    fleet.changed();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await until(view, () => view.settled && view.rows.count === 60_000);
  leave();
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});
