import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, isNever, looksLikeSeconds, type TimeMode } from '#lib/time/time.ts';
import { truncateJson } from '#lib/truncate.ts';
import type { GridColumn } from './gridColumn.ts';

/** Text shown in a cell, at most `most` characters. */
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

export function msOf(value: unknown, column: GridColumn): number | undefined {
  if (column.msOf) return column.msOf(value);
  return typeof value === 'number' ? value : undefined;
}

export function isDoubtful(value: unknown, column: GridColumn): boolean {
  return !column.msOf && typeof value === 'number' && looksLikeSeconds(value);
}

/** Formats a time to the minute, or to the second if the column requires it. */
export function gridTime(time: number, { seconds }: GridColumn, mode: TimeMode): string | undefined {
  const text = formatTime(time, mode, getServiceTime());
  if (seconds || text === undefined || mode === 'relative' || mode === 'epoch') return text;
  return text.replace(/:\d\d(Z?)$/, '$1');
}
