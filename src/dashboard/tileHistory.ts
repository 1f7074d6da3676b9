import type { TileComparison } from './dashboard.ts';
import type { TileNumber } from './tileResult.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Age up to which history has one point per minute. Older history has one point per hour. */
const FINE_AGE_MS = DAY_MS + HOUR_MS;

export const HISTORY_AGE_MAX_MS = 90 * DAY_MS;

/** Maximum distance between the time that is compared with and the time of the point used. */
const COMPARE_TOLERANCE_MS = 2 * HOUR_MS;

const COMPARE_AGES_MS: Readonly<Record<Exclude<TileComparison, 'opened'>, number>> = {
  yesterday: DAY_MS,
  week: 7 * DAY_MS,
};

/** Number of a tile at a time, in ms since 1970. */
export type HistoryPoint = TileNumber & { at: number };

/**
 * Adds a point to a history in order of time, and thins it: the newest point of each minute for a day, the first of
 * each hour after that, none after `ageMax`. Points after the new one are removed, because the clock went back.
 */
export function addHistoryPoint(
  points: readonly HistoryPoint[],
  point: HistoryPoint,
  ageMax = HISTORY_AGE_MAX_MS,
): HistoryPoint[] {
  const getMinute = ({ at }: HistoryPoint) => Math.floor(at / MINUTE_MS);
  const kept: HistoryPoint[] = [];
  let hour = Number.NaN;
  for (const old of points) {
    const age = point.at - old.at;
    if (age > ageMax || age < 0 || getMinute(old) === getMinute(point)) continue;
    if (age > FINE_AGE_MS) {
      const oldHour = Math.floor(old.at / HOUR_MS);
      if (oldHour === hour) continue;
      hour = oldHour;
    }
    kept.push(old);
  }
  kept.push(point);
  return kept;
}

/**
 * Finds the point to compare with: the one nearest to the same time yesterday or a week ago, at most two hours off.
 * `opened` is the time since which numbers are compared; its first point is used.
 */
export function findComparedPoint(
  points: readonly HistoryPoint[],
  compare: TileComparison,
  { now, opened }: { now: number; opened: number },
): HistoryPoint | undefined {
  if (compare === 'opened') return points.find(({ at }) => at >= opened);
  const wanted = now - COMPARE_AGES_MS[compare];
  let nearest: HistoryPoint | undefined;
  for (const point of points) {
    const distance = Math.abs(point.at - wanted);
    if (distance <= COMPARE_TOLERANCE_MS && !(nearest && Math.abs(nearest.at - wanted) <= distance)) nearest = point;
  }
  return nearest;
}
