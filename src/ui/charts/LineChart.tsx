import { bisector } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type PointerEvent, useState } from 'react';
import shared from '#ui/theme/shared.module.css';
import { createLinePath, type LinePoints } from './createLinePath.ts';
import classes from './LineChart.module.css';
import type { Tick } from './timeBins.ts';

type Props = {
  label: string;
  line: LinePoints & { steps?: boolean };
  /** Grid lines with labels, in ascending order. The first and the last are the edges of the chart. */
  yTicks: readonly Tick[];
  xTicks: readonly Tick[];
  height: number;
  formatReadout: (point: number) => string;
};

const VIEWBOX_WIDTH = 1000;

/** Line chart. Pages also show a table of the same values, for screen readers. */
export function LineChart({ label, line, yTicks, xTicks, height, formatReadout }: Props) {
  const [under, setUnder] = useState<number>();
  const { xs, ys, steps } = line;
  const x = scaleLinear([xs[0] ?? 0, xs[xs.length - 1] ?? 1], [0, VIEWBOX_WIDTH]);
  const y = scaleLinear([yTicks[0]?.at ?? 0, yTicks.at(-1)?.at ?? 1], [height, 0]);
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const drawn = Array.from(xs, (_, at) => at).filter((at) => Number.isFinite(ys[at]));
    const nearest = bisector((at: number) => xs[at]).center(
      drawn,
      x.invert(((clientX - left) / width) * VIEWBOX_WIDTH),
    );
    setUnder(drawn[nearest]);
  };
  // the data may have fewer points than at the last pointer event
  const point = under !== undefined && under < xs.length ? under : undefined;
  return (
    <figure translate="no" className={`${classes['chart']} ${shared['small']}`}>
      <div className={classes['rows']} style={{ height }} aria-hidden>
        {yTicks.map(({ at, label }) => (
          <span key={at} className={shared['truncated']} style={{ top: y(at) }}>
            {label}
          </span>
        ))}
      </div>
      <div className={classes['plot']} onPointerMove={onPointerMove} onPointerLeave={() => setUnder(undefined)}>
        <svg
          viewBox={`0 0 ${VIEWBOX_WIDTH} ${height}`}
          preserveAspectRatio="none"
          style={{ height }}
          role="img"
          aria-label={label}
        >
          {yTicks.map(({ at }) => (
            <path key={at} className={classes['grid']} d={`M0 ${y(at)}H${VIEWBOX_WIDTH}`} />
          ))}
          {point !== undefined && <path className={classes['cross']} d={`M${x(xs[point] ?? 0)} 0V${height}`} />}
          <path className={classes['line']} d={createLinePath(line, x, y, steps)} />
        </svg>
        {point !== undefined && (
          <span className={`${classes['readout']} ${shared['readout']}`}>{formatReadout(point)}</span>
        )}
      </div>
      <XAxisLabels columns={xTicks} share={x.copy().range([0, 1])} />
    </figure>
  );
}

function XAxisLabels({ columns, share }: { columns: Props['xTicks']; share: (at: number) => number }) {
  return (
    <div className={`${classes['columns']} ${shared['axis']}`} aria-hidden>
      {columns.map(({ at, label }) => (
        <span
          key={at}
          style={{ left: `${100 * share(at)}%` }}
          data-edge={share(at) < 0.05 ? 'start' : share(at) > 0.95 ? 'end' : undefined}
        >
          {label}
        </span>
      ))}
    </div>
  );
}
