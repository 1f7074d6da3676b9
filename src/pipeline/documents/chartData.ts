import { median, pairs } from 'd3-array';
import type { SeriesStack } from '#lib/createSeriesStack.ts';
import { formatMean, formatNumber } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import type { ChartAggregator, ChartSpec } from './chartAggregator.ts';
import { type ChartXAxisColumn, createChartPoints, createChartSeries, formatPointValue } from './chartSeries.ts';
import type { DocumentColumn } from './documentColumns.ts';

/** A line connects values up to `maxGap` apart, in units of the axis. */
type OtherSeries = { id: string; xs: Float64Array; ys: Float64Array; maxGap: number };

type LegendRow = { id: string; name: string; value: number; off: boolean };

type LegendData = {
  valueName: string;
  rows: readonly LegendRow[];
  chosen: number;
  others: { count: number; value: number } | undefined;
};

/** Values of the period before, at the times that they are compared with. `current` and `compared` have one per stop. */
type ValuesBefore = {
  xs: readonly number[];
  ys: readonly number[];
  min: number;
  max: number;
  mean: number;
  current: readonly (number | undefined)[];
  compared: readonly (number | undefined)[];
};

export type ChartLineData = {
  column: DocumentColumn;
  label: string;
  /** Positions of the values. If undefined, those of the chart. */
  xs?: Float64Array;
  ys: Float64Array;
  maxGap: number;
  least?: Float64Array;
  most?: Float64Array;
  counts?: Uint32Array;
  min: number;
  max: number;
  mean: number;
  median?: number;
  values: number;
  missing: number;
  others: readonly OtherSeries[];
  /** Sums of the series that are not drawn, for bars. */
  rest?: OtherSeries | undefined;
  legend?: LegendData;
  stack?: SeriesStack | undefined;
  before?: ValuesBefore;
  formatValueAt: (stop: number) => string;
};

export type ChartData = {
  axis: ChartXAxisColumn;
  extent: readonly [from: number, to: number];
  xs: Float64Array;
  from: Float64Array;
  to: Float64Array;
  documentCounts: ArrayLike<number>;
  lines: readonly ChartLineData[];
  by?: string;
  hidden?: readonly { id: string; name: string }[];
  documents?: readonly (JsonObject | undefined)[];
  /** End of the bar that begins at a time. Set if the chart has bars. */
  getBarEnd?: (at: number) => number;
};

/** Maximum number of series drawn. If there are more, those with the highest mean and the selected one are drawn. */
export const SERIES_MAX = 8;
const RANKED_SERIES = 6;

export function buildChartFromDocuments(
  documents: readonly JsonObject[],
  axis: ChartXAxisColumn,
  plots: readonly DocumentColumn[],
  maxGap: number | undefined,
): ChartData {
  const points = createChartPoints(documents, axis);
  const { xs, rows } = points;
  const lines = plots.map((column) => {
    const series = createChartSeries(documents, points, column);
    const mean = series.ys.reduce((sum, y) => sum + (Number.isFinite(y) ? y : 0), 0) / series.values;
    return {
      ...series,
      mean,
      maxGap: getMaxGap({ axis, maxGap }, xs, series.ys),
      others: [],
      formatValueAt: (stop: number) => formatPointValue(series, stop),
    };
  });
  const met = new Uint32Array(xs.length).fill(1);
  const extent = [xs[0] ?? 0, xs[xs.length - 1] ?? 0] as const;
  return {
    axis,
    extent,
    xs,
    from: xs,
    to: xs,
    documentCounts: met,
    lines,
    documents: Array.from(rows, (row) => documents[row]),
  };
}

export type GroupSelection = { selectedGroup: string | undefined; hiddenGroups: ReadonlySet<string> };

export function buildChartFromAggregates(
  aggregator: ChartAggregator,
  plots: readonly DocumentColumn[],
  chosen: GroupSelection,
): ChartData {
  const first = aggregator.spec.fields.findIndex(({ key }) => key === plots[0]?.key);
  return buildChart(aggregator, plots, selectGroups(aggregator, first, chosen));
}

export function buildChartDataByGroup(
  aggregator: ChartAggregator,
  plots: readonly DocumentColumn[],
  { hiddenGroups }: GroupSelection,
): ChartData[] {
  const alone = (part: number) => ({ parts: [part], rest: [], chosen: 0, isOff: () => false });
  return aggregator.groups.flatMap(({ id, row }, part) =>
    row === undefined || hiddenGroups.has(id) ? [] : buildChart(aggregator, plots, alone(part)),
  );
}

