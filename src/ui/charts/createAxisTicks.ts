import type { TimeMode } from '#lib/time/time.ts';
import { convertWallTimeToUtcMs, toWallTime } from '#lib/time/zones.ts';
import { createTimeTicks, getAxisTimeZone, type Tick } from './timeBins.ts';
import { createIntegerTicks } from './valueTicks.ts';

const LABEL_WIDTH_PX = 130;

type Axis = {
  extent: readonly [from: number, to: number];
  axis: { zone?: string } | undefined;
  xs?: Float64Array;
  getBarEnd?: (at: number) => number;
};

/**
 * Ticks of the x axis: times, round in the zone of the axis, or row indexes if the chart has no axis. The time at which
 * a bar begins is marked in the middle of the bar.
 */
export function createAxisTicks(
  { extent: [from, to], axis, xs, getBarEnd }: Axis,
  width: number,
  mode: TimeMode,
): Tick[] {
  const ticksMax = Math.max(2, Math.floor(width / LABEL_WIDTH_PX));
  if (!axis) return createIntegerTicks(from, to, ticksMax);
  const { zone } = axis;
  const ticks =
    zone === undefined
      ? createTimeTicks(from, to, ticksMax, getAxisTimeZone(mode))
      : createTimeTicks(toWallTime(from, zone), toWallTime(to, zone), ticksMax, 'utc').map(({ at, label }) => ({
          at: convertWallTimeToUtcMs(at, zone),
          label,
        }));
  return ticks
    .filter(({ at }) => !getBarEnd || at < to)
    .map(({ at, label }) => ({
      at: getBarEnd && xs?.includes(at) ? (at + getBarEnd(at)) / 2 : at,
      label: mode === 'epoch' ? String(at) : label,
    }));
}
