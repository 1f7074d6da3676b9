import type { CSSProperties } from 'react';
import { headingOf, type SizedColumn } from '#ui/grid/gridColumn.ts';
import { revealing } from '#ui/grid/gridScroll.ts';

export type Slot = 'left1' | 'right1' | 'left2' | 'right2';

/** A rendered column: its index among all columns, and its grid position or named area. */
export type DrawnColumn = { column: SizedColumn; index: number; style: CSSProperties | undefined; slot?: Slot };

/** Step of horizontal virtualization, in px; one step on each side is rendered too. */
export const STEP_PX = 240;

/** Horizontal scroll position and viewport width, in px. */
type ColumnsView = { left: number; viewport: number };

/**
 * Indexes of the columns to render: those in or near the viewport, pinned ones and the row heading. If all columns fit, all are
 * rendered, whatever `left` is. @param lead px before the columns
 */
export function seenColumns(columns: readonly SizedColumn[], lead: number, { left, viewport }: ColumnsView): number[] {
  const heading = headingOf(columns);
  let start = lead;
  const seen: number[] = [];
  for (const [index, column] of columns.entries()) {
    const end = start + column.width;
    const near = end > left - STEP_PX && start < left + viewport + 2 * STEP_PX;
    if (near || column.pinned || index === heading) seen.push(index);
    start = end;
  }
  return seen;
}

/** Scroll position at which one of the given columns is fully visible: unchanged if one already is, else that of the first. */
export function leftSeeing(
  columns: readonly SizedColumn[],
  lead: number,
  keys: readonly string[],
  { left, viewport }: ColumnsView,
): number {
  const pinned = columns.reduce((sum, column) => sum + (column.pinned ? column.width : 0), lead);
  let start = lead;
  let first: number | undefined;
  for (const column of columns) {
    const end = start + column.width;
    if (keys.includes(column.key)) {
      const seen = column.pinned
        ? left
        : revealing(start, end, left + pinned, { viewport: viewport - pinned }) - pinned;
      if (seen === left) return left;
      first ??= seen;
    }
    start = end;
  }
  return first ?? left;
}

/** Rendered columns with their grid positions. @param leadTracks number of grid tracks before the columns */
export function drawnColumns(
  columns: readonly SizedColumn[],
  places: readonly number[],
  leadTracks: number,
): DrawnColumn[] {
  return places.flatMap((index, at) => {
    const column = columns[index];
    const follows = index === (places[at - 1] ?? -1) + 1;
    return column ? [{ column, index, style: cellStyle(column, index, follows ? 0 : index + leadTracks + 1) }] : [];
  });
}

/** Adds the focused column, which would lose the focus if unmounted. */
export function withColumn(
  drawn: readonly DrawnColumn[],
  columns: readonly SizedColumn[],
  index: number,
  leadTracks: number,
): readonly DrawnColumn[] {
  const column = columns[index];
  if (!column || drawn.some((one) => one.index === index)) return drawn;
  const before = drawn.filter((one) => one.index < index);
  const behind = drawn
    .slice(before.length)
    .map((one) => ({ ...one, style: cellStyle(one.column, one.index, one.index + leadTracks + 1) }));
  return [...before, { column, index, style: cellStyle(column, index, index + leadTracks + 1) }, ...behind];
}

const styles = new Map<string, CSSProperties>();

/** Cached style of a pinned cell, or of one after a gap. */
function cellStyle({ pinned }: SizedColumn, index: number, track: number): CSSProperties | undefined {
  if (!pinned && track === 0) return undefined;
  const key = `${pinned ? index : ''} ${track}`;
  let style = styles.get(key);
  if (!style) {
    style = { ...(pinned && { left: `var(--pin-${index})` }), ...(track > 0 && { gridColumnStart: track }) };
    styles.set(key, style);
  }
  return style;
}
