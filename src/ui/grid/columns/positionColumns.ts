import type { CSSProperties } from 'react';
import { getRowHeaderIndex, type SizedColumn } from '#ui/grid/gridColumn.ts';
import { getScrollToReveal } from '#ui/grid/gridScroll.ts';

export type MobileRowSlot = 'left1' | 'right1' | 'left2' | 'right2';

/** Rendered column: its index among all columns, and its grid position or named area. */
export type PositionedColumn = {
  column: SizedColumn;
  index: number;
  style: CSSProperties | undefined;
  slot?: MobileRowSlot;
};

/** Step of horizontal virtualization, in px. One additional step is rendered on each side. */
export const COLUMN_SCROLL_STEP_PX = 240;

type HorizontalViewport = { left: number; viewport: number };

/**
 * Finds the columns to render: columns in or near the viewport, pinned columns and the row header. If all columns fit,
 * all are rendered.
 * @param lead px before the columns
 */
export function getVisibleColumnIndexes(
  columns: readonly SizedColumn[],
  lead: number,
  { left, viewport }: HorizontalViewport,
): number[] {
  const heading = getRowHeaderIndex(columns);
  let start = lead;
  const seen: number[] = [];
  for (const [index, column] of columns.entries()) {
    const end = start + column.width;
    const near = end > left - COLUMN_SCROLL_STEP_PX && start < left + viewport + 2 * COLUMN_SCROLL_STEP_PX;
    if (near || column.pinned || index === heading) seen.push(index);
    start = end;
  }
  return seen;
}

/**
 * Computes the scroll position at which one of the given columns is fully visible. Unchanged if one already is;
 * otherwise reveals the first.
 */
export function getScrollLeftToReveal(
  columns: readonly SizedColumn[],
  lead: number,
  keys: readonly string[],
  { left, viewport }: HorizontalViewport,
): number {
  const pinned = columns.reduce((sum, column) => sum + (column.pinned ? column.width : 0), lead);
  let start = lead;
  let first: number | undefined;
  for (const column of columns) {
    const end = start + column.width;
    if (keys.includes(column.key)) {
      const seen = column.pinned
        ? left
        : getScrollToReveal(start, end, left + pinned, { viewport: viewport - pinned }) - pinned;
      if (seen === left) return left;
      first ??= seen;
    }
    start = end;
  }
  return first ?? left;
}

export function positionColumns(
  columns: readonly SizedColumn[],
  indexes: readonly number[],
  leadTracks: number,
): PositionedColumn[] {
  return indexes.flatMap((index, at) => {
    const column = columns[index];
    const follows = index === (indexes[at - 1] ?? -1) + 1;
    return column ? [{ column, index, style: getCellStyle(column, index, follows ? 0 : index + leadTracks + 1) }] : [];
  });
}

/** Adds the focused column to the rendered columns, because unmounting it would lose the focus. */
export function insertFocusedColumn(
  drawn: readonly PositionedColumn[],
  columns: readonly SizedColumn[],
  index: number,
  leadTracks: number,
): readonly PositionedColumn[] {
  const column = columns[index];
  if (!column || drawn.some((one) => one.index === index)) return drawn;
  const before = drawn.filter((one) => one.index < index);
  const behind = drawn
    .slice(before.length)
    .map((one) => ({ ...one, style: getCellStyle(one.column, one.index, one.index + leadTracks + 1) }));
  return [...before, { column, index, style: getCellStyle(column, index, index + leadTracks + 1) }, ...behind];
}

const styleCache = new Map<string, CSSProperties>();

function getCellStyle({ pinned }: SizedColumn, index: number, track: number): CSSProperties | undefined {
  if (!pinned && track === 0) return undefined;
  const key = `${pinned ? index : ''} ${track}`;
  let style = styleCache.get(key);
  if (!style) {
    style = { ...(pinned && { left: `var(--pin-${index})` }), ...(track > 0 && { gridColumnStart: track }) };
    styleCache.set(key, style);
  }
  return style;
}
