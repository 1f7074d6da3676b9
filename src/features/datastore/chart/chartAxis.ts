import { formatCount } from '#lib/formatNumber.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import type { ChartData } from '#pipeline/documents/chartData.ts';
import type { ChartXAxisColumn } from '#pipeline/documents/chartSeries.ts';
import { createTimeTicks, getAxisTimeZone, type Tick } from '#ui/charts/timeBins.ts';
import { createIntegerTicks } from '#ui/charts/valueTicks.ts';

export type ChartRange = { from: number; to: number; count: number };

const LABEL_WIDTH_PX = 130;

export function formatAxisValue(at: number, axis: ChartXAxisColumn, mode: TimeMode): string {
  return axis ? (formatTime(at, mode, Date.now()) ?? '') : formatCount(Math.round(at));
}

export function createAxisTicks({ extent: [from, to], axis }: ChartData, width: number, mode: TimeMode): Tick[] {
  const ticksMax = Math.max(2, Math.floor(width / LABEL_WIDTH_PX));
  if (!axis) return createIntegerTicks(from, to, ticksMax);
  const ticks = createTimeTicks(from, to, ticksMax, getAxisTimeZone(mode));
  return mode === 'epoch' ? ticks.map(({ at }) => ({ at, label: String(at) })) : ticks;
}
