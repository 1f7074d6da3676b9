import { describe, expect, test } from 'vitest';
import { countUnacknowledged, updateCrossings } from './crossings.ts';
import type { Tile } from './dashboard.ts';
import type { TileCrossing } from './historyStore.ts';
import { isQuiet } from './quietHours.ts';
import { createTileKeys, type DashboardRecord, evaluateTiles } from './tileTracker.ts';

const TILES: readonly Tile[] = [
  { title: 'Offline', link: '/devices?filter=offline', show: 'number', limit: { over: 10, notify: true } },
  { title: 'Errors', link: '/datastore?collection=logs', show: 'number', limit: { over: 100, for: 2 } },
];

/** Refreshes a dashboard with the given numbers, one after another. */
function simulate(refreshes: readonly (readonly (number | undefined)[])[]) {
  let record: DashboardRecord = { opened: 0, tiles: {} };
  let list: readonly TileCrossing[] = [];
  const notified: string[] = [];
  for (const [now, values] of refreshes.entries()) {
    const readings = values.map((value) => (value === undefined ? { message: 'failed' } : { value, asOf: now }));
    const refresh = evaluateTiles(TILES, readings, record, { now });
    record = refresh.record;
    const tracked = new Map(createTileKeys(TILES).map((key, at) => [key, refresh.tiles[at]] as const));
    const update = updateCrossings(list, {
      dashboard: { id: 'a', name: 'Morning', tiles: TILES },
      record,
      tracked: tracked as Parameters<typeof updateCrossings>[1]['tracked'], // one result per tile
      now,
    });
    list = update.list;
    notified.push(...update.added.filter(({ notify }) => notify).map(({ title }) => `${title} ${now}`));
  }
  return { list, notified };
}

test('adds each crossing once, with its start, end and value, and ignores failed refreshes', () => {
  const { list, notified } = simulate([
    [5, 50],
    [11, 150],
    [undefined, 150],
    [12, 150],
    [9, 150],
    [20, 0],
  ]);
  expect(list).toMatchObject([
    { title: 'Offline', at: 5, value: 20, limit: 'over 10' },
    { title: 'Errors', at: 2, endedAt: 5, value: 150, limit: 'over 100 for 2 refreshes' },
    { title: 'Offline', at: 1, endedAt: 4, value: 11 },
  ]);
  expect(notified).toEqual(['Offline 1', 'Offline 5']);
  expect(countUnacknowledged(list, 'a')).toBe(1);
  expect(countUnacknowledged(list, 'other')).toBe(0);
  expect(
    countUnacknowledged(
      list.map((one) => ({ ...one, isAcknowledged: true })),
      'd',
    ),
  ).toBe(0);
});

test('the value of a limit in percent is the share', () => {
  const tiles: readonly Tile[] = [
    { link: '/devices?filter=offline', show: 'number', of: '/devices', limit: { over: 25, unit: '%' } },
  ];
  const refresh = evaluateTiles(tiles, [{ value: 60, total: 200, asOf: 1 }], { opened: 0, tiles: {} }, { now: 1 });
  const tracked = new Map(
    createTileKeys(tiles).flatMap((key, at) => (refresh.tiles[at] ? [[key, refresh.tiles[at]]] : [])),
  );
  const dashboard = { id: 'a', name: 'Morning', tiles };
  expect(updateCrossings([], { dashboard, record: refresh.record, tracked, now: 1 }).list).toMatchObject([
    { value: 30, limit: 'over 25 %' },
  ]);
});

test('ends the crossing of a removed tile, and keeps those of other dashboards', () => {
  const { list } = simulate([[11, 0]]);
  const other = { ...(list[0] as TileCrossing), dashboardId: 'b' }; // the crossing of the first tile
  const empty = { dashboard: { id: 'a', name: 'Morning', tiles: [] }, record: { opened: 0, tiles: {} } };
  const update = updateCrossings([...list, other], { ...empty, tracked: new Map(), now: 7 });
  expect(update.list.map(({ endedAt }) => endedAt)).toEqual([7, undefined]);
  expect(update.added).toEqual([]);
});

describe('quiet hours', () => {
  const at = (hours: number, minutes = 0) => new Date(2026, 0, 1, hours, minutes);
  test.each([
    ['22:00', '07:00', at(23), true],
    ['22:00', '07:00', at(6, 59), true],
    ['22:00', '07:00', at(7), false],
    ['12:00', '13:00', at(12), true],
    ['12:00', '13:00', at(13), false],
  ])('%s to %s at %s: %s', (from, to, now, expected) => {
    expect(isQuiet({ isOn: true, from, to }, now)).toBe(expected);
    expect(isQuiet({ isOn: false, from, to }, now)).toBe(false);
  });
});
