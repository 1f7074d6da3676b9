import { formatMean, formatNumber } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { type ChartAxis, chartPoints, chartSeries, pointText } from './chartSeries.ts';
import type { ChartSums } from './chartSums.ts';
import type { DocumentColumn } from './documentColumns.ts';

/** Points of one part of the documents. */
type Trace = { id: string; xs: Float64Array; ys: Float64Array };

/** The parts of which lines are drawn unless somebody put them `off`, the others as one. */
type Legend = {
  rows: readonly { id: string; name: string; mean: number; off: boolean }[];
  chosen: number;
  others: { count: number; mean: number } | undefined;
};

/** What is drawn of a field: the line that is looked at, at the stops of the axis, and others behind it. */
export type DrawnLine = {
  column: DocumentColumn;
  label: string;
  /** Means of a stop's values where it has several; NaN where it has none. */
  ys: Float64Array;
  /** The least and the greatest of a stop's values, and how many it has; only where there may be several. */
  least?: Float64Array;
  most?: Float64Array;
  counts?: Uint32Array;
  /** The least and the greatest of all that is drawn. */
  min: number;
  max: number;
  mean: number;
  median?: number;
  values: number;
  missing: number;
  others: readonly Trace[];
  legend?: Legend;
  /** The value at a stop, in words; empty where there is none. */
  textAt: (stop: number) => string;
};

/** What is drawn of documents: some of their fields over an axis. */
export type Drawn = {
  axis: ChartAxis;
  /** From where to where there are documents. */
  extent: readonly [from: number, to: number];
  /** Where there is something to stop at. */
  xs: Float64Array;
  /** The lowest and the highest place on the axis at each stop, and how many documents are there. */
  from: Float64Array;
  to: Float64Array;
  met: ArrayLike<number>;
  lines: readonly DrawnLine[];
  /** The field by which it is split. */
  by?: string;
  /** Of what is split, the values that have no line. */
  hidden?: readonly { id: string; name: string }[];
  /** Only of documents that are drawn one by one: those that the stops are of. */
  documents?: readonly (JsonObject | undefined)[];
};

/** As many parts as these are all drawn; of more, those with the highest mean, and any one that is chosen. */
export const PARTS_MAX = 8;
const PARTS_RANKED = 6;

/** Documents one by one, with every digit of their values. */
export function fewDrawn(documents: readonly JsonObject[], axis: ChartAxis, plots: readonly DocumentColumn[]): Drawn {
  const points = chartPoints(documents, axis);
  const { xs, rows } = points;
  const lines = plots.map((column) => {
    const series = chartSeries(documents, points, column);
    const mean = series.ys.reduce((sum, y) => sum + (Number.isFinite(y) ? y : 0), 0) / series.values;
    return { ...series, mean, others: [], textAt: (stop: number) => pointText(series, stop) };
  });
  const met = new Uint32Array(xs.length).fill(1);
  const extent = [xs[0] ?? 0, xs[xs.length - 1] ?? 0] as const;
  return { axis, extent, xs, from: xs, to: xs, met, lines, documents: Array.from(rows, (row) => documents[row]) };
}

/** By ID, the part of what is split that is looked at, and those that no line is drawn of. */
export type PartsChoice = { chosen: string | undefined; off: ReadonlySet<string> };

/** Sums by bucket; of those that are split, the part that was chosen and a few others. */
export function sumsDrawn(sums: ChartSums, plots: readonly DocumentColumn[], chosen: PartsChoice): Drawn {
  const first = sums.wish.fields.findIndex(({ key }) => key === plots[0]?.key);
  return partsDrawn(sums, plots, shownParts(sums, first, chosen));
}

/** Each part by itself, whether a line is drawn of it or not, but for those that somebody put off. */
export function eachPart(sums: ChartSums, plots: readonly DocumentColumn[], { off }: PartsChoice): Drawn[] {
  const alone = (part: number) => ({ parts: [part], rest: [], chosen: 0, isOff: () => false });
  return sums.parts.flatMap(({ id, row }, part) =>
    row === undefined || off.has(id) ? [] : partsDrawn(sums, plots, alone(part)),
  );
}

function partsDrawn(sums: ChartSums, plots: readonly DocumentColumn[], shown: Shown): Drawn {
  const { buckets, wish } = sums;
  const fields = plots.map((plot) => wish.fields.findIndex(({ key }) => key === plot.key));
  const looked = shown.parts[shown.chosen] ?? -1;
  const row = sums.parts[looked]?.row ?? 0;
  const holds = (bucket: number) =>
    wish.by ? fields.some((field) => countAt(sums, row + field, bucket) > 0) : (buckets.met[bucket] ?? 0) > 0;
  const stops = Array.from({ length: buckets.last - buckets.first + 1 }, (_, at) => buckets.first + at).filter(holds);
  const taken = (from: Float64Array) => Float64Array.from(stops, (bucket) => from[bucket] ?? 0);
  const [from, to] = [taken(buckets.lowest), taken(buckets.highest)];
  const lines = plots.map((column, index) => lineOf(sums, column, fields[index] ?? -1, { ...shown, looked, stops }));
  const met = wish.by
    ? Uint32Array.from(stops, (bucket) => Math.max(0, ...fields.map((field) => countAt(sums, row + field, bucket))))
    : Uint32Array.from(stops, (bucket) => buckets.met[bucket] ?? 0);
  const begin = wish.step ? buckets.beginOf(buckets.first) : (buckets.lowest[buckets.first] ?? 0);
  const extent = [begin, buckets.highest[buckets.last] ?? 0] as const;
  const hidden = shown.rest.filter((part) => sums.parts[part]?.row !== undefined);
  return {
    ...{ axis: wish.axis, extent, from, to, met, lines },
    ...(wish.by && { by: wish.by.label }),
    xs: Float64Array.from(stops, (bucket) => placeOf(sums, bucket)),
    hidden: hidden.map((part) => ({ id: sums.parts[part]?.id ?? '', name: sums.nameOf(part) })),
  };
}

