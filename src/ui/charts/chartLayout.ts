import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { formatMean, formatNumber } from '#lib/formatNumber.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { seriesColor } from '#ui/theme/seriesHues.ts';
import type { Points } from './linePath.ts';
import type { Spread } from './pixelColumns.ts';
import type { Tick } from './timeScale.ts';
import { valueTicks } from './valueTicks.ts';

/** Values of a field along the x axis, NaN if missing, and their statistics. */
export type ChartLine = Omit<Spread, 'xs'> & {
  label: string;
  min: number;
  mean: number;
  /** Shown instead of the mean if known. */
  median?: number;
  max: number;
  values: number;
  missing: number;
  others?: readonly (Points & { id: string })[];
  legend?: ChartLegend;
};

export type ChartLegend = {
  rows: readonly { id: string; name: string; mean: number; off: boolean }[];
  chosen: number;
  /** Series without a row or line. */
  others: { count: number; mean: number } | undefined;
};

export type ChartPanel = { line: ChartLine; top: number; y: ScaleLinear<number, number>; ticks: readonly Tick[] };

export type ChartLayout = {
  width: number;
  height: number;
  xs: Float64Array;
  x: ScaleLinear<number, number>;
  panels: readonly ChartPanel[];
  ticks: readonly Tick[];
  /** Caption lines above each panel; 0 if the caption is beside it, `figures` px wide. */
  captionLines: number;
  figures: number;
};

type Wanted = Pick<ChartLayout, 'xs' | 'ticks' | 'width'> & {
  lines: readonly ChartLine[];
  panelHeight: number;
  /** Range of the x axis; defaults to that of `xs`. */
  extent?: readonly [from: number, to: number];
};

export const PADDING_PX = 16;
/** Widths of the columns beside the plots, in px: figures or legend, then axis labels. */
const FIGURES_PX = 150;
const LEGEND_PX = 208;
/** In plots of this width the legend has room for longer names. */
const ROOMY_PX = 800;
const ROOMY_LEGEND_PX = 256;
const LABELS_PX = 56;
export const AXIS_PX = 28;
export const LINE_PX = 18;
/** Height of a legend row, and the indent of its text after the mark, in px. */
export const ROW_PX = 24;
export const MARK_PX = 16;
const NARROW_PX = 560;
/** Upper bound of the average character width, as text cannot be measured here. */
export const CHARACTER_PX = 7;
const MARGIN_PX = 14;
const TICK_PX = 72;

export function isNarrow(width: number): boolean {
  return width < NARROW_PX;
}

/** Small multiples with a common x axis: one panel per field. */
export function chartLayout({ xs, lines, ticks, width, panelHeight, extent }: Wanted): ChartLayout {
  const room = width - 2 * PADDING_PX;
  const isShort = (line: ChartLine) => (line.label.length + 2 + captionText(line).length) * CHARACTER_PX <= room;
  const captionLines = !isNarrow(width) ? 0 : lines.every(isShort) ? 1 : 2;
  const legend = width < ROOMY_PX ? LEGEND_PX : ROOMY_LEGEND_PX;
  const figures = lines.some((line) => line.legend) ? legend : FIGURES_PX;
  const left = PADDING_PX + LABELS_PX + (captionLines === 0 ? figures : 0);
  const x = scaleLinear(extent ?? [xs[0] ?? 0, xs[xs.length - 1] ?? 0], [left, Math.max(left + 1, width - PADDING_PX)]);
  const panels = lines.map((line, index) => {
    const top = index * panelHeight;
    const values = valueTicks(line.min, line.max, Math.floor(panelHeight / TICK_PX));
    const y = scaleLinear(
      [values[0]?.at ?? 0, values.at(-1)?.at ?? 1],
      [top + panelHeight - MARGIN_PX, top + MARGIN_PX + captionLines * LINE_PX],
    );
    return { line, top, y, ticks: values };
  });
  return {
    width,
    height: lines.length * panelHeight + AXIS_PX,
    xs,
    x,
    panels,
    ticks: apart(ticks, x),
    captionLines,
    figures,
  };
}

export function captionText({ max, median, mean, min, legend }: ChartLine): string {
  const part = legend?.rows[legend.chosen];
  if (part) return `${part.name} · mean ${formatMean(part.mean)}`;
  const middle = median === undefined ? `mean ${formatMean(mean)}` : `median ${formatNumber(median)}`;
  return `max ${formatNumber(max)} · ${middle} · min ${formatNumber(min)}`;
}

/** A series keeps the hue of its position in the legend. */
export function lineColor({ legend }: ChartLine, id?: string): string {
  if (!legend) return 'var(--accent)';
  return seriesColor(id === undefined ? legend.chosen : legend.rows.findIndex((row) => row.id === id));
}

export function legendTop(panel: ChartPanel, row: number): number {
  return panel.top + 28 + row * ROW_PX;
}

/** Minimum panel height for the legends. */
export function legendHeight(lines: readonly ChartLine[]): number {
  const rows = ({ rows, others }: ChartLegend) => rows.length + (others ? 1 : 0);
  return Math.max(0, ...lines.map(({ legend }) => (legend ? 44 + rows(legend) * ROW_PX : 0)));
}

export function cut(text: string, room: number): string {
  return truncateMiddle(text, Math.floor(room / CHARACTER_PX));
}

/** Half the minimum gap between axis labels, in px. */
const APART_PX = 6;

function apart(ticks: readonly Tick[], x: ScaleLinear<number, number>): Tick[] {
  let end = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ at, label }) => {
    const half = (label.length * CHARACTER_PX) / 2;
    const middle = tickMiddle(x, at, label);
    if (middle - half - APART_PX < end) return false;
    end = middle + half + APART_PX;
    return true;
  });
}

/** Labels closer than this to an end of the axis are aligned to it, in px. */
const EDGE_PX = 30;

export function tickEdge(x: ScaleLinear<number, number>, at: number): 'start' | 'end' | undefined {
  const [left = 0, right = 0] = x.range();
  return x(at) < left + EDGE_PX ? 'start' : x(at) > right - EDGE_PX ? 'end' : undefined;
}

export function tickMiddle(x: ScaleLinear<number, number>, at: number, label: string): number {
  const edge = tickEdge(x, at);
  return x(at) + ((edge === 'start' ? 1 : edge === 'end' ? -1 : 0) * label.length * CHARACTER_PX) / 2;
}
