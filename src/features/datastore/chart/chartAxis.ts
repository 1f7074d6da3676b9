import { formatCount } from '#lib/formatNumber.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import { createZonedTimeFormat, findTimesWithSameLocalClock, getLocalZoneName } from '#lib/time/zones.ts';
import type { ChartXAxisColumn } from '#pipeline/documents/chartSeries.ts';

export type ChartRange = { from: number; to: number; count: number };

export function formatAxisValue(at: number, axis: ChartXAxisColumn, mode: TimeMode): string {
  if (!axis) return formatCount(Math.round(at));
  const isRepeated = mode === 'local' && findTimesWithSameLocalClock(at).length > 1;
  const format = axis.formatTime ?? (isRepeated ? createZonedTimeFormat(getLocalZoneName()) : formatTime);
  return format(at, mode, getServiceTime()) ?? '';
}