/** The parts that lines are drawn of, and the rest of them. */
type Shown = {
  parts: readonly number[];
  rest: readonly number[];
  chosen: number;
  isOff: (part: number) => boolean;
};

/** The parts with the highest mean of a field, and the chosen one wherever it is: where it is off, the first that is not. */
function shownParts(sums: ChartSums, field: number, { chosen, off }: PartsChoice): Shown {
  const mean = (part: number) => meanOf(sums.totalOf(part, field));
  const drawable = sums.parts.flatMap(({ row }, part) => (row === undefined ? [] : [part]));
  const order = drawable.sort((one, other) => (mean(other) || -Infinity) - (mean(one) || -Infinity) || one - other);
  const parts = order.slice(0, order.length > PARTS_MAX ? PARTS_RANKED : PARTS_MAX);
  const wanted = chosen === undefined ? -1 : sums.parts.findIndex(({ id }) => id === chosen);
  if (wanted >= 0 && !parts.includes(wanted)) parts.push(wanted);
  const isOff = (part: number) => off.has(sums.parts[part]?.id ?? '');
  const looked = wanted >= 0 && !isOff(wanted) ? wanted : parts.find((part) => !isOff(part));
  const rest = [...sums.parts.keys()].filter((part) => !parts.includes(part));
  return { parts, rest, chosen: Math.max(0, parts.indexOf(looked ?? -1)), isOff };
}

type Place = Shown & { looked: number; stops: readonly number[] };

function lineOf(sums: ChartSums, column: DocumentColumn, field: number, place: Place): DrawnLine {
  const { buckets, wish } = sums;
  const { parts, rest, chosen, isOff, looked, stops } = place;
  const row = (sums.parts[looked]?.row ?? 0) + field;
  const at = (bucket: number) => row * buckets.capacity + bucket;
  const counts = Uint32Array.from(stops, (bucket) => buckets.counts[at(bucket)] ?? 0);
  const of = (numbers: Float64Array) => (bucket: number) => numbers[at(bucket)] ?? Number.NaN;
  const least = Float64Array.from(stops, of(buckets.least));
  const most = Float64Array.from(stops, of(buckets.most));
  const ys = Float64Array.from(stops, (bucket, stop) => of(buckets.sums)(bucket) / (counts[stop] ?? 0));
  const drawn = parts.filter((part) => part === looked || !isOff(part));
  const totals = drawn.map((part) => sums.totalOf(part, field));
  const { count, sum } = sums.totalOf(looked, field);
  return {
    ...{ column, label: column.label, ys, least, most, counts },
    min: totals.reduce((min, total) => Math.min(min, total.least), Number.POSITIVE_INFINITY),
    max: totals.reduce((max, total) => Math.max(max, total.most), Number.NEGATIVE_INFINITY),
    mean: sum / count,
    values: count,
    missing: wish.by ? 0 : sums.documents - count,
    others: drawn.filter((part) => part !== looked).map((part) => traceOf(sums, part, field)),
    ...(wish.by && {
      legend: {
        rows: parts.map((part) => ({
          id: sums.parts[part]?.id ?? '',
          name: sums.nameOf(part),
          mean: meanOf(sums.totalOf(part, field)),
          off: !drawn.includes(part),
        })),
        chosen,
        others: othersOf(sums, rest, field),
      },
    }),
    textAt: (stop) => spreadText(ys[stop], counts[stop] ?? 0, least[stop], most[stop]),
  };
}

/** One value as it is; of several their mean and what they are between. */
function spreadText(mean = Number.NaN, count: number, least = mean, most = mean): string {
  if (count === 0) return '';
  return least === most ? formatNumber(least) : `${formatMean(mean)} (${formatNumber(least)} to ${formatNumber(most)})`;
}

function traceOf(sums: ChartSums, part: number, field: number): Trace {
  const { buckets } = sums;
  const row = (sums.parts[part]?.row ?? 0) + field;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let bucket = buckets.first; bucket <= buckets.last; bucket++) {
    const count = countAt(sums, row, bucket);
    if (count === 0) continue;
    xs.push(placeOf(sums, bucket));
    ys.push((buckets.sums[row * buckets.capacity + bucket] ?? 0) / count);
  }
  return { id: sums.parts[part]?.id ?? '', xs: Float64Array.from(xs), ys: Float64Array.from(ys) };
}

/** Where a bucket is drawn: in the middle of its documents, and where stretches were asked for, at the beginning of its. */
function placeOf({ buckets, wish }: ChartSums, bucket: number): number {
  if (wish.step) return buckets.beginOf(bucket);
  return ((buckets.lowest[bucket] ?? 0) + (buckets.highest[bucket] ?? 0)) / 2;
}

function othersOf(sums: ChartSums, rest: readonly number[], field: number): Legend['others'] {
  const totals = rest.map((part) => sums.totalOf(part, field));
  if (totals.length === 0) return undefined;
  const all = totals.reduce((one, { count, sum }) => ({ count: one.count + count, sum: one.sum + sum }), {
    count: 0,
    sum: 0,
  });
  return { count: totals.length, mean: meanOf(all) };
}

function countAt({ buckets }: ChartSums, row: number, bucket: number): number {
  return buckets.counts[row * buckets.capacity + bucket] ?? 0;
}

function meanOf({ count, sum }: { count: number; sum: number }): number {
  return sum / count;
}
