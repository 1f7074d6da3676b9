import { formatCount } from '#lib/formatNumber.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import type { Drawn } from '#pipeline/documents/chartLines.ts';
import type { ChartAxis } from '#pipeline/documents/chartSeries.ts';
import { type Tick, timeTicks, zoneOf } from '#ui/charts/timeScale.ts';
import { countTicks } from '#ui/charts/valueTicks.ts';

/** A range of the axis and the number of documents in it. */
export type ChartRange = { from: number; to: number; count: number };

/** Width reserved for one axis label, in px. */
const LABEL_PX = 130;

export function axisText(at: number, axis: ChartAxis, mode: TimeMode): string {
  return axis ? (formatTime(at, mode, Date.now()) ?? '') : formatCount(Math.round(at));
}

/** Axis ticks in the displayed zone; labels are as short as possible while still distinct. */
export function axisTicks({ extent: [from, to], axis }: Drawn, width: number, mode: TimeMode): Tick[] {
  const most = Math.max(2, Math.floor(width / LABEL_PX));
  if (!axis) return countTicks(from, to, most);
  const ticks = timeTicks(from, to, most, zoneOf(mode));
  return mode === 'epoch' ? ticks.map(({ at }) => ({ at, label: String(at) })) : ticks;
}
