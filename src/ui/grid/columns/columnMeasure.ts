import type { TimeMode } from '#lib/time/time.ts';
import { cellText, isDoubtful } from '#ui/grid/cellText.ts';
import { COLUMN_LEAST_PX, COLUMN_MOST_PX, type GridColumn } from '#ui/grid/gridColumn.ts';
import { type GridFont, type TextSpacing, textWidth } from './textWidth.ts';

/** A column is no wider by itself; numbers alone show every digit. */
export const USUAL_MOST_PX = 320;
/** At both sides of a cell together, and what a heading leaves for the sort's arrow. */
export const PADDING_PX = 21;
const ARROW_PX = 18;
/** A longer text is wider than any column. */
const MEASURED_MAX = 250;
/** Of the longest texts this many are measured: the longest is not always the widest. */
const CANDIDATES = 12;

/** `2026-05-04 10:04` is no longer in any year of four digits. */
const DATE_LENGTH = 16;
const YEAR_10000_MS = 253_402_300_800_000;

/** The longest texts of a column among the rows looked at so far, each with how long it is. */
export type Longest = { text: string; length: number }[];

/** Takes a cell into account. */
export function lookAt(longest: Longest, value: unknown, column: GridColumn, mode: TimeMode): void {
  // dates of the usual years are all written as long: one tells of the others
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

/** How wide a column must be to cut nothing, in px. */
export function fullWidth(column: GridColumn, longest: Longest, spacing: TextSpacing, headed = true): number {
  const font: GridFont = column.type === 'id' || column.type === 'json' ? 'id' : 'cell';
  const heading = headed ? textWidth(column.label, 'header', spacing) + (column.sortable === false ? 0 : ARROW_PX) : 0;
  const widths = longest.map(({ text }) => textWidth(text, font, spacing) + (column.glyphPx ?? 0));
  const width = Math.ceil(Math.max(heading, ...widths)) + PADDING_PX;
  return Math.min(Math.max(width, COLUMN_LEAST_PX), COLUMN_MOST_PX);
}

/** How wide a column is by itself. */
export function usualWidth({ type }: GridColumn, full: number): number {
  return type === 'number' ? full : Math.min(full, USUAL_MOST_PX);
}

/** At most `most` rows of `count`: the first ones, which are looked at first, and others evenly spread. */
export function* sampleRows(count: number, most: number): Generator<number> {
  const first = Math.min(count, Math.ceil(most / 2));
  for (let row = 0; row < first; row++) yield row;
  const step = Math.max(1, (count - first) / (most - first || 1));
  for (let row = first; row < count; row += step) yield Math.floor(row);
}
