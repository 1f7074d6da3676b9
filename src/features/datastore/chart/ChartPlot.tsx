import { useElementSize } from '@mantine/hooks';
import { Fragment, type KeyboardEvent, memo, type PointerEvent, useMemo, useRef, useState } from 'react';
import { type ChartPicture, chartPicture } from '#pipeline/chart/chartPicture.ts';
import { scaled, unscaled } from '#pipeline/chart/chartScale.ts';
import { type ChartAxis, type ChartPoints, type ChartSeries, nearest, pointText } from '#pipeline/chart/chartSeries.ts';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { axisText, axisTicks } from './chartWords.ts';
import classes from './ResultChart.module.css';

/** A stretch of the axis, from one point to another, and how many points are within. */
export type ChartRange = { from: number; to: number; count: number };

type Props = {
  series: readonly ChartSeries[];
  points: ChartPoints;
  axis: ChartAxis;
  range: ChartRange | undefined;
  onRange: (range: ChartRange | undefined) => void;
};

const PANEL_LEAST_PX = 130;
const PANEL_MOST_PX = 280;
const AXIS_PX = 28;
/** A press becomes a brush once it has moved this far, px. */
const BRUSH_PX = 4;

/** The lines, a crosshair that follows pointer and arrow keys, and a stretch that is brushed with either. */
export function ChartPlot({ series, points, axis, range, onRange }: Props) {
  const { ref, width, height } = useElementSize();
  const mode = useTimeMode();
  const [at, setAt] = useState<number>();
  const { xs } = points;
  const last = xs.length - 1;
  const panelHeight = Math.floor(Math.min(PANEL_MOST_PX, Math.max(PANEL_LEAST_PX, (height - AXIS_PX) / series.length)));
  const picture = useMemo(
    () => chartPicture({ points, series, width, panelHeight, ticks: axisTicks(points, axis, width, mode) }),
    [points, series, width, panelHeight, axis, mode],
  );
  const rangeOf = (one: number, other: number): ChartRange => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    return { from: xs[from] ?? 0, to: xs[to] ?? 0, count: to - from + 1 };
  };
  const brush = useBrush(
    (px) => nearest(xs, unscaled(picture.x, px)),
    setAt,
    (one, other) => onRange(rangeOf(one, other)),
  );
  const byKey = useKeys({ count: xs.length, at, brushed: range !== undefined }, setAt, (one, other) =>
    onRange(one < 0 ? undefined : rangeOf(one, other)),
  );
  const shown = at === undefined ? undefined : Math.min(at, last);
  const words =
    shown === undefined
      ? 'Arrow keys go from point to point, with Shift they choose a range'
      : [
          axisText(xs[shown] ?? 0, axis, mode),
          ...series.map((one) => `${one.column.label} ${pointText(one, shown) || 'missing'}`),
        ].join(', ');
  return (
    <div ref={ref} className={classes['room']}>
      {width > 0 && (
        <div
          className={classes['plot']}
          role="slider"
          tabIndex={0}
          aria-label={`Chart of ${series.map(({ column }) => column.label).join(', ')} over ${axis?.label ?? 'the index'}`}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={xs.length}
          aria-valuenow={(shown ?? 0) + 1}
          aria-valuetext={words}
          onKeyDown={byKey}
          {...brush}
        >
          <Drawing picture={picture} />
          {range && <Brushed picture={picture} range={range} />}
          {shown !== undefined && (
            <Cross picture={picture} at={shown} x={xs[shown] ?? 0} label={axisText(xs[shown] ?? 0, axis, mode)} />
          )}
        </div>
      )}
    </div>
  );
}

