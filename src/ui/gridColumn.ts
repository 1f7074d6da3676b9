import type { ReactNode } from 'react';

export type CellType = 'text' | 'id' | 'email' | 'boolean' | 'time' | 'number' | 'json';

/** A column of a grid: at least `width` px wide, with a share of what is left over where it may `grow`. */
export type GridColumn = {
  key: string;
  label: string;
  type: CellType;
  width: number;
  grow?: number;
  sortable?: boolean;
  /** Draws the cell instead of its type. */
  draw?: (value: unknown) => ReactNode;
};

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

/** The columns as tracks of a CSS grid. */
export function gridTracks(columns: readonly GridColumn[]): string {
  return columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`)).join(' ');
}
