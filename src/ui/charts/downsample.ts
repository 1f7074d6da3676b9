import { area, line } from 'd3-shape';
import type { LinePoints } from './createLinePath.ts';

/** Points that may each represent several values, with the count, minimum and maximum of these values. */
export type MinMaxLinePoints = LinePoints & {
  least?: ArrayLike<number>;
  most?: ArrayLike<number>;
  counts?: ArrayLike<number>;
};

type PixelBucket = { px: number; values: number; mean: number; least: number; most: number };

type Scale = (value: number) => number;

/**
 * Combines points in the same pixel column. A column without values interrupts the line, unless `joined`, and so does a
 * gap.
 */
export function downsample(
  { xs, ys, maxGap = Infinity, least = ys, most = ys, counts }: MinMaxLinePoints,
  x: Scale,
  joined: boolean,
) {
  const columns: PixelBucket[] = [];
  let sum = 0;
  let now: PixelBucket | undefined;
  let last = Number.NaN;
  const close = () => {
    if (now && now.values > 0) columns.push({ ...now, mean: sum / now.values });
    else if (now && !joined) columns.push(now);
  };
  for (let at = 0; at < xs.length; at++) {
    const px = Math.round(x(xs[at] ?? 0));
    const y = ys[at] ?? Number.NaN;
    const isGap = Number.isFinite(y) && (xs[at] ?? 0) - last > maxGap;
    const empty = { px, values: 0, mean: Number.NaN, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
    if (now?.px !== px || isGap) {
      close();
      if (isGap) columns.push(empty);
      now = { ...empty };
      sum = 0;
    }
    if (!Number.isFinite(y)) continue;
    last = xs[at] ?? 0;
    const count = counts?.[at] ?? 1;
    now.values += count;
    sum += y * count;
    now.least = Math.min(now.least, least[at] ?? y);
    now.most = Math.max(now.most, most[at] ?? y);
  }
  close();
  return columns;
}

export function createMeanPath(columns: readonly PixelBucket[], y: Scale): string {
  const draw = line<PixelBucket>(
    ({ px }) => px,
    ({ mean }) => y(mean),
  );
  return draw.defined(hasValues).digits(1)(columns) ?? '';
}

export function createBandPath(columns: readonly PixelBucket[], y: Scale): string {
  const draw = area<PixelBucket>(
    ({ px }) => px,
    ({ least }) => y(least),
    ({ most }) => y(most),
  );
  return draw.defined(hasValues).digits(1)(columns) ?? '';
}

const MIN_DOT_DISTANCE_PX = 12;

export function createDotsPath(columns: readonly PixelBucket[], y: Scale, width: number): string {
  const few = columns.length * MIN_DOT_DISTANCE_PX <= width;
  return columns
    .filter((column, at) => hasValues(column) && (few || (!isFilled(columns[at - 1]) && !isFilled(columns[at + 1]))))
    .map(({ px, mean }) => `M${px},${Math.round(y(mean) * 10) / 10}h0`)
    .join('');
}

function hasValues({ values }: PixelBucket): boolean {
  return values > 0;
}

function isFilled(column: PixelBucket | undefined): boolean {
  return column !== undefined && hasValues(column);
}
