import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { formatMean, formatNumber } from '#lib/formatNumber.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { seriesColor } from '#ui/theme/seriesHues.ts';
import type { Points } from './linePath.ts';
import type { Spread } from './pixelColumns.ts';
import type { Tick } from './timeScale.ts';
import { valueTicks } from './valueTicks.ts';

/** A field's values at the places of the axis, NaN where there is none, and what they are in sum. */
export type ChartLine = Omit<Spread, 'xs'> & {
  label: string;
  min: number;
  mean: number;
  /** Where it is known, it is said in place of the mean. */
  median?: number;
  max: number;
  /** How many have a value, and how many have none. */
  values: number;
  missing: number;
  /** Lines behind it. */
  others?: readonly (Points & { id: string })[];
  /** What it and those behind it are, with the mean of each; one of them is it. */
  legend?: ChartLegend;
};

export type ChartLegend = {
  rows: readonly { id: string; name: string; mean: number; off: boolean }[];
  chosen: number;
  /** Those that have no row, nor a line. */
  others: { count: number; mean: number } | undefined;
};

export type ChartPanel = { line: ChartLine; top: number; y: ScaleLinear<number, number>; ticks: readonly Tick[] };

/** Where all of a chart stands, px. */
export type ChartLayout = {
  width: number;
  height: number;
  xs: Float64Array;
  /** The axis that all panels share. */
  x: ScaleLinear<number, number>;
  panels: readonly ChartPanel[];
  ticks: readonly Tick[];
  /** How many lines the name and figures of a panel take above it; 0 where they stand beside it, so wide. */
  captionLines: number;
  figures: number;
};

type Wanted = Pick<ChartLayout, 'xs' | 'ticks' | 'width'> & {
  lines: readonly ChartLine[];
  panelHeight: number;
  /** From where to where the axis goes; without it, as far as `xs`. */
  extent?: readonly [from: number, to: number];
};

export const PADDING_PX = 16;
/** Beside the plots: names and figures, or parts with theirs; then the labels of the value axis. */
const FIGURES_PX = 150;
const LEGEND_PX = 208;
const LABELS_PX = 56;
/** Below the plots. */
export const AXIS_PX = 28;
export const LINE_PX = 18;
/** From one row of a legend to the next, and how far in it the mark goes that says whether its line is drawn. */
export const ROW_PX = 24;
export const MARK_PX = 16;
/** Narrower than this, names and figures stand above their plot. */
const NARROW_PX = 560;
/** No character of a text is wider on average; nothing here can measure one. */
export const CHARACTER_PX = 7;
/** Between a plot and the edges of its panel. */
const MARGIN_PX = 14;
/** Least height between two ticks of the value axis. */
const TICK_PX = 72;

/** Whether names and figures stand above their plot, because there is no room beside it. */
export function isNarrow(width: number): boolean {
  return width < NARROW_PX;
}

/** Small multiples over one axis: a panel a field, each with its own values and the figures of it. */
export function chartLayout({ xs, lines, ticks, width, panelHeight, extent }: Wanted): ChartLayout {
  const room = width - 2 * PADDING_PX;
  const isShort = (line: ChartLine) => (line.label.length + 2 + captionText(line).length) * CHARACTER_PX <= room;
  const captionLines = !isNarrow(width) ? 0 : lines.every(isShort) ? 1 : 2;
  const figures = lines.some(({ legend }) => legend) ? LEGEND_PX : FIGURES_PX;
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

/** The figures of a line in one; of a part, which one it is. */
export function captionText({ max, median, mean, min, legend }: ChartLine): string {
  const part = legend?.rows[legend.chosen];
  if (part) return `${part.name} · mean ${formatMean(part.mean)}`;
  const middle = median === undefined ? `mean ${formatMean(mean)}` : `median ${formatNumber(median)}`;
  return `max ${formatNumber(max)} · ${middle} · min ${formatNumber(min)}`;
}

/** The color of a line: of a series its hue, wherever the legend has it. */
export function lineColor({ legend }: ChartLine, id?: string): string {
  if (!legend) return 'var(--accent)';
  return seriesColor(id === undefined ? legend.chosen : legend.rows.findIndex((row) => row.id === id));
}

/** Where the rows of a legend stand: below the name of their field. */
export function legendTop(panel: ChartPanel, row: number): number {
  return panel.top + 28 + row * ROW_PX;
}

/** The least height of a panel that has room for the legends beside it. */
export function legendHeight(lines: readonly ChartLine[]): number {
  const rows = ({ rows, others }: ChartLegend) => rows.length + (others ? 1 : 0);
  return Math.max(0, ...lines.map(({ legend }) => (legend ? 44 + rows(legend) * ROW_PX : 0)));
}

/** Words that are no wider than a room. */
export function cut(text: string, room: number): string {
  return truncateMiddle(text, Math.floor(room / CHARACTER_PX));
}

/** Half the room that words of the axis leave between each other, px. */
const APART_PX = 6;

/** Those ticks whose words touch none before them. */
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

/** Nearer than this to an end of the axis, words stand within it instead of around their place, px. */
const EDGE_PX = 30;

/** At which end of the axis words stand. */
export function tickEdge(x: ScaleLinear<number, number>, at: number): 'start' | 'end' | undefined {
  const [left = 0, right = 0] = x.range();
  return x(at) < left + EDGE_PX ? 'start' : x(at) > right - EDGE_PX ? 'end' : undefined;
}

/** Where the middle of a tick's words is. */
export function tickMiddle(x: ScaleLinear<number, number>, at: number, label: string): number {
  const edge = tickEdge(x, at);
  return x(at) + ((edge === 'start' ? 1 : edge === 'end' ? -1 : 0) * label.length * CHARACTER_PX) / 2;
}
