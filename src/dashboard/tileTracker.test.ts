import { expect, test } from 'vitest';
import type { Tile } from './dashboard.ts';
import type { HistoryPoint } from './tileHistory.ts';
import { type DashboardRecord, evaluateTiles } from './tileTracker.ts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const START = Date.UTC(2026, 0, 1);
const TILE: Tile = { link: '/devices', show: 'number', compare: 'yesterday', limit: { change: 5 } };

const CLOCKS: [string, (now: number) => number][] = [
  ['10 days ahead', (now) => now + 10 * DAY_MS],
  ['2 hours ahead', (now) => now + 2 * HOUR_MS],
  ['10 days back', (now) => now - 10 * DAY_MS],
  ['in 1970', (now) => now - START],
];

test.each(CLOCKS)('a clock that is wrong (%s) keeps the history and an active limit', (_name, toWrong) => {
  const check = createChecks();
  let now = START;
  for (; now < START + 2 * DAY_MS; now += 10 * MINUTE_MS) check(now, 100);
  expect(check(now, 200).state).toBe('warning');
  // once, and for an hour
  for (const minutes of [1, 60]) {
    for (let minute = 0; minute < minutes; minute++) {
      now += MINUTE_MS;
      expect(check(toWrong(now), 200).state).toBe('warning');
    }
    now += MINUTE_MS;
    const { state, compared } = check(now, 200);
    expect(state).toBe('warning');
    expect(Math.abs(now - DAY_MS - (compared?.at ?? 0))).toBeLessThanOrEqual(5 * MINUTE_MS);
    expect(compared?.value).toBe(100);
  }
  expect(check(now + MINUTE_MS, 101).state).toBe('ok');
});

test('an active change stays active without a number to compare with, until a value says otherwise', () => {
  const check = createChecks();
  for (const [at, value] of [100, 200].entries()) check(START + at * DAY_MS, value);
  const later = START + 5 * DAY_MS;
  expect(check(later, 200)).toMatchObject({
    state: 'warning',
    compared: undefined,
    message: expect.stringContaining('no earlier number'),
  });
  expect(check(later + DAY_MS, 203).state).toBe('ok');
});

test('a pause does not keep old numbers for longer than a day', () => {
  const check = createChecks();
  for (let now = START; now < START + DAY_MS; now += HOUR_MS) check(now, 1);
  const later = START + 30 * DAY_MS;
  for (let now = later; now <= later + 2 * DAY_MS; now += HOUR_MS) check(now, 1);
  expect(check.history().filter(({ at }) => at < later)).toEqual([]);
});

function createChecks() {
  let record: DashboardRecord = { opened: START, tiles: {} };
  const check = (now: number, value: number) => {
    const { tiles, record: next } = evaluateTiles([TILE], [{ value, asOf: now }], record, { now });
    record = next;
    const { result, compared } = tiles[0] as (typeof tiles)[number]; // one result per tile
    return { state: result.state, message: result.message, compared };
  };
  const history = (): readonly HistoryPoint[] => Object.values(record.tiles)[0]?.history ?? [];
  return Object.assign(check, { history });
}
