import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { valueText } from '#lib/counts.ts';
import type { Tick } from './timeScale.ts';
import { valueTicks } from './valueTicks.ts';

/** A field's values at the places of the axis, NaN where there is none, and what they are in sum. */
export type ChartLine = {
  label: string;
  ys: Float64Array;
  min: number;
  median: number;
  max: number;
  /** How many have a value, and how many have none. */
  values: number;
  missing: number;
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
  /** How many lines the name and figures of a panel take above it; 0 where they stand beside it. */
  captionLines: number;
};

type Wanted = Pick<ChartLayout, 'xs' | 'ticks' | 'width'> & { lines: readonly ChartLine[]; panelHeight: number };

export const PADDING_PX = 16;
/** Beside the plots: names and figures, then the labels of the value axis. */
export const FIGURES_PX = 150;
const LABELS_PX = 56;
/** Below the plots. */
export const AXIS_PX = 28;
export const LINE_PX = 18;
/** Narrower than this, names and figures stand above their plot. */
const NARROW_PX = 560;
/** No character of a text is wider on average; nothing here can measure one. */
export const CHARACTER_PX = 7;
/** Between a plot and the edges of its panel. */
const MARGIN_PX = 14;

/** Small multiples over one axis: a panel a field, each with its own values and the figures of it. */
export function chartLayout({ xs, lines, ticks, width, panelHeight }: Wanted): ChartLayout {
  const room = width - 2 * PADDING_PX;
  const isShort = (line: ChartLine) => (line.label.length + 2 + captionText(line).length) * CHARACTER_PX <= room;
  const captionLines = width >= NARROW_PX ? 0 : lines.every(isShort) ? 1 : 2;
  const left = PADDING_PX + LABELS_PX + (captionLines === 0 ? FIGURES_PX : 0);
  const x = scaleLinear([xs[0] ?? 0, xs[xs.length - 1] ?? 0], [left, Math.max(left + 1, width - PADDING_PX)]);
  const panels = lines.map((line, index) => {
    const top = index * panelHeight;
    const values = valueTicks(line.min, line.max);
    const y = scaleLinear(
      [values[0]?.at ?? 0, values.at(-1)?.at ?? 1],
      [top + panelHeight - MARGIN_PX, top + MARGIN_PX + captionLines * LINE_PX],
    );
    return { line, top, y, ticks: values };
  });
  return { width, height: lines.length * panelHeight + AXIS_PX, xs, x, panels, ticks, captionLines };
}

/** The figures of a line in one. */
export function captionText({ max, median, min }: ChartLine): string {
  return `max ${valueText(max)} · median ${valueText(median)} · min ${valueText(min)}`;
}
