import { expect, test } from 'vitest';
import type { TileLimit } from './dashboard.ts';
import { addHistoryPoint, findComparedPoint, type HistoryPoint } from './tileHistory.ts';
import { evaluateLimit } from './tileLimit.ts';
import { findWorstState, type TileNumber } from './tileResult.ts';

const HOUR_MS = 3_600_000;

test.each<[TileLimit, TileNumber, TileNumber | undefined, boolean]>([
  [{ over: 10 }, { value: 10 }, undefined, false],
  [{ over: 10 }, { value: 10.01 }, undefined, true],
  [{ under: 0 }, { value: 0 }, undefined, false],
  [{ under: 0 }, { value: -1 }, undefined, true],
  [{ over: 25, unit: '%' }, { value: 500, share: 25 }, undefined, false],
  [{ over: 25, unit: '%' }, { value: 3, share: 25.1 }, undefined, true],
  [{ under: 25, unit: '%' }, { value: 3 }, undefined, false],
  [{ change: 5 }, { value: 10 }, undefined, false],
  [{ change: 5 }, { value: 10 }, { value: 15 }, false],
  [{ change: 5 }, { value: 10 }, { value: 15.5 }, true],
  [{ change: 5 }, { value: 10 }, { value: 4 }, true],
  [{ change: 5, unit: '%' }, { value: 900, share: 30 }, { value: 1, share: 26 }, false],
  [{ change: 5, unit: '%' }, { value: 900, share: 30 }, { value: 1, share: 24 }, true],
])('%j with %j after %j: broken %s', (limit, number, earlier, isBroken) => {
  expect(evaluateLimit(limit, { number, earlier, brokenBefore: 0 }).state).toBe(isBroken ? 'warning' : 'ok');
});

test('a limit for three refreshes is broken at the third in a row', () => {
  const limit: TileLimit = { over: 1, for: 3, severity: 'critical' };
  let brokenBefore = 0;
  const states = [2, 2, 1, 2, 2, 2, 2, 0].map((value) => {
    const { state, broken } = evaluateLimit(limit, { number: { value }, earlier: undefined, brokenBefore });
    brokenBefore = broken;
    return state;
  });
  expect(states).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'critical', 'critical', 'ok']);
});

test('a known fault outranks an unknown state', () => {
  expect(findWorstState(['ok', 'unknown'])).toBe('unknown');
  expect(findWorstState(['unknown', 'warning', 'ok'])).toBe('warning');
  expect(findWorstState(['critical', 'unknown', 'warning'])).toBe('critical');
  expect(findWorstState([])).toBe('ok');
});

test('history keeps a point per minute for a day, then one per hour, and finds the same time yesterday', () => {
  let points: HistoryPoint[] = [];
  const start = Date.UTC(2026, 0, 1);
  for (let at = start; at <= start + 9 * 24 * HOUR_MS; at += 30_000) {
    points = addHistoryPoint(points, { at, value: at - start }, 8 * 24 * HOUR_MS);
  }
  expect(points.length).toBeLessThan(25 * 60 + 8 * 24 + 5);
  expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).sort((a, b) => a - b));
  const now = start + 9 * 24 * HOUR_MS;
  const clock = { now, opened: now - 10 * HOUR_MS };
  const getDistance = (at = 0, hours: number) => Math.abs(at - (now - hours * HOUR_MS));
  expect(getDistance(findComparedPoint(points, 'yesterday', clock)?.at, 24)).toBeLessThanOrEqual(30_000);
  expect(getDistance(findComparedPoint(points, 'week', clock)?.at, 7 * 24)).toBeLessThanOrEqual(30 * 60_000);
  expect(findComparedPoint(points, 'opened', clock)?.at).toBe(clock.opened + 30_000);
  expect(findComparedPoint(points.slice(-60), 'yesterday', clock)).toBeUndefined();
});

test('points after the current time are kept, but not compared', () => {
  const later = { at: 40 * HOUR_MS, value: 1 };
  const points = addHistoryPoint([{ at: 8 * HOUR_MS, value: 3 }, later], { at: 9 * HOUR_MS, value: 2 });
  expect(points.map(({ at }) => at / HOUR_MS)).toEqual([8, 9, 40]);
  expect(findComparedPoint([later], 'opened', { now: 9 * HOUR_MS, opened: 0 })).toBeUndefined();
  // the time since which numbers are compared was read from a clock that was ahead
  expect(findComparedPoint([later], 'opened', { now: 9 * HOUR_MS, opened: later.at })).toBe(later);
});
