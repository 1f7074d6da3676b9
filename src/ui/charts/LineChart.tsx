import { bisector } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type PointerEvent, useState } from 'react';
import shared from '#ui/theme/shared.module.css';
import classes from './LineChart.module.css';
import { linePath, type Points } from './linePath.ts';
import type { Tick } from './timeScale.ts';

type Props = {
  /** Accessible description. */
  label: string;
  line: Points & { steps?: boolean };
  /** Grid lines with labels, ascending; first and last are the edges of the chart. */
  rows: readonly Tick[];
  columns: readonly Tick[];
  /** Height of the plot in px. */
  height: number;
  readout: (point: number) => string;
};

const WIDTH = 1000;

/** Line chart. Always used beside a table of the same values. */
export function LineChart({ label, line, rows, columns, height, readout }: Props) {
  const [under, setUnder] = useState<number>();
  const { xs, ys, steps } = line;
  const x = scaleLinear([xs[0] ?? 0, xs[xs.length - 1] ?? 1], [0, WIDTH]);
  const y = scaleLinear([rows[0]?.at ?? 0, rows.at(-1)?.at ?? 1], [height, 0]);
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const drawn = Array.from(xs, (_, at) => at).filter((at) => Number.isFinite(ys[at]));
    const nearest = bisector((at: number) => xs[at]).center(drawn, x.invert(((clientX - left) / width) * WIDTH));
    setUnder(drawn[nearest]);
  };
  // the data may have fewer points than at the last pointer event
  const point = under !== undefined && under < xs.length ? under : undefined;
  return (
    <figure className={`${classes['chart']} ${shared['small']}`}>
      <div className={classes['rows']} style={{ height }} aria-hidden>
        {rows.map(({ at, label: words }) => (
          <span key={at} className={shared['cut']} style={{ top: y(at) }}>
            {words}
          </span>
        ))}
      </div>
      <div className={classes['plot']} onPointerMove={onPointerMove} onPointerLeave={() => setUnder(undefined)}>
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          preserveAspectRatio="none"
          style={{ height }}
          role="img"
          aria-label={label}
        >
          {rows.map(({ at }) => (
            <path key={at} className={classes['grid']} d={`M0 ${y(at)}H${WIDTH}`} />
          ))}
          {point !== undefined && <path className={classes['cross']} d={`M${x(xs[point] ?? 0)} 0V${height}`} />}
          <path className={classes['line']} d={linePath(line, x, y, steps)} />
        </svg>
        {point !== undefined && <span className={`${classes['readout']} ${shared['readout']}`}>{readout(point)}</span>}
      </div>
      <Columns columns={columns} share={x.copy().range([0, 1])} />
    </figure>
  );
}

function Columns({ columns, share }: { columns: Props['columns']; share: (at: number) => number }) {
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
