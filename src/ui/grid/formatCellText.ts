import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime, isLikelySeconds, isNeverTimestamp, type TimeMode } from '#lib/time/time.ts';
import { formatTruncatedJson } from '#lib/truncate.ts';
import type { GridColumn } from './gridColumn.ts';

export function formatCellText(value: unknown, column: GridColumn, mode: TimeMode, maxLength: number): string {
  if (column.getText) return column.getText(value).slice(0, maxLength);
  if (column.type === 'time') {
    if (!column.toMs && isNeverTimestamp(value)) return 'never';
    const time = toCellTimeMs(value, column);
    const text = time === undefined ? undefined : formatGridTime(time, column, mode);
    if (text !== undefined) return isSuspectedSeconds(value, column) ? `seconds? ${text}` : text;
  }
  if (typeof value === 'string') return value === '' ? 'empty' : value.slice(0, maxLength);
  if (value === undefined) return '·';
  return formatTruncatedJson(value, maxLength);
}

export function toCellTimeMs(value: unknown, column: GridColumn): number | undefined {
  if (column.toMs) return column.toMs(value);
  return typeof value === 'number' ? value : undefined;
}

export function isSuspectedSeconds(value: unknown, column: GridColumn): boolean {
  return !column.toMs && typeof value === 'number' && isLikelySeconds(value);
}

/** Formats a time to the minute, or to the second if the column requires it. */
export function formatGridTime(time: number, column: GridColumn, mode: TimeMode): string | undefined {
  const text = (column.formatTime ?? formatTime)(time, mode, getServiceTime());
  if (column.showSeconds || text === undefined || mode === 'relative' || mode === 'epoch') return text;
  return text.replace(/:\d\d(Z?)$/, '$1');
}