function buildChart(sums: ChartAggregator, plots: readonly DocumentColumn[], shown: SelectedGroups): ChartData {
  const { buckets, spec } = sums;
  const fields = plots.map((plot) => spec.fields.findIndex(({ key }) => key === plot.key));
  const looked = shown.parts[shown.chosen] ?? -1;
  const row = sums.groups[looked]?.row ?? 0;
  const holds = (bucket: number) =>
    spec.by ? fields.some((field) => getCount(sums, row + field, bucket) > 0) : (buckets.axisCounts[bucket] ?? 0) > 0;
  const stops = Array.from({ length: buckets.last - buckets.first + 1 }, (_, at) => buckets.first + at).filter(holds);
  const taken = (from: Float64Array) => Float64Array.from(stops, (bucket) => from[bucket] ?? 0);
  const [from, to] = [taken(buckets.axisMin), taken(buckets.axisMax)];
  const lines = plots.map((column, index) => buildLine(sums, column, fields[index] ?? -1, { ...shown, looked, stops }));
  const met = spec.by
    ? Uint32Array.from(stops, (bucket) => Math.max(0, ...fields.map((field) => getCount(sums, row + field, bucket))))
    : Uint32Array.from(stops, (bucket) => buckets.axisCounts[bucket] ?? 0);
  const begin = spec.step ? buckets.getBucketStart(buckets.first) : (buckets.axisMin[buckets.first] ?? 0);
  const extent = [begin, buckets.axisMax[buckets.last] ?? 0] as const;
  const hidden = shown.rest.filter((part) => sums.groups[part]?.row !== undefined);
  return {
    ...{ axis: spec.axis, extent, from, to, documentCounts: met, lines },
    ...(spec.by && { by: spec.by.label }),
    xs: Float64Array.from(stops, (bucket) => getAxisPosition(sums, bucket)),
    hidden: hidden.map((part) => ({ id: sums.groups[part]?.id ?? '', name: sums.getGroupName(part) })),
  };
}

type SelectedGroups = {
  parts: readonly number[];
  rest: readonly number[];
  chosen: number;
  isOff: (part: number) => boolean;
};

function selectGroups(
  sums: ChartAggregator,
  field: number,
  { selectedGroup, hiddenGroups }: GroupSelection,
): SelectedGroups {
  const mean = (part: number) => computeMean(sums.getTotal(part, field));
  const drawable = sums.groups.flatMap(({ row }, part) => (row === undefined ? [] : [part]));
  const order = drawable.sort((one, other) => (mean(other) || -Infinity) - (mean(one) || -Infinity) || one - other);
  const parts = order.slice(0, order.length > SERIES_MAX ? RANKED_SERIES : SERIES_MAX);
  const wanted = selectedGroup === undefined ? -1 : sums.groups.findIndex(({ id }) => id === selectedGroup);
  if (wanted >= 0 && !parts.includes(wanted)) parts.push(wanted);
  const isOff = (part: number) => hiddenGroups.has(sums.groups[part]?.id ?? '');
  const looked = wanted >= 0 && !isOff(wanted) ? wanted : parts.find((part) => !isOff(part));
  const rest = [...sums.groups.keys()].filter((part) => !parts.includes(part));
  return { parts, rest, chosen: Math.max(0, parts.indexOf(looked ?? -1)), isOff };
}

type LineContext = SelectedGroups & { looked: number; stops: readonly number[] };

