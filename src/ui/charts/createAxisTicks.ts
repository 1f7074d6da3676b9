import type { TimeMode } from '#lib/time/time.ts';
import { createTimeTicks, getAxisTimeZone, type Tick } from './timeBins.ts';
import { createIntegerTicks } from './valueTicks.ts';

const LABEL_WIDTH_PX = 130;

type Axis = { extent: readonly [from: number, to: number]; axis: object | undefined };

/** Ticks of the x axis: times, or row indexes if the chart has no axis. */
export function createAxisTicks({ extent: [from, to], axis }: Axis, width: number, mode: TimeMode): Tick[] {
  const ticksMax = Math.max(2, Math.floor(width / LABEL_WIDTH_PX));
  if (!axis) return createIntegerTicks(from, to, ticksMax);
  const ticks = createTimeTicks(from, to, ticksMax, getAxisTimeZone(mode));
  return mode === 'epoch' ? ticks.map(({ at }) => ({ at, label: String(at) })) : ticks;
}
