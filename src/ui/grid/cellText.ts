import { stringify } from '#lib/json.ts';
import { formatTime, isNever, looksLikeSeconds, type TimeMode } from '#lib/time.ts';
import type { GridColumn } from './gridColumn.ts';

/** The words that a cell shows, at most so many characters of them. */
export function cellText(value: unknown, column: GridColumn, mode: TimeMode, most: number): string {
  if (column.text) return column.text(value).slice(0, most);
  if (column.type === 'time') {
    if (isNever(value)) return 'never';
    const text = typeof value === 'number' ? gridTime(value, column, mode) : undefined;
    if (text !== undefined) return looksLikeSeconds(Number(value)) ? `seconds? ${text}` : text;
  }
  if (typeof value === 'string') return value === '' ? 'empty' : value.slice(0, most);
  if (value === undefined) return '·';
  return stringify(value).slice(0, most);
}

/** A time in a grid: to the minute where the column does not ask for seconds. */
export function gridTime(time: number, { seconds }: GridColumn, mode: TimeMode): string | undefined {
  const text = formatTime(time, mode, Date.now());
  if (seconds || text === undefined || mode === 'relative' || mode === 'epoch') return text;
  return text.replace(/:\d\d(Z?)$/, '$1');
}
