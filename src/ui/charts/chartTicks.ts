import { formatTime, type TimeMode } from '#lib/time/time.ts';

export type ChartTick = { at: number; label: string };

/** A round number of lines across a range of values, from below the least to above the greatest. */
export function roundTicks(least: number, greatest: number, most = 4): number[] {
  const span = greatest - least || Math.abs(greatest) || 1;
  const raw = span / Math.max(1, most - 1);
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = unit * ([1, 2, 2.5, 5, 10].find((times) => times * unit >= raw) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(greatest / step));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** A few times from one to another, as exact as their distance asks for. */
export function timeTicks(from: number, to: number, mode: TimeMode, count = 4): ChartTick[] {
  const ats = to > from ? Array.from({ length: count }, (_, at) => from + ((to - from) * at) / (count - 1)) : [from];
  return ats.map((at) => ({ at, label: tickLabel(at, to - from, mode) }));
}

function tickLabel(at: number, span: number, mode: TimeMode): string {
  // ages and bare numbers would not be told apart
  const text = formatTime(Math.round(at), mode === 'utc' ? 'utc' : 'local', 0)?.replace('Z', '') ?? '';
  if (span < 10 * MINUTE) return text.slice(11);
  if (span < DAY) return text.slice(11, 16);
  if (span < 60 * DAY) return text.slice(5, 16);
  return text.slice(0, 7);
}

const MINUTE = 60_000;
const DAY = 86_400_000;
