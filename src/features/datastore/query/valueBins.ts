import { bisectLeft, bisectRight, mean, nice, ticks } from 'd3-array';
import { formatMean, formatNumber } from '#lib/formatNumber.ts';
import { type AxisTimeZone, createTimeBins, type TimeBins } from '#ui/charts/timeBins.ts';

export const BINS_MAX = 24;

/** Distribution of numbers or, with `scale`, of times. Bin i extends from `edges[i]` to `edges[i + 1]`. */
export type ValueBins = {
  edges: readonly number[];
  counts: readonly number[];
  scale?: TimeBins | undefined;
  range?: string;
};

/** Counts sorted numbers. Undefined if they are all the same. */
export function createSeenBins(numbers: Float64Array, isTime: boolean, zone: AxisTimeZone): ValueBins | undefined {
  const [least = 0, most = 0] = [numbers[0], numbers.at(-1)];
  if (least === most) return undefined;
  const scale = isTime ? createTimeBins(least, most, zone, BINS_MAX) : undefined;
  const edges = scale?.edges ?? createNumberEdges(least, most);
  const last = edges.length - 2;
  const counts = edges.slice(0, -1).map((edge, bin) => {
    const next = edges[bin + 1] ?? 0;
    return (bin === last ? bisectRight(numbers, next) : bisectLeft(numbers, next)) - bisectLeft(numbers, edge);
  });
  return { edges, counts, scale, range: describeRange(least, most, mean(numbers) ?? 0) };
}

/** Divides a range of numbers into equal bins, the last of which ends after the greatest one. */
export function createNumberEdges(least: number, most: number): number[] {
  const edges = ticks(...nice(least, most, BINS_MAX), BINS_MAX);
  const [before = 0, end = 0] = edges.slice(-2);
  return end <= most ? [...edges, 2 * end - before] : edges;
}

export function describeRange(least: number, most: number, average: number): string {
  return `${formatNumber(least)} to ${formatNumber(most)}, mean ${formatMean(average)}`;
}
