import { extent } from 'd3-array';
import { curveLinear, curveStepAfter, line } from 'd3-shape';

/** Points sorted by `xs`. NaN in `ys` marks a missing value. Values that are more than `maxGap` apart are not connected. */
export type LinePoints = { xs: ArrayLike<number>; ys: ArrayLike<number>; maxGap?: number };

type Scale = (value: number) => number;

/**
 * Creates the SVG path of a line, optionally with steps. A missing value interrupts the line; an isolated value becomes
 * a dot.
 */
export function createLinePath(points: LinePoints, x: Scale, y: Scale, steps = false): string {
  const draw = line()
    .defined(([, py]) => Number.isFinite(py))
    .curve(steps ? curveStepAfter : curveLinear)
    .digits(1);
  return draw(simplifyPoints(points, x, y)) ?? '';
}

function simplifyPoints({ xs, ys, maxGap = Infinity }: LinePoints, x: Scale, y: Scale): [number, number][] {
  const found: [number, number][] = [];
  let shared: number[] = [];
  let place = Number.NaN;
  let last = Number.NaN;
  const take = () => {
    const ends = [...shared.slice(0, 1), ...extent(shared), ...shared.slice(-1)] as number[]; // extent of a non-empty array
    for (const [index, py] of ends.entries()) if (py !== ends[index - 1]) found.push([place, py]);
    shared = [];
  };
  for (let at = 0; at < xs.length; at++) {
    const px = Math.round(x(xs[at] ?? 0) * 2) / 2;
    const py = y(ys[at] ?? Number.NaN);
    if (shared.length > 0 && (px !== place || !Number.isFinite(py))) take();
    const isGap = Number.isFinite(py) && (xs[at] ?? 0) - last > maxGap;
    if (isGap) {
      if (shared.length > 0) take();
      found.push([px, Number.NaN]);
    }
    place = px;
    if (!Number.isFinite(py)) {
      found.push([px, Number.NaN]);
      continue;
    }
    shared.push(py);
    last = xs[at] ?? 0;
  }
  if (shared.length > 0) take();
  return found;
}
