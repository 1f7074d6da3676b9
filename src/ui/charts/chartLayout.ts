import { sum } from 'd3-array';
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { SeriesStack } from '#lib/createSeriesStack.ts';
import { formatMean, formatNumber } from '#lib/formatNumber.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { getSeriesColor } from '#ui/theme/seriesColors.ts';
import type { LinePoints } from './createLinePath.ts';
import type { MinMaxLinePoints } from './downsample.ts';
import type { Tick } from './timeBins.ts';
import { createValueTicks } from './valueTicks.ts';

/** Values of one field along the x axis (NaN if missing) with their statistics. */
export type ChartLine = Omit<MinMaxLinePoints, 'xs'> & {
  label: string;
  /** Positions of the values. If undefined, those of the layout. */
  xs?: Float64Array;
  min: number;
  mean: number;
  median?: number;
  max: number;
  values: number;
  missing: number;
  others?: readonly (LinePoints & { id: string })[];
  legend?: ChartLegendData;
  /** Bars in place of lines. */
  stack?: SeriesStack | undefined;
  /** Values to compare with, drawn as a dashed line. */
  before?: LinePoints & { min: number; max: number; mean: number };
};

/** Series with a value of each, such as its mean. `others` combines those that are not listed. */
export type ChartLegendData = {
  valueName: string;
  rows: readonly { id: string; name: string; value: number; off: boolean }[];
  chosen: number;
  others: { count: number; value: number } | undefined;
};

export type ChartPanel = { line: ChartLine; top: number; y: ScaleLinear<number, number>; ticks: readonly Tick[] };

export type ChartLayout = {
  width: number;
  height: number;
  xs: Float64Array;
  x: ScaleLinear<number, number>;
  panels: readonly ChartPanel[];
  ticks: readonly Tick[];
  /** Number of caption lines above each panel, or 0 if the caption is beside it. */
  captionLines: number;
  statisticsWidth: number;
};

type ChartLayoutOptions = Pick<ChartLayout, 'xs' | 'ticks' | 'width'> & {
  lines: readonly ChartLine[];
  panelHeight: number;
  extent?: readonly [from: number, to: number];
};

export const CHART_PADDING_PX = 16;
/** Widths of the columns beside the plots in px: statistics or legend, then axis labels. */
const STATISTICS_WIDTH_PX = 150;
const LEGEND_WIDTH_PX = 208;
const ROOMY_PX = 800;
const ROOMY_LEGEND_PX = 256;
const Y_LABELS_WIDTH_PX = 56;
export const AXIS_HEIGHT_PX = 28;
export const LINE_HEIGHT_PX = 18;
export const LEGEND_ROW_HEIGHT_PX = 24;
export const LEGEND_MARKER_WIDTH_PX = 16;
const NARROW_CHART_PX = 560;
export const CHARACTER_WIDTH_PX = 7;
const PANEL_MARGIN_PX = 14;
const PX_PER_TICK = 72;

export function isNarrowChart(width: number): boolean {
  return width < NARROW_CHART_PX;
}

/** Lays out small multiples: one panel per field, with a common x axis. */
export function createChartLayout({ xs, lines, ticks, width, panelHeight, extent }: ChartLayoutOptions): ChartLayout {
  const room = width - 2 * CHART_PADDING_PX;
  const isShort = (line: ChartLine) =>
    (line.label.length + 2 + formatLineStats(line).length) * CHARACTER_WIDTH_PX <= room;
  const captionLines = !isNarrowChart(width) ? 0 : lines.every(isShort) ? 1 : 2;
  const legend = width < ROOMY_PX ? LEGEND_WIDTH_PX : ROOMY_LEGEND_PX;
  const figures = lines.some((line) => line.legend) ? legend : STATISTICS_WIDTH_PX;
  const left = CHART_PADDING_PX + Y_LABELS_WIDTH_PX + (captionLines === 0 ? figures : 0);
  const x = scaleLinear(extent ?? [xs[0] ?? 0, xs[xs.length - 1] ?? 0], [
    left,
    Math.max(left + 1, width - CHART_PADDING_PX),
  ]);
  const panels = lines.map((line, index) => {
    const top = index * panelHeight;
    const { min, max } = line.stack ? { min: 0, ...line.stack } : line;
    const values = createValueTicks(
      Math.min(min, line.before?.min ?? min),
      Math.max(max, line.before?.max ?? max),
      Math.floor(panelHeight / PX_PER_TICK),
    );
    const y = scaleLinear(
      [values[0]?.at ?? 0, values.at(-1)?.at ?? 1],
      [top + panelHeight - PANEL_MARGIN_PX, top + PANEL_MARGIN_PX + captionLines * LINE_HEIGHT_PX],
    );
    return { line, top, y, ticks: values };
  });
  return {
    width,
    height: lines.length * panelHeight + AXIS_HEIGHT_PX,
    xs,
    x,
    panels,
    ticks: removeOverlappingTicks(ticks, x),
    captionLines,
    statisticsWidth: figures,
  };
}

