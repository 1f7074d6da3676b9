import { max, min } from 'd3-array';
import { createSeriesStack, OTHER_SERIES_ID } from '#lib/createSeriesStack.ts';
import { formatNumber } from '#lib/formatNumber.ts';
import type { ChartData, ChartLineData } from './chartData.ts';
import type { ChartOptions } from './chartOptions.ts';
import type { DocumentColumn } from './documentColumns.ts';
import { toFieldKey } from './fieldPath.ts';
import { isAdditiveGroupValue, type ResultGrouping } from './resultGrouping.ts';

type BarOptions = Pick<ChartOptions, 'plots' | 'axis' | 'by' | 'step' | 'getGroupEnd'>;

/**
 * Finds out whether a chart can be drawn as bars. A bar shows one group, because several would be a mean: `isMerged` is
 * true if they have several times, and `furtherKey` is another key that they differ in. `bars` is undefined unless they
 * are wanted and possible.
 */
export function resolveBars(
  chart: ChartData,
  { plots, axis, by, step, getGroupEnd }: BarOptions,
  groups: ResultGrouping | undefined,
  { getBucketEnd, isWanted }: { getBucketEnd: (at: number) => number; isWanted: boolean | undefined },
) {
  const getBarEnd = getGroupEnd ?? (step ? getBucketEnd : undefined);
  const canShow = by
    ? getGroupEnd !== undefined && plots.some((plot) => isStackable(plot, groups))
    : getBarEnd !== undefined;
  const isMerged = getGroupEnd !== undefined && chart.from.some((at, stop) => at !== chart.to[stop]);
  const furtherKey =
    getGroupEnd && groups?.keys.find(({ name }) => ![axis?.key, by?.key].includes(toFieldKey([name])))?.name;
  const isDrawn = isWanted && canShow && !isMerged && furtherKey === undefined;
  return {
    canShow,
    isMerged,
    furtherKey,
    bars: isDrawn && getBarEnd ? createBarChart(chart, groups, getBarEnd) : undefined,
  };
}

/** True for a value of groups whose bars can be stacked: a count or a sum. */
function isStackable({ path: [name] }: DocumentColumn, groups: ResultGrouping | undefined): boolean {
  const value = groups?.values.find((each) => each.name === name);
  return value !== undefined && isAdditiveGroupValue(value);
}

/**
 * Replaces lines by bars: each one of a single series, and those of counts and sums by stacked bars of the visible
 * series and of all others together. The points of other lines move to the middle of the bars.
 */
export function createBarChart(
  chart: ChartData,
  groups: ResultGrouping | undefined,
  getBarEnd: (at: number) => number,
): ChartData {
  const [from, to] = chart.extent;
  return {
    ...chart,
    lines: chart.lines.map((line) => {
      if (!line.legend) return { ...line, stack: createBars(chart, line, getBarEnd) };
      return isStackable(line.column, groups)
        ? stackSeries(chart, line, getBarEnd)
        : centerPoints(chart, line, getBarEnd);
    }),
    extent: [from, getBarEnd(to)],
    getBarEnd,
  };
}

function createBars({ xs }: ChartData, { ys }: ChartLineData, getBarEnd: (at: number) => number) {
  const bars = Array.from(xs, (at, stop) => {
    const value = ys[stop] ?? Number.NaN;
    return { id: '', at, until: getBarEnd(at), from: Math.min(0, value), to: Math.max(0, value) };
  }).filter(({ to }) => Number.isFinite(to));
  const totals = new Map(Array.from(xs, (at, stop) => [at, ys[stop] ?? Number.NaN]));
  return { bars, totals, min: min(bars, ({ from }) => from) ?? 0, max: max(bars, ({ to }) => to) ?? 0 };
}

function centerPoints({ xs }: ChartData, line: ChartLineData, getBarEnd: (at: number) => number): ChartLineData {
  const toMiddle = (at: number) => (at + getBarEnd(at)) / 2;
  return {
    ...line,
    xs: xs.map(toMiddle),
    others: line.others.map((other) => ({ ...other, xs: other.xs.map(toMiddle) })),
  };
}

function stackSeries({ xs }: ChartData, line: ChartLineData, getBarEnd: (at: number) => number): ChartLineData {
  const { legend, others, rest, ys } = line;
  const rows = legend?.rows ?? [];
  const series = rows.flatMap(({ id, off }, row) => {
    if (row === legend?.chosen) return [{ id, xs, ys }];
    const other = others.find((each) => each.id === id);
    return off || !other ? [] : [other];
  });
  const stack = createSeriesStack(rest ? [...series, { ...rest, id: OTHER_SERIES_ID }] : series, getBarEnd);
  const sums = new Map<string, number>();
  for (const { id, from, to } of stack.bars) sums.set(id, (sums.get(id) ?? 0) + to - from);
  const getSum = (id: string) => sums.get(id) ?? 0;
  return {
    ...line,
    stack,
    ...(legend && {
      legend: {
        ...legend,
        valueName: 'total',
        rows: rows.map((row) => ({ ...row, value: row.off ? Number.NaN : getSum(row.id) })),
        others: legend.others && { ...legend.others, value: getSum(OTHER_SERIES_ID) },
      },
    }),
    formatValueAt: (stop) => {
      const total = stack.totals.get(xs[stop] ?? Number.NaN) ?? 0;
      return `${formatNumber(ys[stop] ?? 0)} of ${formatNumber(total)}`;
    },
  };
}
