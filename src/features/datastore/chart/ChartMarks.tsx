import { Fragment } from 'react';
import type { Drawn } from '#pipeline/documents/chartLines.ts';
import { CHARACTER_PX, type ChartLayout, tickEdge, tickMiddle } from '#ui/charts/chartLayout.ts';
import shared from '#ui/theme/shared.module.css';
import type { ChartRange } from './chartAxis.ts';
import classes from './ResultChart.module.css';

export function Brushed({ layout: { x }, range }: { layout: ChartLayout; range: ChartRange }) {
  const left = x(range.from);
  return <div className={classes['brush']} style={{ left, width: Math.max(1, x(range.to) - left) }} />;
}

export function Cross({
  drawn: { xs, lines },
  layout: { width, x, panels },
  at,
}: {
  drawn: Drawn;
  layout: ChartLayout;
  at: number;
}) {
  const left = Math.round(x(xs[at] ?? 0));
  // in the right quarter the values are placed left of the crosshair
  const side = left > width * 0.75 ? { right: width - left + 8 } : { left: left + 8 };
  return lines.map((line, index) => {
    const [bottom = 0, top = 0] = panels[index]?.y.range() ?? [];
    return (
      // one segment per plot, so that the legend between the plots stays readable
      <Fragment key={line.column.key}>
        <div className={classes['cross']} style={{ left, top, height: bottom - top }} />
        <span className={`${classes['tip']} ${shared['readout']}`} style={{ ...side, top: top + 4 }}>
          {line.textAt(at) || 'missing'}
        </span>
      </Fragment>
    );
  });
}

type AxisProps = { layout: ChartLayout; where: number | undefined; label: string };

/** Tick labels of the axis and the crosshair's label; ticks that would overlap it are hidden. */
export function AxisWords({ layout: { x, ticks }, where, label }: AxisProps) {
  const taken = (px: number, text: string) =>
    where !== undefined && Math.abs(px - where) < ((text.length + label.length) * CHARACTER_PX) / 2 + 12;
  return (
    <div className={`${classes['axis']} ${shared['axis']} ${shared['small']}`}>
      {ticks.map(({ at, label: text }) => {
        const hidden = taken(tickMiddle(x, at, text), text);
        return (
          <span key={at} style={{ left: x(at) }} data-edge={tickEdge(x, at)} hidden={hidden} aria-hidden>
            {text}
          </span>
        );
      })}
      {where !== undefined && (
        <span className={`${classes['where']} ${shared['readout']}`} style={{ left: where }}>
          {label}
        </span>
      )}
    </div>
  );
}