/** Value of the dashed line in a legend: the total beside those of stacked bars, otherwise the mean. */
export function getValueBefore({ before, stack, legend }: ChartLine): number {
  return stack && legend ? sum(Array.from(before?.ys ?? [])) : (before?.mean ?? Number.NaN);
}

export function getLineBeforeStroke(line: ChartLine) {
  return {
    stroke: line.stack ? 'var(--text)' : getLineColor(line),
    strokeWidth: 1.5,
    strokeDasharray: '4 4',
    strokeOpacity: 0.6,
  };
}

export function formatLineStats({ max, median, mean, min, legend, before }: ChartLine): string {
  const part = legend?.rows[legend.chosen];
  if (legend && part) return `${part.name} · ${legend.valueName} ${formatMean(part.value)}`;
  const middle = median === undefined ? `mean ${formatMean(mean)}` : `median ${formatNumber(median)}`;
  const beforeText = before ? ` · mean before ${formatMean(before.mean)}` : '';
  return `max ${formatNumber(max)} · ${middle} · min ${formatNumber(min)}${beforeText}`;
}

/**
 * Returns the color of a series. It depends on the position in the full legend, so hiding other series does not change
 * it.
 */
export function getLineColor({ legend }: ChartLine, id?: string): string {
  if (!legend) return 'var(--accent)';
  const row = id === undefined ? legend.chosen : legend.rows.findIndex((each) => each.id === id);
  return row < 0 ? 'var(--muted)' : getSeriesColor(row);
}

export function getLegendRowY(panel: ChartPanel, row: number): number {
  return panel.top + 28 + row * LEGEND_ROW_HEIGHT_PX;
}

export function getLegendHeight(lines: readonly ChartLine[]): number {
  const countRows = ({ rows, others }: ChartLegendData) => rows.length + (others ? 1 : 0);
  return Math.max(
    0,
    ...lines.map(({ legend, before }) =>
      legend ? 44 + (countRows(legend) + (before ? 1 : 0)) * LEGEND_ROW_HEIGHT_PX : 0,
    ),
  );
}

export function truncateToWidth(text: string, maxWidth: number): string {
  return truncateMiddle(text, Math.floor(maxWidth / CHARACTER_WIDTH_PX));
}

const LABEL_GAP_PX = 6;

function removeOverlappingTicks(ticks: readonly Tick[], x: ScaleLinear<number, number>): Tick[] {
  const shown: Tick[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const tick of ticks) {
    const half = (tick.label.length * CHARACTER_WIDTH_PX) / 2;
    const middle = getTickLabelCenter(x, tick.at, tick.label);
    if (middle - half - LABEL_GAP_PX < end) {
      // a label that is moved to stay inside covers the place of the next one
      if (shown.length > 1 || getTickLabelAnchor(x, shown[0]?.at ?? 0) !== 'start') continue;
      shown.pop();
    }
    shown.push(tick);
    end = middle + half + LABEL_GAP_PX;
  }
  return shown;
}

const EDGE_ALIGN_PX = 30;

export function getTickLabelAnchor(x: ScaleLinear<number, number>, at: number): 'start' | 'end' | undefined {
  const [left = 0, right = 0] = x.range();
  return x(at) < left + EDGE_ALIGN_PX ? 'start' : x(at) > right - EDGE_ALIGN_PX ? 'end' : undefined;
}

export function getTickLabelCenter(x: ScaleLinear<number, number>, at: number, label: string): number {
  const edge = getTickLabelAnchor(x, at);
  return x(at) + ((edge === 'start' ? 1 : edge === 'end' ? -1 : 0) * label.length * CHARACTER_WIDTH_PX) / 2;
}
