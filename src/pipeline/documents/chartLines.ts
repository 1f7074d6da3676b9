import { formatMean, formatNumber } from '#lib/formatNumber.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { type ChartAxis, chartPoints, chartSeries, pointText } from './chartSeries.ts';
import type { ChartSums } from './chartSums.ts';
import type { DocumentColumn } from './documentColumns.ts';

type Trace = { id: string; xs: Float64Array; ys: Float64Array };

/** Series drawn individually, `off` if hidden by the user; the others are aggregated. */
type Legend = {
  rows: readonly { id: string; name: string; mean: number; off: boolean }[];
  chosen: number;
  others: { count: number; mean: number } | undefined;
};

/** A chart line of a field: the selected series, and other series behind it. */
export type DrawnLine = {
  column: DocumentColumn;
  label: string;
  /** Mean per stop; NaN without values. */
  ys: Float64Array;
  /** Minimum, maximum and count per stop; only for aggregated values. */
  least?: Float64Array;
  most?: Float64Array;
  counts?: Uint32Array;
  min: number;
  max: number;
  mean: number;
  median?: number;
  values: number;
  missing: number;
  others: readonly Trace[];
  legend?: Legend;
  textAt: (stop: number) => string;
};

export type Drawn = {
  axis: ChartAxis;
  extent: readonly [from: number, to: number];
  xs: Float64Array;
  /** Minimum and maximum axis value, and number of documents, per stop. */
  from: Float64Array;
  to: Float64Array;
  met: ArrayLike<number>;
  lines: readonly DrawnLine[];
  by?: string;
  /** Values of the split field that have no line. */
  hidden?: readonly { id: string; name: string }[];
  /** Documents per stop, if drawn individually. */
  documents?: readonly (JsonObject | undefined)[];
};

/** Up to this many series are all drawn; of more, those with the highest mean plus the selected one. */
export const PARTS_MAX = 8;
const PARTS_RANKED = 6;

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

export type PartsChoice = { chosen: string | undefined; off: ReadonlySet<string> };

export function sumsDrawn(sums: ChartSums, plots: readonly DocumentColumn[], chosen: PartsChoice): Drawn {
  const first = sums.wish.fields.findIndex(({ key }) => key === plots[0]?.key);
  return partsDrawn(sums, plots, shownParts(sums, first, chosen));
}

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

type Shown = {
  parts: readonly number[];
  rest: readonly number[];
  chosen: number;
  isOff: (part: number) => boolean;
};

/** Selects the series with the highest mean, plus the chosen one; a hidden one is replaced by the first visible one. */
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

/** Axis position of a bucket: its start for a fixed step, else the middle of its documents. */
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
