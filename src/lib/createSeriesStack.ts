/** Bar of one series from a time until another, from the sum of the series below it to the sum with it. */
type StackedBar = { id: string; at: number; until: number; from: number; to: number };

/** Times are in units of the axis. `totals` has the sum of the bars at each time, `max` is the highest one. `min` is below 0 for negative bars. */
export type SeriesStack = {
  bars: readonly StackedBar[];
  totals: ReadonlyMap<number, number>;
  min?: number;
  max: number;
};

type Series = { id: string; xs: ArrayLike<number>; ys: ArrayLike<number> };

/** ID of the series that combines those that are not listed. */
export const OTHER_SERIES_ID = '';

/**
 * Stacks the values of series at the same time, in the order of the series. `getEnd` returns the end of a bar. Values
 * that are not positive have no bar.
 */
export function createSeriesStack(series: readonly Series[], getEnd: (at: number) => number): SeriesStack {
  const totals = new Map<number, number>();
  const bars: StackedBar[] = [];
  for (const { id, xs, ys } of series) {
    for (let index = 0; index < xs.length; index++) {
      const [at = 0, value = Number.NaN] = [xs[index], ys[index]];
      if (!(value > 0)) continue;
      const from = totals.get(at) ?? 0;
      bars.push({ id, at, until: getEnd(at), from, to: from + value });
      totals.set(at, from + value);
    }
  }
  return { bars, totals, max: Math.max(0, ...totals.values()) };
}
