import type { TimeMode } from '#lib/time/time.ts';
import { cellText, isDoubtful } from '#ui/grid/cellText.ts';
import { COLUMN_LEAST_PX, COLUMN_MOST_PX, type GridColumn } from '#ui/grid/gridColumn.ts';
import { type GridFont, type TextSpacing, textWidth } from './textWidth.ts';

/** Maximum automatic width, in px; number columns may be wider. */
export const USUAL_MOST_PX = 320;
/** Total horizontal padding, and the room for the sort arrow in a heading, in px. */
export const PADDING_PX = 21;
const ARROW_PX = 18;
/** Maximum measured characters; longer texts exceed any column. */
const MEASURED_MAX = 250;
/** Number of candidates, as the longest text is not always the widest. */
const CANDIDATES = 12;

/** Length of `2026-05-04 10:04`, the same for all years of four digits. */
const DATE_LENGTH = 16;
const YEAR_10000_MS = 253_402_300_800_000;

/** Longest texts of a column so far, as candidates for the widest. */
export type Longest = { text: string; length: number }[];

export function lookAt(longest: Longest, value: unknown, column: GridColumn, mode: TimeMode): void {
  // dates of usual years all have the same length, so one is enough
  if (
    column.type === 'time' &&
    !column.text &&
    isUsualDate(value, column, mode) &&
    (longest[0]?.length ?? 0) >= DATE_LENGTH
  )
    return;
  const text = cellText(value, column, mode, MEASURED_MAX);
  const { length } = text;
  const last = longest[CANDIDATES - 1];
  if ((last && last.length >= length) || longest.some((one) => one.text === text)) return;
  longest.push({ text, length });
  longest.sort((one, other) => other.length - one.length);
  longest.length = Math.min(longest.length, CANDIDATES);
}

function isUsualDate(value: unknown, column: GridColumn, mode: TimeMode): boolean {
  if (mode === 'relative' || mode === 'epoch' || column.msOf || typeof value !== 'number') return false;
  return value > 0 && value < YEAR_10000_MS && !isDoubtful(value, column);
}

/** Width that truncates no value, in px. */
export function fullWidth(column: GridColumn, longest: Longest, spacing: TextSpacing, headed = true): number {
  const font: GridFont = column.type === 'id' || column.type === 'json' ? 'id' : 'cell';
  const heading = headed ? textWidth(column.label, 'header', spacing) + (column.sortable === false ? 0 : ARROW_PX) : 0;
  const widths = longest.map(({ text }) => textWidth(text, font, spacing) + (column.glyphPx ?? 0));
  const width = Math.ceil(Math.max(heading, ...widths)) + PADDING_PX;
  return Math.min(Math.max(width, COLUMN_LEAST_PX), COLUMN_MOST_PX);
}

export function usualWidth({ type }: GridColumn, full: number): number {
  return type === 'number' ? full : Math.min(full, USUAL_MOST_PX);
}

/** At most about `most` of `count` rows: the first ones, then evenly spaced ones. */
export function* sampleRows(count: number, most: number): Generator<number> {
  const first = Math.min(count, Math.ceil(most / 2));
  for (let row = 0; row < first; row++) yield row;
  const step = Math.max(1, (count - first) / (most - first || 1));
  for (let row = first; row < count; row += step) yield Math.floor(row);
}
