import type { ReactNode } from 'react';
import type { formatTime } from '#lib/time/time.ts';

export type CellType = 'text' | 'id' | 'email' | 'boolean' | 'time' | 'number' | 'json';

export type GridColumn = {
  key: string;
  label: string;
  type: CellType;
  width?: number;
  fill?: boolean;
  sortable?: boolean;
  pinned?: boolean;
  /** True if the column's value names the row and links to it. Defaults to true for the first column. */
  isRowHeader?: boolean;
  showSeconds?: boolean;
  /** Typical value, whose width is reserved while the values load. */
  sampleValue?: unknown;
  /** Converts a value to ms since 1970, if times are stored in another format. Copied values are not converted. */
  toMs?: (value: unknown) => number | undefined;
  /** Formats times, for example in another zone. Defaults to the function of the same name. */
  formatTime?: typeof formatTime;
  /** Custom renderer. `text` then returns the text of a value, and `iconWidthPx` the additional width. */
  render?: (value: unknown) => ReactNode;
  getText?: (value: unknown) => string;
  iconWidthPx?: number;
  /** Renders booleans in columns of other types. Defaults to "true" and "false". */
  renderBoolean?: (value: boolean) => ReactNode;
  getHref?: (value: unknown, row: number) => string | undefined;
};

/** `isWidthSet` is true if the width was set by the user or by the page, and not by the content. */
export type SizedColumn = GridColumn & { width: number; isWidthSet?: boolean };

export type GridSort = { key: string; descending: boolean };

/**
 * Returns the sort order after a click on a heading, which cycles through ascending, descending and none. `isMultiSort`
 * adds the column as the last sort key, or reverses it.
 */
export function toggleSort(sort: readonly GridSort[], key: string, isMultiSort: boolean): GridSort[] {
  const current = sort.find((one) => one.key === key);
  const next = current ? (current.descending ? [] : [{ key, descending: true }]) : [{ key, descending: false }];
  if (!isMultiSort) return next;
  return current ? sort.flatMap((one) => (one === current ? next : [one])) : [...sort, ...next];
}

export function getSortState(sort: readonly GridSort[], { key }: SizedColumn): 'ascending' | 'descending' | undefined {
  const sorted = sort.find((one) => one.key === key);
  return sorted && (sorted.descending ? 'descending' : 'ascending');
}

export function getRowHeaderIndex(columns: readonly GridColumn[]): number {
  return Math.max(
    0,
    columns.findIndex(({ isRowHeader }) => isRowHeader),
  );
}

export const MIN_COLUMN_WIDTH_PX = 56;
export const MAX_COLUMN_WIDTH_PX = 1200;

export function clampColumnWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, MIN_COLUMN_WIDTH_PX), MAX_COLUMN_WIDTH_PX));
}

/**
 * Returns the order of the columns after a move. Pinned columns stay first.
 * @returns the column keys, or undefined if the order is unchanged
 */
export function moveColumn(columns: readonly GridColumn[], from: number, to: number): string[] | undefined {
  const pinned = columns.filter((column) => column.pinned).length;
  const [least, most] = from < pinned ? [0, pinned - 1] : [pinned, columns.length - 1];
  const at = Math.min(Math.max(to, least), most);
  const keys = columns.map(({ key }) => key);
  const [key] = keys.splice(from, 1);
  if (key === undefined || at === from) return undefined;
  keys.splice(at, 0, key);
  return keys;
}

/**
 * Creates CSS custom properties for column widths and pinned offsets. `lead` is the width before the columns, in px.
 */
export function createColumnCssVariables(columns: readonly SizedColumn[], lead: number): Record<string, string> {
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
 * Widens columns if not all of them fit, so that no column is cut off at the right edge before scrolling: the `fill`
 * column, or all visible columns without a set width. A column wider than half of the viewport may be cut off, because
 * the others would become too wide.
 */
export function avoidCutColumn(
  columns: readonly SizedColumn[],
  lead: number,
  viewport: number,
): readonly SizedColumn[] {
  const ends = columns.map(({ width }) => width);
  for (const [index] of ends.entries()) ends[index] = (ends[index] ?? 0) + (ends[index - 1] ?? lead);
  const cut = ends.findIndex((end) => end > viewport);
  const spare = viewport - (ends[cut - 1] ?? viewport);
  if (spare <= 0) return columns;
  const visible = columns.slice(0, cut);
  const filling = visible.findLast(({ fill }) => fill);
  const isTooWide = !filling && (columns[cut]?.width ?? 0) > viewport / 2;
  const growing = filling ? [filling] : visible.filter(({ isWidthSet }) => !isWidthSet);
  if (growing.length === 0 || isTooWide) return columns;
  const each = Math.floor(spare / growing.length);
  const last = spare - each * (growing.length - 1);
  const widen = (column: SizedColumn) => column.width + (column === growing.at(-1) ? last : each);
  return columns.map((column) => (growing.includes(column) ? { ...column, width: widen(column) } : column));
}
