import type { ReactNode } from 'react';

export type CellType = 'text' | 'id' | 'email' | 'boolean' | 'time' | 'number' | 'json';

/** A column of a grid: as wide as what it holds, unless a width was chosen. */
export type GridColumn = {
  key: string;
  label: string;
  type: CellType;
  /** Px, chosen by hand. */
  width?: number;
  /** Takes what is left over of the page's width; where no column does it stays empty at the right. */
  fill?: boolean;
  sortable?: boolean;
  /** Stays in view, at the left; such columns come first. */
  pinned?: boolean;
  /** Names the row and leads to where the row does; the first column where none does. */
  heading?: boolean;
  /** Times to the second instead of to the minute. */
  seconds?: boolean;
  /** The time in ms that a value of a time column is, where it is not written so; such values are copied as they are. */
  msOf?: (value: unknown) => number | undefined;
  /** Draws the cell instead of its type; `text` then tells what words it shows and `glyphPx` what stands beside them. */
  draw?: (value: unknown) => ReactNode;
  text?: (value: unknown) => string;
  glyphPx?: number;
  /** Draws a boolean in a column of another type; "true" and "false" without it. */
  drawFlag?: (value: boolean) => ReactNode;
  /** Where a value of this column leads to. */
  href?: (value: unknown) => string | undefined;
};

/** A column whose width in px is known. */
export type SizedColumn = GridColumn & { width: number };

export type GridSort = { key: string; descending: boolean };

/**
 * The sort after a click on a column: ascending, descending, none. With `further` the column becomes one more key
 * behind those there are, or turns round in its place.
 */
export function nextSort(sort: readonly GridSort[], key: string, further: boolean): GridSort[] {
  const current = sort.find((one) => one.key === key);
  const next = current ? (current.descending ? [] : [{ key, descending: true }]) : [{ key, descending: false }];
  if (!further) return next;
  return current ? sort.flatMap((one) => (one === current ? next : [one])) : [...sort, ...next];
}

/** How a column is sorted, as a screen reader is told. */
export function sortedAs(sort: readonly GridSort[], { key }: SizedColumn): 'ascending' | 'descending' | undefined {
  const sorted = sort.find((one) => one.key === key);
  return sorted && (sorted.descending ? 'descending' : 'ascending');
}

/** The index of the column that names the rows. */
export function headingOf(columns: readonly GridColumn[]): number {
  return Math.max(
    0,
    columns.findIndex(({ heading }) => heading),
  );
}

/** How narrow and how wide a column can be made, in px. */
export const COLUMN_LEAST_PX = 56;
export const COLUMN_MOST_PX = 1200;

export function columnWidth(wanted: number): number {
  return Math.round(Math.min(Math.max(wanted, COLUMN_LEAST_PX), COLUMN_MOST_PX));
}

/**
 * Where a column that is moved to a place comes to stand: pinned columns stay before the others.
 * @returns the new order of the columns' keys, or nothing when it is the one there is
 */
export function movedColumn(columns: readonly GridColumn[], from: number, to: number): string[] | undefined {
  const pinned = columns.filter((column) => column.pinned).length;
  const [least, most] = from < pinned ? [0, pinned - 1] : [pinned, columns.length - 1];
  const at = Math.min(Math.max(to, least), most);
  const keys = columns.map(({ key }) => key);
  const [key] = keys.splice(from, 1);
  if (key === undefined || at === from) return undefined;
  keys.splice(at, 0, key);
  return keys;
}

/** The custom properties that say how wide columns are and where pinned ones stay; `lead` px come before all of them. */
export function columnStyle(columns: readonly SizedColumn[], lead: number): Record<string, string> {
  const tracks = columns.map(({ width, fill }) => (fill ? `minmax(${width}px, 1fr)` : `${width}px`));
  const style: Record<string, string> = {
    '--columns': (lead > 0 ? [`${lead}px`, ...tracks] : tracks).join(' '),
    '--width': `${columns.reduce((sum, { width }) => sum + width, lead)}px`,
  };
  let left = lead;
  for (const [index, { pinned, width }] of columns.entries()) {
    if (!pinned) break;
    style[`--pin-${index}`] = `${left}px`;
    left += width;
  }
  return { ...style, '--pinned': `${left}px` };
}

/**
 * In a view of `viewport` px that has no room for all columns, the one that fills it takes what is left behind the last that
 * fits as a whole: until it is scrolled, no column is cut at the right.
 */
export function fitColumns(columns: readonly SizedColumn[], lead: number, viewport: number): readonly SizedColumn[] {
  let end = lead;
  let filling = -1;
  for (const [index, { width, fill }] of columns.entries()) {
    if (end + width > viewport) {
      const spare = viewport - end;
      if (filling < 0 || spare <= 0) return columns;
      return columns.map((column, at) => (at === filling ? { ...column, width: column.width + spare } : column));
    }
    end += width;
    if (fill) filling = index;
  }
  return columns;
}
