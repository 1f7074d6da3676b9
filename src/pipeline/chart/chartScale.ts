/** From values to pixels: `from` and `to` are where the axis begins and ends, `start` and `end` px. */
export type Scale = { from: number; to: number; start: number; end: number };

export function scaled({ from, to, start, end }: Scale, value: number): number {
  return to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);
}

/** The value at a place in px. */
export function unscaled({ from, to, start, end }: Scale, px: number): number {
  return end === start ? from : from + ((px - start) / (end - start)) * (to - from);
}

/** Three round values around all: where a small axis begins, its middle, and where it ends. */
export function valueTicks(min: number, max: number): number[] {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return [];
  const spread = max - min || Math.abs(max) || 1;
  const step = roundStep(spread / 2);
  const from = Math.floor(min / step) * step;
  const steps = Math.max(2, Math.ceil((max - from) / step));
  const half = Math.ceil(steps / 2);
  return [0, half, 2 * half].map((count) => tidy(from + count * step));
}

/** A value as an axis or a tooltip shows it: no more digits than tell neighbours apart. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return '';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return value.toExponential(2).replace('-', '−');
  return value.toLocaleString('en', { maximumSignificantDigits: size >= 100_000 ? 9 : 6 }).replace('-', '−');
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

const STEPS = [
  ...[1, 5, 15, 30].map((count) => count * SECOND),
  ...[1, 5, 15, 30].map((count) => count * MINUTE),
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30, 90, 180, 365, 730, 3650, 36_500].map((count) => count * DAY),
];

/** Round times in a range, at most so many; `zoneMs` is what the shown zone is ahead of UTC. */
export function timeTicks(from: number, to: number, most: number, zoneMs: number): number[] {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? (to - from) / most;
  return multiples(from + zoneMs, to + zoneMs, step).map((time) => time - zoneMs);
}

/** Round numbers in a range, at most so many. */
export function indexTicks(from: number, to: number, most: number): number[] {
  return multiples(from, to, Math.max(1, roundStep((to - from) / most)));
}

/**
 * A line through points as an SVG path. Of points that share a pixel the first, the lowest, the highest and the last are
 * drawn, so that ten thousand look the same as all; a value that is missing breaks the line.
 */
export function linePath(xs: Float64Array, ys: Float64Array, x: Scale, y: Scale): string {
  let path = '';
  let open = false;
  let pixel: Pixel | undefined;
  const flush = () => {
    if (!pixel) return;
    for (const py of pixelPoints(pixel)) {
      path += `${open ? 'L' : 'M'}${pixel.px} ${round(py)}`;
      open = true;
    }
    // a value alone between missing ones is a dot
    if (pixel.alone) path += 'h0';
    pixel = undefined;
  };
  for (let at = 0; at < xs.length; at++) {
    const value = ys[at] ?? Number.NaN;
    if (Number.isNaN(value)) {
      flush();
      open = false;
      continue;
    }
    const px = Math.round(scaled(x, xs[at] ?? 0) * 2) / 2;
    const py = scaled(y, value);
    if (pixel?.px === px) widen(pixel, py);
    else {
      flush();
      const alone = !open && Number.isNaN(ys[at + 1] ?? Number.NaN);
      pixel = { px, first: py, low: py, high: py, last: py, alone };
    }
  }
  flush();
  return path;
}

type Pixel = { px: number; first: number; low: number; high: number; last: number; alone: boolean };

function widen(pixel: Pixel, py: number): void {
  pixel.low = Math.min(pixel.low, py);
  pixel.high = Math.max(pixel.high, py);
  pixel.last = py;
  pixel.alone = false;
}

function pixelPoints({ first, low, high, last }: Pixel): number[] {
  return [first, low, high, last].filter((py, index, all) => index === 0 || py !== all[index - 1]);
}

function multiples(from: number, to: number, step: number): number[] {
  const found: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to && found.length < 100; tick += step) found.push(tidy(tick));
  return found;
}

/** The next of 1, 2, 2.5, 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least * 0.999) ?? 10) * power;
}

/** Without the crumbs of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
