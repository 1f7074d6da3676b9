import type { LinePoints } from './createLinePath.ts';

/** Bar of one series at a time, from the sum of the series below it to the sum with it. */
type StackedBar = { id: string; at: number; from: number; to: number };

/** `width` is that of a bar in units of the x axis, `max` the highest sum. */
export type SeriesStack = { bars: readonly StackedBar[]; width: number; max: number };

type Series = LinePoints & { id: string };

/** Stacks the values of series at the same time, in the order of the series. Values that are not positive have no bar. */
export function createSeriesStack(series: readonly Series[]): SeriesStack {
  const tops = new Map<number, number>();
  const bars: StackedBar[] = [];
  for (const { id, xs, ys } of series) {
    for (let index = 0; index < xs.length; index++) {
      const [at = 0, value = Number.NaN] = [xs[index], ys[index]];
      if (!(value > 0)) continue;
      const from = tops.get(at) ?? 0;
      bars.push({ id, at, from, to: from + value });
      tops.set(at, from + value);
    }
  }
  const times = [...tops.keys()].sort((one, other) => one - other);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return { bars, width: Math.min(...gaps, DEFAULT_WIDTH), max: Math.max(0, ...tops.values()) };
}

/** Width of the only bar of a chart, in ms. */
const DEFAULT_WIDTH = 3_600_000;
