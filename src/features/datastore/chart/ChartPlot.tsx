import { useElementSize } from '@mantine/hooks';
import { bisectCenter, bisectRight, least } from 'd3-array';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { toVisibleText } from '#lib/invisible.ts';
import type { ChartData } from '#pipeline/documents/chartData.ts';
import { ChartSvg } from '#ui/charts/ChartSvg.tsx';
import { ChartTextAlternative } from '#ui/charts/ChartTextAlternative.tsx';
import {
  AXIS_HEIGHT_PX,
  CHARACTER_WIDTH_PX,
  type ChartLayout,
  createChartLayout,
  getLegendHeight,
  isNarrowChart,
} from '#ui/charts/chartLayout.ts';
import { createAxisTicks } from '#ui/charts/createAxisTicks.ts';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { ChartLegendControls, type SeriesActions } from './ChartLegendControls.tsx';
import { AxisLabels, Crosshair, RangeBrush } from './ChartOverlays.tsx';
import { type ChartRange, formatAxisValue } from './chartAxis.ts';
import classes from './ResultChart.module.css';
import { SeriesList } from './SeriesList.tsx';

type Props = {
  drawn: ChartData;
  range: ChartRange | undefined;
  onRange: (range: ChartRange | undefined) => void;
  seriesActions: SeriesActions;
};

const PANEL_HEIGHT_MIN_PX = 130;
const LIST_VISIBLE_PX = 96;
const DRAG_THRESHOLD_PX = 4;

export function ChartPlot({ drawn, range, onRange, seriesActions }: Props) {
  const { ref, width, height } = useElementSize();
  const summaryId = useId();
  const mode = useTimeMode();
  const [crosshairIndex, setCrosshairIndex] = useState<number>();
  const { xs, lines, axis } = drawn;
  const layout = useMemo(() => {
    const isListed = isNarrowChart(width) && drawn.lines[0]?.legend !== undefined;
    const availableHeight = Math.floor(
      (height - AXIS_HEIGHT_PX - (isListed ? LIST_VISIBLE_PX : 0)) / drawn.lines.length,
    );
    const panelHeight = Math.max(PANEL_HEIGHT_MIN_PX, isListed ? 0 : getLegendHeight(drawn.lines), availableHeight);
    return createChartLayout({ ...drawn, width, panelHeight, ticks: createAxisTicks(drawn, width, mode) });
  }, [drawn, width, height, mode]);
  const selectRange = (one: number, other: number) => onRange(getRangeBetween(drawn, one, other));
  const brush = useBrushPointer(
    (px) => {
      const at = layout.x.invert(px);
      return drawn.getBarEnd ? Math.max(0, bisectRight(xs, at) - 1) : bisectCenter(xs, at);
    },
    setCrosshairIndex,
    selectRange,
    (px, py) => {
      onRange(undefined);
      const part = findNearestSeries(drawn, layout, px, py);
      if (part !== undefined) seriesActions.select(part);
    },
  );
  const handleKeyDown = useChartKeyboard(
    { count: xs.length, at: crosshairIndex, brushed: range !== undefined },
    setCrosshairIndex,
    (one, other) => (one < 0 ? onRange(undefined) : selectRange(one, other)),
  );
  const visibleIndex = crosshairIndex === undefined ? undefined : Math.min(crosshairIndex, xs.length - 1);
  const label = formatAxisValue(xs[visibleIndex ?? 0] ?? 0, axis, mode);
  const valueTexts = lines.map(
    (line) => `${toVisibleText(line.label)} ${line.formatValueAt(visibleIndex ?? 0) || 'missing'}`,
  );
  const part = lines[0]?.legend?.rows[lines[0].legend.chosen]?.name;
  const stop = xs[visibleIndex ?? 0] ?? 0;
  const stopX = layout.x((stop + (drawn.getBarEnd?.(stop) ?? stop)) / 2);
  const margin = 12 + (label.length * CHARACTER_WIDTH_PX) / 2;
  const crosshairX = visibleIndex === undefined ? undefined : Math.min(Math.max(stopX, margin), width - margin);
  return (
    <div ref={ref} className={classes['container']}>
      {width > 0 && (
        <div className={classes['plot']}>
          <div
            className={classes['lines']}
            translate="no"
            role="slider"
            tabIndex={0}
            aria-label={`Chart of ${lines.map((line) => toVisibleText(line.label)).join(', ')} over ${axis?.label ?? 'the row index'}`}
            aria-describedby={summaryId}
            aria-orientation="horizontal"
            aria-valuemin={1}
            aria-valuemax={xs.length}
            aria-valuenow={(visibleIndex ?? 0) + 1}
            aria-valuetext={
              visibleIndex === undefined
                ? 'Use the arrow keys to move between points; hold Shift to select a range'
                : [label, ...(part === undefined ? [] : [part]), ...valueTexts].join(', ')
            }
            onKeyDown={handleKeyDown}
            {...brush}
          >
            <ChartSvg layout={layout} axis={false} />
            {range && <RangeBrush layout={layout} range={range} />}
            {visibleIndex !== undefined && (
              <Crosshair drawn={drawn} layout={layout} stop={visibleIndex} left={Math.round(stopX)} />
            )}
            <AxisLabels layout={layout} crosshairX={crosshairX} label={label} />
          </div>
          <ChartTextAlternative id={summaryId} lines={lines} />
          {layout.captionLines === 0 && (
            <ChartLegendControls layout={layout} hidden={drawn.hidden ?? []} actions={seriesActions} />
          )}
          {layout.captionLines > 0 && <SeriesList lines={lines} hidden={drawn.hidden ?? []} actions={seriesActions} />}
        </div>
      )}
    </div>
  );
}

