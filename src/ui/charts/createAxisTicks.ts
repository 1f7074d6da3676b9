import type { TimeMode } from '#lib/time/time.ts';
import { convertWallTimeToUtcMs, toWallTime } from '#lib/time/zones.ts';
import { createTimeTicks, getAxisTimeZone, type Tick } from './timeBins.ts';
import { createIntegerTicks } from './valueTicks.ts';

const LABEL_WIDTH_PX = 130;

type Axis = { extent: readonly [from: number, to: number]; axis: { zone?: string } | undefined };

/** Ticks of the x axis: times, round in the zone of the axis, or row indexes if the chart has no axis. */
export function createAxisTicks({ extent: [from, to], axis }: Axis, width: number, mode: TimeMode): Tick[] {
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
  return mode === 'epoch' ? ticks.map(({ at }) => ({ at, label: String(at) })) : ticks;
}