/** Keys go from point to point; with Shift they brush from where it was first held, and Escape takes that back. */
function useKeys(
  { count, at, brushed }: { count: number; at: number | undefined; brushed: boolean },
  onAt: (at: number) => void,
  onBrush: (from: number, to: number) => void,
) {
  const anchor = useRef<number>(undefined);
  const page = Math.ceil(count / 10);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -page,
    PageDown: page,
    Home: -count,
    End: count,
  };
  return (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (event.key === 'Escape' && brushed) {
      anchor.current = undefined;
      onBrush(-1, -1);
    } else if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else {
      const next = Math.min(count - 1, Math.max(0, (at ?? (by > 0 ? -1 : count)) + by));
      anchor.current = event.shiftKey ? (anchor.current ?? at ?? next) : undefined;
      onAt(next);
      if (anchor.current !== undefined) onBrush(anchor.current, next);
    }
    event.preventDefault();
  };
}

/** The pointer: wherever it is the crosshair goes; pressed and drawn along it brushes, a press alone takes that back. */
function useBrush(
  indexAt: (px: number) => number,
  onAt: (at: number | undefined) => void,
  onBrush: (from: number, to: number) => void,
) {
  const pressed = useRef<{ px: number; index: number; brushing: boolean }>(undefined);
  const pxOf = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const px = pxOf(event);
      pressed.current = { px, index: indexAt(px), brushing: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = pressed;
      // a chart that moves under a pointer at rest is not pointed at
      if (!current && event.movementX === 0 && event.movementY === 0) return;
      const px = pxOf(event);
      onAt(indexAt(px));
      if (!current) return;
      current.brushing ||= Math.abs(px - current.px) > BRUSH_PX;
      if (current.brushing) onBrush(current.index, indexAt(px));
    },
    onPointerUp: () => {
      pressed.current = undefined;
    },
    onPointerLeave: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      // keys go on from where they are
      if (document.activeElement !== currentTarget) onAt(undefined);
    },
  };
}

/** Drawn once for all the places that the crosshair goes to. */
const Drawing = memo(function Drawing({ picture: { width, height, shapes } }: { picture: ChartPicture }) {
  return (
    <svg width={width} height={height} aria-hidden="true">
      {shapes.map((shape, index) => {
        const ink = `var(--${shape.ink})`;
        // biome-ignore-start lint/suspicious/noArrayIndexKey: shapes have no identity beside their place
        if (shape.kind === 'path') {
          return <path key={index} d={shape.d} fill="none" stroke={ink} strokeWidth={shape.px} strokeLinecap="round" />;
        }
        if (shape.kind === 'rect') {
          const { x, y, width: across, height: down } = shape;
          return <rect key={index} x={x} y={y} width={across} height={down} fill={ink} />;
        }
        const { x, y, anchor, strong, text, whole } = shape;
        return (
          <text key={index} x={x} y={y} textAnchor={anchor} fill={ink} className={strong ? classes['strong'] : ''}>
            {whole !== undefined && <title>{whole}</title>}
            {text}
          </text>
        );
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
      })}
    </svg>
  );
});

function Brushed({ picture: { x }, range }: { picture: ChartPicture; range: ChartRange }) {
  const left = scaled(x, range.from);
  return <div className={classes['brush']} style={{ left, width: Math.max(1, scaled(x, range.to) - left) }} />;
}

type CrossProps = { picture: ChartPicture; at: number; x: number; label: string };

/** A line through every panel, with the values it meets. */
function Cross({ picture, at, x, label }: CrossProps) {
  const left = Math.round(scaled(picture.x, x));
  // beyond the middle the values stand at the other side of the line
  const side = left > picture.width * 0.75 ? { right: picture.width - left + 8 } : { left: left + 8 };
  const where = Math.min(Math.max(left, 80), picture.width - 80);
  return (
    <>
      {picture.panels.map(({ series, y }) => (
        // from plot to plot: what stands between them stays readable
        <Fragment key={series.column.key}>
          <div className={classes['cross']} style={{ left, top: y.end, height: y.start - y.end }} />
          <span className={classes['tip']} style={{ ...side, top: y.end + 4 }}>
            {pointText(series, at) || 'missing'}
          </span>
        </Fragment>
      ))}
      <span className={classes['where']} style={{ left: where }}>
        {label}
      </span>
    </>
  );
}
