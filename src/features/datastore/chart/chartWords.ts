import { formatCount } from '#lib/counts.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import { indexTicks, timeTicks } from '#pipeline/chart/chartScale.ts';
import type { ChartAxis, ChartPoints } from '#pipeline/chart/chartSeries.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Room that one label of the axis takes, px. */
const LABEL_PX = 130;

/** A place on the axis in words. */
export function axisText(at: number, axis: ChartAxis, mode: TimeMode): string {
  return axis ? (formatTime(at, mode, Date.now()) ?? '') : formatCount(at);
}

/** The labels of the axis: times as short as tells them apart, in the zone that is shown. */
export function axisTicks({ xs }: ChartPoints, axis: ChartAxis, width: number, mode: TimeMode) {
  const [from, to] = [xs[0] ?? 0, xs[xs.length - 1] ?? 0];
  const most = Math.max(2, Math.floor(width / LABEL_PX));
  if (from === to) return [{ at: from, label: axisText(from, axis, mode) }];
  if (!axis) return indexTicks(from, to, most).map((at) => ({ at, label: formatCount(at) }));
  const zoneMs = mode === 'utc' ? 0 : -new Date(from).getTimezoneOffset() * MINUTE_MS;
  const times = timeTicks(from, to, most, zoneMs);
  const step = (times[1] ?? to) - (times[0] ?? from);
  return times.map((at, index) => {
    if (mode === 'epoch') return { at, label: String(at) };
    // `2026-01-01 12:04:31`
    const whole = formatTime(at, mode === 'utc' ? 'utc' : 'local', 0) ?? '';
    const [day, clock] = [whole.slice(0, 10), whole.slice(11, step < MINUTE_MS ? 19 : 16)];
    if (step >= 300 * DAY_MS) return { at, label: day.slice(0, 7) };
    if (step >= DAY_MS) return { at, label: day };
    return { at, label: index === 0 || clock.startsWith('00:00') ? `${day.slice(5)} ${clock}` : clock };
  });
}
