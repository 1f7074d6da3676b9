import { useElementSize } from '@mantine/hooks';
import { bisectCenter } from 'd3-array';
import { Fragment, type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { formatCount } from '#lib/counts.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import { type ChartAxis, type ChartPoints, type ChartSeries, pointText } from '#pipeline/documents/chartSeries.ts';
import { ChartPicture } from '#ui/charts/ChartPicture.tsx';
import { AXIS_PX, type ChartLayout, chartLayout } from '#ui/charts/chartLayout.ts';
import { type Tick, timeTicks, zoneOf } from '#ui/charts/timeScale.ts';
import { countTicks } from '#ui/charts/valueTicks.ts';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './ResultChart.module.css';

type Props = { drawn: Drawn; range: ChartRange | undefined; onRange: (range: ChartRange | undefined) => void };

const PANEL_LEAST_PX = 130;
const PANEL_MOST_PX = 280;
/** A press becomes a brush once it has moved this far, px. */
const BRUSH_PX = 4;

/** The lines, a crosshair that follows pointer and arrow keys, and a stretch that is brushed with either. */
export function ChartPlot({ drawn, range, onRange }: Props) {
  const { ref, width, height } = useElementSize();
  const mode = useTimeMode();
  const [at, setAt] = useState<number>();
  const { xs, lines, axis } = drawn;
  const layout = useMemo(() => {
    const room = Math.floor((height - AXIS_PX) / lines.length);
    const panelHeight = Math.min(PANEL_MOST_PX, Math.max(PANEL_LEAST_PX, room));
    return chartLayout({ xs, lines, width, panelHeight, ticks: axisTicks(drawn, width, mode) });
  }, [drawn, xs, lines, width, height, mode]);
  const rangeOf = (one: number, other: number): ChartRange => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    return { from: xs[from] ?? 0, to: xs[to] ?? 0, count: to - from + 1 };
  };
  const brush = useBrush(
    (px) => bisectCenter(xs, layout.x.invert(px)),
    setAt,
    (one, other) => onRange(rangeOf(one, other)),
  );
  const byKey = useKeys({ count: xs.length, at, brushed: range !== undefined }, setAt, (one, other) =>
    onRange(one < 0 ? undefined : rangeOf(one, other)),
  );
  const shown = at === undefined ? undefined : Math.min(at, xs.length - 1);
  const label = axisText(xs[shown ?? 0] ?? 0, axis, mode);
  const words = lines.map((line) => `${line.label} ${pointText(line, shown ?? 0) || 'missing'}`);
  return (
    <div ref={ref} className={classes['room']}>
      {width > 0 && (
        <div
          className={classes['plot']}
          role="slider"
          tabIndex={0}
          aria-label={`Chart of ${lines.map((line) => line.label).join(', ')} over ${axis?.label ?? 'the index'}`}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={xs.length}
          aria-valuenow={(shown ?? 0) + 1}
          aria-valuetext={
            shown === undefined
              ? 'Arrow keys go from point to point, with Shift they choose a range'
              : [label, ...words].join(', ')
          }
          onKeyDown={byKey}
          {...brush}
        >
          <ChartPicture layout={layout} />
          {range && <Brushed layout={layout} range={range} />}
          {shown !== undefined && <Cross drawn={drawn} layout={layout} at={shown} label={label} />}
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

function Brushed({ layout: { x }, range }: { layout: ChartLayout; range: ChartRange }) {
  const left = x(range.from);
  return <div className={classes['brush']} style={{ left, width: Math.max(1, x(range.to) - left) }} />;
}

type CrossProps = { drawn: Drawn; layout: ChartLayout; at: number; label: string };

/** A line through every panel, with the values it meets. */
function Cross({ drawn: { xs, lines }, layout: { width, x, panels }, at, label }: CrossProps) {
  const left = Math.round(x(xs[at] ?? 0));
  // beyond the middle the values stand at the other side of the line
  const side = left > width * 0.75 ? { right: width - left + 8 } : { left: left + 8 };
  return (
    <>
      {lines.map((line, index) => {
        const [bottom = 0, top = 0] = panels[index]?.y.range() ?? [];
        return (
          // from plot to plot: what stands between them stays readable
          <Fragment key={line.column.key}>
            <div className={classes['cross']} style={{ left, top, height: bottom - top }} />
            <span className={`${classes['tip']} ${shared['readout']}`} style={{ ...side, top: top + 4 }}>
              {pointText(line, at) || 'missing'}
            </span>
          </Fragment>
        );
      })}
      <span
        className={`${classes['where']} ${shared['readout']}`}
        style={{ left: Math.min(Math.max(left, 80), width - 80) }}
      >
        {label}
      </span>
    </>
  );
}

/** What is drawn of documents: some of their fields over an axis. */
export type Drawn = ChartPoints & { axis: ChartAxis; lines: readonly ChartSeries[] };

/** A stretch of the axis, from one point to another, and how many points are within. */
export type ChartRange = { from: number; to: number; count: number };

/** Room that one label of the axis takes, px. */
const LABEL_PX = 130;

export function axisText(at: number, axis: ChartAxis, mode: TimeMode): string {
  return axis ? (formatTime(at, mode, Date.now()) ?? '') : formatCount(at);
}

/** The labels of the axis: times as short as tells them apart, in the zone that is shown. */
export function axisTicks({ xs, axis }: Drawn, width: number, mode: TimeMode): Tick[] {
  const [from, to] = [xs[0] ?? 0, xs[xs.length - 1] ?? 0];
  const most = Math.max(2, Math.floor(width / LABEL_PX));
  if (!axis) return countTicks(from, to, most);
  const ticks = timeTicks(from, to, most, zoneOf(mode));
  return mode === 'epoch' ? ticks.map(({ at }) => ({ at, label: String(at) })) : ticks;
}
