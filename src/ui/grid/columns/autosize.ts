import { toVisibleText } from '#lib/invisible.ts';
import type { TimeMode } from '#lib/time/time.ts';
import { formatCellText, isSuspectedSeconds } from '#ui/grid/formatCellText.ts';
import { type GridColumn, MAX_COLUMN_WIDTH_PX, MIN_COLUMN_WIDTH_PX } from '#ui/grid/gridColumn.ts';
import { type GridFont, measureTextWidth, type TextSpacing } from './measureTextWidth.ts';

export const MAX_AUTO_WIDTH_PX = 320;
export const CELL_PADDING_PX = 21;
const SORT_ARROW_WIDTH_PX = 18;
/** Maximum number of characters that are measured. Longer texts exceed any column. */
const MAX_MEASURED_LENGTH = 250;
const MAX_CANDIDATES = 12;

/** Length of `2026-05-04 10:04`, which is the same for all four-digit years. */
const DATE_LENGTH = 16;
const YEAR_10000_MS = 253_402_300_800_000;

export type LongestTexts = { text: string; length: number }[];

export function addTextSample(longest: LongestTexts, value: unknown, column: GridColumn, mode: TimeMode): void {
  // dates of four-digit years all have the same length, so measuring one is enough
  if (
    column.type === 'time' &&
    !column.getText &&
    isFourDigitYearDate(value, column, mode) &&
    (longest[0]?.length ?? 0) >= DATE_LENGTH
  )
    return;
  const text = formatCellText(value, column, mode, MAX_MEASURED_LENGTH);
  const last = longest[MAX_CANDIDATES - 1];
  if ((last && last.length >= text.length) || longest.some((one) => one.text === text)) return;
  longest.push({ text, length: text.length });
  longest.sort((one, other) => other.length - one.length);
  longest.length = Math.min(longest.length, MAX_CANDIDATES);
}

function isFourDigitYearDate(value: unknown, column: GridColumn, mode: TimeMode): boolean {
  if (mode === 'relative' || mode === 'epoch' || column.toMs || typeof value !== 'number') return false;
  return value > 0 && value < YEAR_10000_MS && !isSuspectedSeconds(value, column);
}

export function measureFullWidth(
  column: GridColumn,
  longest: LongestTexts,
  spacing: TextSpacing,
  hasHeader = true,
): number {
  const font: GridFont = column.type === 'id' || column.type === 'json' ? 'id' : 'cell';
  const heading = hasHeader
    ? measureTextWidth(column, column.label, 'header', spacing) + (column.sortable === false ? 0 : SORT_ARROW_WIDTH_PX)
    : 0;
  const widths = longest.map(
    (sample) => measureTextWidth(sample, toVisibleText(sample.text), font, spacing) + (column.iconWidthPx ?? 0),
  );
  const width = Math.ceil(Math.max(heading, ...widths)) + CELL_PADDING_PX;
  return Math.min(Math.max(width, MIN_COLUMN_WIDTH_PX), MAX_COLUMN_WIDTH_PX);
}

export function capAutoWidth({ type }: GridColumn, full: number): number {
  return type === 'number' ? full : Math.min(full, MAX_AUTO_WIDTH_PX);
}

export function* sampleRowIndexes(count: number, maxRows: number): Generator<number> {
  const first = Math.min(count, Math.ceil(maxRows / 2));
  for (let row = 0; row < first; row++) yield row;
  const step = Math.max(1, (count - first) / (maxRows - first || 1));
  for (let row = first; row < count; row += step) yield Math.floor(row);
}
