import { type PointerEvent, useState } from 'react';
import type { ChartTick } from './chartTicks.ts';
import classes from './LineChart.module.css';

/** One value at a place of the axis; nothing where there was none, which the line leaves open. */
export type ChartPoint = { x: number; y: number | undefined };

type Props = {
  /** What is drawn, with what is to be said of it to who cannot see it. */
  label: string;
  /** In the order of x. */
  points: readonly ChartPoint[];
  /** Values hold until the next one. */
  steps?: boolean;
  /** Lines across, each with its label; the lowest and the highest are the chart's edges. */
  rows: readonly ChartTick[];
  /** What stands below, by x. */
  columns: readonly ChartTick[];
  /** In px, of the drawing alone. */
  height: number;
  /** What is said of the point under the pointer. */
  readout?: (point: ChartPoint) => string;
};

const WIDTH = 1000;

/** One line over time. A table of the same values stands beside it wherever it is used. */
export function LineChart({ label, points, steps = false, rows, columns, height, readout }: Props) {
  const [under, setUnder] = useState<ChartPoint>();
  const ats = rows.map(({ at }) => at);
  const [low, high] = [Math.min(...ats), Math.max(...ats)];
  const [from, to] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
  const across = (x: number) => (to === from ? 0.5 : (x - from) / (to - from));
  const down = (y: number) => (high === low ? 0.5 : 1 - (y - low) / (high - low));
  const path = pathOf(
    points,
    steps,
    (x) => across(x) * WIDTH,
    (y) => down(y) * height,
  );
  const onMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setUnder(nearest(points, from + ((clientX - left) / width) * (to - from)));
  };
  return (
    <figure className={classes['chart']}>
      <div className={classes['rows']} style={{ height }} aria-hidden>
        {rows.map(({ at, label: words }) => (
          <span key={at} style={{ top: `${100 * down(at)}%` }}>
            {words}
          </span>
        ))}
      </div>
      <div className={classes['plot']} onPointerMove={readout && onMove} onPointerLeave={() => setUnder(undefined)}>
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          preserveAspectRatio="none"
          style={{ height }}
          role="img"
          aria-label={label}
        >
          {ats.map((at) => (
            <line
              key={at}
              className={classes['grid']}
              x1={0}
              x2={WIDTH}
              y1={down(at) * height}
              y2={down(at) * height}
            />
          ))}
          {under && (
            <line
              className={classes['cross']}
              x1={across(under.x) * WIDTH}
              x2={across(under.x) * WIDTH}
              y1={0}
              y2={height}
            />
          )}
          <path className={classes['line']} d={path} />
        </svg>
        {under && readout && <output className={classes['readout']}>{readout(under)}</output>}
      </div>
      <Columns columns={columns} across={across} />
    </figure>
  );
}

/** The words below the plot; those at its ends stay within it. */
function Columns({ columns, across }: { columns: Props['columns']; across: (x: number) => number }) {
  return (
    <div className={classes['columns']} aria-hidden>
      {columns.map(({ at, label }) => (
        <span
          key={at}
          style={{ left: `${100 * across(at)}%` }}
          data-edge={across(at) < 0.05 ? 'start' : across(at) > 0.95 ? 'end' : undefined}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

function pathOf(
  points: readonly ChartPoint[],
  steps: boolean,
  x: (x: number) => number,
  y: (y: number) => number,
): string {
  let path = '';
  let open = false;
  let before = 0;
  for (const [index, point] of points.entries()) {
    if (point.y === undefined) {
      if (open && steps) path += `H${round(x(point.x))}`;
      open = false;
      continue;
    }
    const [across, down] = [round(x(point.x)), round(y(point.y))];
    if (!open) path += `M${across} ${down}`;
    else if (steps && before !== point.y) path += `H${across}V${down}`;
    else if (steps) path += `H${across}`;
    else path += `L${across} ${down}`;
    // one value between two that are missing is a dot
    if (!open && points[index + 1]?.y === undefined) path += 'h1';
    open = true;
    before = point.y;
  }
  return path;
}

function nearest(points: readonly ChartPoint[], x: number): ChartPoint | undefined {
  const known = points.filter(({ y }) => y !== undefined);
  return known.reduce<ChartPoint | undefined>(
    (best, point) => (!best || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best),
    undefined,
  );
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
