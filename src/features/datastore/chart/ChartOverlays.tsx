import { Fragment } from 'react';
import type { ChartData } from '#pipeline/documents/chartData.ts';
import {
  CHARACTER_WIDTH_PX,
  type ChartLayout,
  getTickLabelAnchor,
  getTickLabelCenter,
} from '#ui/charts/chartLayout.ts';
import shared from '#ui/theme/shared.module.css';
import type { ChartRange } from './chartAxis.ts';
import classes from './ResultChart.module.css';

export function RangeBrush({ layout: { x }, range }: { layout: ChartLayout; range: ChartRange }) {
  const left = x(range.from);
  return <div className={classes['brush']} style={{ left, width: Math.max(1, x(range.to) - left) }} />;
}

export function Crosshair({
  drawn: { lines },
  layout: { width, panels },
  stop,
  left,
}: {
  drawn: ChartData;
  layout: ChartLayout;
  stop: number;
  left: number;
}) {
  return lines.map((line, index) => {
    const [bottom = 0, top = 0] = panels[index]?.y.range() ?? [];
    const text = line.formatValueAt(stop) || 'missing';
    // in the right quarter, and where there is more room, the values are placed left of the crosshair
    const isTooLong = left + 24 + text.length * CHARACTER_WIDTH_PX > width;
    const isLeft = left > width * (isTooLong ? 0.5 : 0.75);
    const tooltipPosition = isLeft ? { right: width - left + 8 } : { left: left + 8 };
    return (
      // one segment per plot, so that the legend between the plots stays readable
      <Fragment key={line.column.key}>
        <div className={classes['crosshair']} style={{ left, top, height: bottom - top }} />
        <span
          translate="no"
          className={`${classes['tooltip']} ${shared['readout']}`}
          style={{ ...tooltipPosition, top: top + 4 }}
        >
          {text}
        </span>
      </Fragment>
    );
  });
}

type AxisLabelsProps = { layout: ChartLayout; crosshairX: number | undefined; label: string };

export function AxisLabels({ layout: { x, ticks }, crosshairX, label }: AxisLabelsProps) {
  const isCovered = (px: number, text: string) =>
    crosshairX !== undefined &&
    Math.abs(px - crosshairX) < ((text.length + label.length) * CHARACTER_WIDTH_PX) / 2 + 12;
  return (
    <div translate="no" className={`${classes['axis']} ${shared['axis']} ${shared['small']}`}>
      {ticks.map(({ at, label: text }) => {
        const hidden = isCovered(getTickLabelCenter(x, at, text), text);
        return (
          <span key={at} style={{ left: x(at) }} data-edge={getTickLabelAnchor(x, at)} hidden={hidden} aria-hidden>
            {text}
          </span>
        );
      })}
      {crosshairX !== undefined && (
        <span className={`${classes['cursorLabel']} ${shared['readout']}`} style={{ left: crosshairX }}>
          {label}
        </span>
      )}
    </div>
  );
}