function buildLine(sums: ChartAggregator, column: DocumentColumn, field: number, place: LineContext): ChartLineData {
  const { buckets, spec } = sums;
  const { parts, rest, chosen, isOff, looked, stops } = place;
  const row = (sums.groups[looked]?.row ?? 0) + field;
  const at = (bucket: number) => row * buckets.capacity + bucket;
  const counts = Uint32Array.from(stops, (bucket) => buckets.counts[at(bucket)] ?? 0);
  const of = (numbers: Float64Array) => (bucket: number) => numbers[at(bucket)] ?? Number.NaN;
  const least = Float64Array.from(stops, of(buckets.min));
  const most = Float64Array.from(stops, of(buckets.max));
  const xs = Float64Array.from(stops, (bucket) => getAxisPosition(sums, bucket));
  const ys = Float64Array.from(stops, (bucket, stop) => of(buckets.sums)(bucket) / (counts[stop] ?? 0));
  const drawn = parts.filter((part) => part === looked || !isOff(part));
  const totals = drawn.map((part) => sums.getTotal(part, field));
  const { count, sum } = sums.getTotal(looked, field);
  return {
    ...{ column, label: column.label, ys, least, most, counts },
    maxGap: getMaxGap(spec, xs, ys),
    min: totals.reduce((min, total) => Math.min(min, total.least), Number.POSITIVE_INFINITY),
    max: totals.reduce((max, total) => Math.max(max, total.most), Number.NEGATIVE_INFINITY),
    mean: sum / count,
    values: count,
    missing: spec.by ? 0 : sums.documentCount - count,
    others: drawn.filter((part) => part !== looked).map((part) => buildOtherSeries(sums, part, field)),
    ...(spec.by && {
      legend: {
        // groups weigh the same, whatever the number of their documents
        valueName: spec.groupUnit ? `mean of ${spec.groupUnit}s` : 'mean',
        rows: parts.map((part) => ({
          id: sums.groups[part]?.id ?? '',
          name: sums.getGroupName(part),
          value: computeMean(sums.getTotal(part, field)),
          off: !drawn.includes(part),
        })),
        chosen,
        others: summarizeOthers(sums, rest, field),
      },
      rest: rest.length > 0 ? buildRestSeries(sums, rest, field) : undefined,
    }),
    formatValueAt: (stop) => formatSpread(ys[stop], counts[stop] ?? 0, least[stop], most[stop]),
  };
}

function formatSpread(mean = Number.NaN, count: number, least = mean, most = mean): string {
  if (count === 0) return '';
  return least === most ? formatNumber(least) : `${formatMean(mean)} (${formatNumber(least)} to ${formatNumber(most)})`;
}

function buildOtherSeries(sums: ChartAggregator, part: number, field: number): OtherSeries {
  const { buckets } = sums;
  const row = (sums.groups[part]?.row ?? 0) + field;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let bucket = buckets.first; bucket <= buckets.last; bucket++) {
    const count = getCount(sums, row, bucket);
    if (count === 0) continue;
    xs.push(getAxisPosition(sums, bucket));
    ys.push((buckets.sums[row * buckets.capacity + bucket] ?? 0) / count);
  }
  return {
    id: sums.groups[part]?.id ?? '',
    xs: Float64Array.from(xs),
    ys: Float64Array.from(ys),
    maxGap: getMaxGap(sums.spec, xs, ys),
  };
}

function buildRestSeries(sums: ChartAggregator, parts: readonly number[], field: number): OtherSeries {
  const { buckets } = sums;
  const rows = parts.flatMap((part) => sums.groups[part]?.row ?? []);
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let bucket = buckets.first; bucket <= buckets.last; bucket++) {
    const held = rows.filter((row) => getCount(sums, row + field, bucket) > 0);
    if (held.length === 0) continue;
    xs.push(getAxisPosition(sums, bucket));
    ys.push(held.reduce((sum, row) => sum + (buckets.sums[(row + field) * buckets.capacity + bucket] ?? 0), 0));
  }
  return { id: '', xs: Float64Array.from(xs), ys: Float64Array.from(ys), maxGap: Infinity };
}

/** Multiple of the usual distance between values from which on a line is interrupted. */
const GAP_FACTOR = 10;

function getMaxGap(
  { axis, maxGap }: Pick<ChartSpec, 'axis' | 'maxGap'>,
  xs: ArrayLike<number>,
  ys: ArrayLike<number>,
): number {
  // without times, only missing values interrupt a line
  if (!axis?.time) return Infinity;
  if (maxGap !== undefined) return maxGap;
  const known = Array.from(xs).filter((_, at) => Number.isFinite(ys[at]));
  return GAP_FACTOR * (median(pairs(known, (one, next) => next - one)) ?? Infinity);
}

function getAxisPosition({ buckets, spec }: ChartAggregator, bucket: number): number {
  if (spec.step) return buckets.getBucketStart(bucket);
  return ((buckets.axisMin[bucket] ?? 0) + (buckets.axisMax[bucket] ?? 0)) / 2;
}

function summarizeOthers(sums: ChartAggregator, rest: readonly number[], field: number): LegendData['others'] {
  const totals = rest.map((part) => sums.getTotal(part, field));
  if (totals.length === 0) return undefined;
  const all = totals.reduce((one, { count, sum }) => ({ count: one.count + count, sum: one.sum + sum }), {
    count: 0,
    sum: 0,
  });
  return { count: totals.length, value: computeMean(all) };
}

function getCount({ buckets }: ChartAggregator, row: number, bucket: number): number {
  return buckets.counts[row * buckets.capacity + bucket] ?? 0;
}

function computeMean({ count, sum }: { count: number; sum: number }): number {
  return sum / count;
}
