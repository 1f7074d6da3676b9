import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, isNever, looksLikeSeconds, type TimeMode } from '#lib/time/time.ts';
import { truncateJson } from '#lib/truncate.ts';
import type { GridColumn } from './gridColumn.ts';

/** The words that a cell shows, at most so many characters of them. */
export function cellText(value: unknown, column: GridColumn, mode: TimeMode, most: number): string {
  if (column.text) return column.text(value).slice(0, most);
  if (column.type === 'time') {
    if (!column.msOf && isNever(value)) return 'never';
    const time = msOf(value, column);
    const text = time === undefined ? undefined : gridTime(time, column, mode);
    if (text !== undefined) return isDoubtful(value, column) ? `seconds? ${text}` : text;
  }
  if (typeof value === 'string') return value === '' ? 'empty' : value.slice(0, most);
  if (value === undefined) return '·';
  return truncateJson(value, most);
}

/** The time that a value is, in ms since 1970. */
export function msOf(value: unknown, column: GridColumn): number | undefined {
  if (column.msOf) return column.msOf(value);
  return typeof value === 'number' ? value : undefined;
}

/** Too early for milliseconds, where nothing says that it is none. */
export function isDoubtful(value: unknown, column: GridColumn): boolean {
  return !column.msOf && typeof value === 'number' && looksLikeSeconds(value);
}

/** A time in a grid: to the minute where the column does not ask for seconds. */
export function gridTime(time: number, { seconds }: GridColumn, mode: TimeMode): string | undefined {
  const text = formatTime(time, mode, getServiceTime());
  if (seconds || text === undefined || mode === 'relative' || mode === 'epoch') return text;
  return text.replace(/:\d\d(Z?)$/, '$1');
}
