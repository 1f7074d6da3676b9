import { barAt, type TimeScale } from '#lib/time/timeScale.ts';
import type { RangeState } from './ranges.ts';

/** The range of some bars, from the first to the last. */
export function rangeOfBars({ edges }: TimeScale, [first, last]: readonly [number, number]): RangeState {
  return { from: edges[first] ?? 0, to: (edges[last + 1] ?? 0) - 1 };
}

/** The bars that a range covers, or touches; none where it is only those without a time. */
export function barsOfRange(scale: TimeScale, range: RangeState | undefined): readonly [number, number] | undefined {
  if (!range || range.missing === 'only' || (range.from === undefined && range.to === undefined)) return undefined;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range;
  return [barAt(scale, from), barAt(scale, Math.max(from, to))];
}
