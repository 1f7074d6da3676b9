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
 * each hour after that, none after `ageMax`. Points after the new one are kept: the clock was wrong then, or is now.
 */
export function addHistoryPoint(
  points: readonly HistoryPoint[],
  point: HistoryPoint,
  ageMax = HISTORY_AGE_MAX_MS,
): HistoryPoint[] {
  const getMinute = ({ at }: HistoryPoint) => Math.floor(at / MINUTE_MS);
  const [kept, later]: [HistoryPoint[], HistoryPoint[]] = [[], []];
  const end = findSettledTime(points, point.at);
  let hour = Number.NaN;
  for (const old of points) {
    const age = end - old.at;
    if (age > ageMax || getMinute(old) === getMinute(point)) continue;
    if (old.at > point.at) {
      later.push(old);
      continue;
    }
    if (age > FINE_AGE_MS) {
      const oldHour = Math.floor(old.at / HOUR_MS);
      if (oldHour === hour) continue;
      hour = oldHour;
    }
    kept.push(old);
  }
  return [...kept, point, ...later];
}

/**
 * Returns the time from which the age of points is measured. After a gap of a day, which a wrong clock looks like, it is
 * the time before the gap, until numbers have been read for a day.
 */
function findSettledTime(points: readonly HistoryPoint[], now: number): number {
  let next = now;
  for (let index = points.length - 1; index >= 0 && now - next <= DAY_MS; index--) {
    const at = points[index]?.at ?? now;
    if (at > now) continue;
    if (next - at > DAY_MS) return at;
    next = at;
  }
  return now;
}

/**
 * Finds the point to compare with: the one nearest to the same time yesterday or a week ago, at most two hours off.
 * `opened` is the time since which numbers are compared; its first point is used. Later points than `now` are not used.
 */
export function findComparedPoint(
  points: readonly HistoryPoint[],
  compare: TileComparison,
  { now, opened }: { now: number; opened: number },
): HistoryPoint | undefined {
  if (compare === 'opened') return points.find(({ at }) => at >= opened && at <= Math.max(now, opened));
  const wanted = now - COMPARE_AGES_MS[compare];
  let nearest: HistoryPoint | undefined;
  for (const point of points) {
    const distance = Math.abs(point.at - wanted);
    if (distance <= COMPARE_TOLERANCE_MS && !(nearest && Math.abs(nearest.at - wanted) <= distance)) nearest = point;
  }
  return nearest;
}
