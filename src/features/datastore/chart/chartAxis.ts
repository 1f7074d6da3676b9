import { formatCount } from '#lib/formatNumber.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import type { ChartXAxisColumn } from '#pipeline/documents/chartSeries.ts';

export type ChartRange = { from: number; to: number; count: number };

export function formatAxisValue(at: number, axis: ChartXAxisColumn, mode: TimeMode): string {
  return axis ? (formatTime(at, mode, Date.now()) ?? '') : formatCount(Math.round(at));
}