function getRangeBetween({ xs, from, to, documentCounts }: ChartData, one: number, other: number): ChartRange {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  let count = 0;
  for (let stop = first; stop <= last; stop++) count += documentCounts[stop] ?? 0;
  return { from: from[first] ?? xs[first] ?? 0, to: to[last] ?? xs[last] ?? 0, count };
}

function findNearestSeries(
  { xs, lines }: ChartData,
  { x, panels }: ChartLayout,
  px: number,
  py: number,
): string | undefined {
  const at = x.invert(px);
  const index = panels.findIndex(({ top }, place) => py >= top && py < (panels[place + 1]?.top ?? Infinity));
  const [line, y] = [lines[index], panels[index]?.y];
  const [left = 0] = x.range();
  if (!line?.legend || !y || px < left) return undefined;
  const selectedTrace = { id: line.legend.rows[line.legend.chosen]?.id ?? '', xs, ys: line.ys };
  const getDistance = (trace: typeof selectedTrace) =>
    Math.abs(y(trace.ys[bisectCenter(trace.xs, at)] ?? Number.NaN) - py);
  return least([selectedTrace, ...line.others], getDistance)?.id;
}

/** Keyboard control: arrow keys move the crosshair, with Shift they select a range, Escape clears the range. */
function useChartKeyboard(
  { count, at, brushed }: { count: number; at: number | undefined; brushed: boolean },
  onMove: (at: number) => void,
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
      onMove(next);
      if (anchor.current !== undefined) onBrush(anchor.current, next);
    }
    event.preventDefault();
  };
}

/** Pointer control: moving places the crosshair, dragging selects a range, a click selects a series. */
function useBrushPointer(
  getIndexAt: (px: number) => number,
  onMove: (at: number | undefined) => void,
  onBrush: (from: number, to: number) => void,
  onPress: (px: number, py: number) => void,
) {
  const pressed = useRef<{ px: number; index: number; brushing: boolean }>(undefined);
  const getPointerPosition = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return [clientX - left, clientY - top] as const;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const [px] = getPointerPosition(event);
      pressed.current = { px, index: getIndexAt(px), brushing: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = pressed;
      // ignore events caused by the chart moving under a resting pointer
      if (!current && event.movementX === 0 && event.movementY === 0) return;
      const [px] = getPointerPosition(event);
      onMove(getIndexAt(px));
      if (!current) return;
      current.brushing ||= Math.abs(px - current.px) > DRAG_THRESHOLD_PX;
      if (current.brushing) onBrush(current.index, getIndexAt(px));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (pressed.current?.brushing === false) onPress(...getPointerPosition(event));
      pressed.current = undefined;
    },
    onPointerLeave: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      // with the focus inside, the crosshair stays for the arrow keys
      if (document.activeElement !== currentTarget) onMove(undefined);
    },
  };
}
