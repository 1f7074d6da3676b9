import { extent } from 'd3-array';
import { curveLinear, curveStepAfter, line } from 'd3-shape';

/** Points sorted by `xs`. NaN in `ys` marks a missing value. */
export type LinePoints = { xs: ArrayLike<number>; ys: ArrayLike<number> };

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

function simplifyPoints({ xs, ys }: LinePoints, x: Scale, y: Scale): [number, number][] {
  const found: [number, number][] = [];
  let shared: number[] = [];
  let place = Number.NaN;
  const take = () => {
    const ends = [...shared.slice(0, 1), ...extent(shared), ...shared.slice(-1)] as number[]; // extent of a non-empty array
    for (const [index, py] of ends.entries()) if (py !== ends[index - 1]) found.push([place, py]);
    shared = [];
  };
  for (let at = 0; at < xs.length; at++) {
    const px = Math.round(x(xs[at] ?? 0) * 2) / 2;
    const py = y(ys[at] ?? Number.NaN);
    if (shared.length > 0 && (px !== place || !Number.isFinite(py))) take();
    place = px;
    if (Number.isFinite(py)) shared.push(py);
    else found.push([px, Number.NaN]);
  }
  if (shared.length > 0) take();
  return found;
}
