import { useElementSize } from '@mantine/hooks';
import { bisectCenter, least } from 'd3-array';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { toPlainText } from '#lib/invisible.ts';
import type { Drawn } from '#pipeline/documents/chartLines.ts';
import { ChartPicture } from '#ui/charts/ChartPicture.tsx';
import { AXIS_PX, type ChartLayout, chartLayout, isNarrow, legendHeight } from '#ui/charts/chartLayout.ts';
import { useTimeMode } from '#ui/values/timeMode.ts';
import { AxisWords, Brushed, Cross } from './ChartMarks.tsx';
import { ChartParts, type PartsHand } from './ChartParts.tsx';
import { ChartTotals } from './ChartTotals.tsx';
import { axisText, axisTicks, type ChartRange } from './chartAxis.ts';
import classes from './ResultChart.module.css';
import { SeriesList } from './SeriesList.tsx';

type Props = {
  drawn: Drawn;
  range: ChartRange | undefined;
  onRange: (range: ChartRange | undefined) => void;
  parts: PartsHand;
};

const PANEL_LEAST_PX = 130;
/** Height of the list below a narrow chart that stays visible without scrolling, in px. */
const LIST_SEEN_PX = 96;
/** Pointer distance that turns a press into a brush, in px. */
const BRUSH_PX = 4;

/** The chart with a crosshair and a range brush, both for pointer and keyboard. */
export function ChartPlot({ drawn, range, onRange, parts }: Props) {
  const { ref, width, height } = useElementSize();
  const totals = useId();
  const mode = useTimeMode();
  const [at, setAt] = useState<number>();
  const { xs, lines, axis } = drawn;
  const layout = useMemo(() => {
    const isListed = isNarrow(width) && drawn.lines[0]?.legend !== undefined;
    const room = Math.floor((height - AXIS_PX - (isListed ? LIST_SEEN_PX : 0)) / drawn.lines.length);
    const panelHeight = Math.max(PANEL_LEAST_PX, isListed ? 0 : legendHeight(drawn.lines), room);
    return chartLayout({ ...drawn, width, panelHeight, ticks: axisTicks(drawn, width, mode) });
  }, [drawn, width, height, mode]);
  const rangeOf = (one: number, other: number) => onRange(between(drawn, one, other));
  const brush = useBrush(
    (px) => bisectCenter(xs, layout.x.invert(px)),
    setAt,
    rangeOf,
    (px, py) => {
      onRange(undefined);
      const part = nearestPart(drawn, layout, px, py);
      if (part !== undefined) parts.look(part);
    },
  );
  const byKey = useKeys({ count: xs.length, at, brushed: range !== undefined }, setAt, (one, other) =>
    one < 0 ? onRange(undefined) : rangeOf(one, other),
  );
  const shown = at === undefined ? undefined : Math.min(at, xs.length - 1);
  const label = axisText(xs[shown ?? 0] ?? 0, axis, mode);
  const words = lines.map((line) => `${toPlainText(line.label)} ${line.textAt(shown ?? 0) || 'missing'}`);
  const part = lines[0]?.legend?.rows[lines[0].legend.chosen]?.name;
  const where = shown === undefined ? undefined : Math.min(Math.max(layout.x(xs[shown] ?? 0), 80), width - 80);
  return (
    <div ref={ref} className={classes['room']}>
      {width > 0 && (
        <div className={classes['plot']}>
          <div
            className={classes['lines']}
            role="slider"
            tabIndex={0}
            aria-label={`Chart of ${lines.map((line) => toPlainText(line.label)).join(', ')} over ${axis?.label ?? 'the index'}`}
            aria-describedby={totals}
            aria-orientation="horizontal"
            aria-valuemin={1}
            aria-valuemax={xs.length}
            aria-valuenow={(shown ?? 0) + 1}
            aria-valuetext={
              shown === undefined
                ? 'Arrow keys go from point to point, with Shift they choose a range'
                : [label, ...(part === undefined ? [] : [part]), ...words].join(', ')
            }
            onKeyDown={byKey}
            {...brush}
          >
            <ChartPicture layout={layout} axis={false} />
            {range && <Brushed layout={layout} range={range} />}
            {shown !== undefined && <Cross drawn={drawn} layout={layout} at={shown} />}
            <AxisWords layout={layout} where={where} label={label} />
          </div>
          <ChartTotals id={totals} lines={lines} />
          {layout.captionLines === 0 && <ChartParts layout={layout} hidden={drawn.hidden ?? []} parts={parts} />}
          {layout.captionLines > 0 && <SeriesList lines={lines} hidden={drawn.hidden ?? []} parts={parts} />}
        </div>
      )}
    </div>
  );
}

/** Returns the range between two stops, in either order. */
function between({ xs, from, to, met }: Drawn, one: number, other: number): ChartRange {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  let count = 0;
  for (let stop = first; stop <= last; stop++) count += met[stop] ?? 0;
  return { from: from[first] ?? xs[first] ?? 0, to: to[last] ?? xs[last] ?? 0, count };
}

/** Returns the ID of the group whose line is nearest to a pointer position; undefined if the chart is not split. */
function nearestPart({ xs, lines }: Drawn, { x, panels }: ChartLayout, px: number, py: number): string | undefined {
  const at = x.invert(px);
  const index = panels.findIndex(({ top }, place) => py >= top && py < (panels[place + 1]?.top ?? Infinity));
  const [line, y] = [lines[index], panels[index]?.y];
  const [left = 0] = x.range();
  if (!line?.legend || !y || px < left) return undefined;
  const looked = { id: line.legend.rows[line.legend.chosen]?.id ?? '', xs, ys: line.ys };
  const away = (trace: typeof looked) => Math.abs(y(trace.ys[bisectCenter(trace.xs, at)] ?? Number.NaN) - py);
  return least([looked, ...line.others], away)?.id;
}

/** Arrow keys move the crosshair; with Shift they brush from where Shift was first held. Escape clears the range. */
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

/** Pointer handlers: moving places the crosshair, dragging brushes a range, a click selects a group. */
function useBrush(
  indexAt: (px: number) => number,
  onAt: (at: number | undefined) => void,
  onBrush: (from: number, to: number) => void,
  onPress: (px: number, py: number) => void,
) {
  const pressed = useRef<{ px: number; index: number; brushing: boolean }>(undefined);
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return [clientX - left, clientY - top] as const;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const [px] = placeOf(event);
      pressed.current = { px, index: indexAt(px), brushing: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = pressed;
      // ignore events caused by the chart moving under a resting pointer
      if (!current && event.movementX === 0 && event.movementY === 0) return;
      const [px] = placeOf(event);
      onAt(indexAt(px));
      if (!current) return;
      current.brushing ||= Math.abs(px - current.px) > BRUSH_PX;
      if (current.brushing) onBrush(current.index, indexAt(px));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (pressed.current?.brushing === false) onPress(...placeOf(event));
      pressed.current = undefined;
    },
    onPointerLeave: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      // with the focus inside, the crosshair stays for the arrow keys
      if (document.activeElement !== currentTarget) onAt(undefined);
    },
  };
}
