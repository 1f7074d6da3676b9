import type { CSSProperties } from 'react';
import { headingOf, type SizedColumn } from '#ui/grid/gridColumn.ts';
import { revealing } from '#ui/grid/gridScroll.ts';

/** A place in a row of two lines. */
export type Slot = 'left1' | 'right1' | 'left2' | 'right2';

/** A column that is in the document: its place among all columns, and where its cells stand, in a row of two lines by name. */
export type DrawnColumn = { column: SizedColumn; index: number; style: CSSProperties | undefined; slot?: Slot };

/** What is in view moves on in steps of this many px, and one step at each side is drawn with it. */
export const STEP_PX = 240;

/** What is in view of the columns: px scrolled to the left, and px from edge to edge. */
type ColumnsView = { left: number; viewport: number };

/**
 * The columns to draw: those in view, some at each side of them, and everywhere the pinned ones and the one that names the
 * row. As long as all columns fit, all are drawn: `left` is of no account then, however wide one of them has grown.
 * @param lead px before the columns
 * @returns their places among all columns, in order
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

/**
 * Px to scroll to the left so that one of some columns is in view as a whole: none further where one is, else to the
 * first of them.
 */
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

/** The columns at these places, with where their cells stand. @param leadTracks how many tracks come before them */
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

/** The same with one more column, which has the focus and would lose it outside the document. */
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

/** Where a cell stands that is pinned, or follows others than the one before: the same object each time. */
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
