import { formatCsvLine } from '#lib/csv.ts';
import { escapeInvisibleInJson } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import { type DocumentColumn, getValueAtPath } from './documentColumns.ts';

const EPOCH_SUFFIX = '_epoch';

/**
 * Creates a CSV formatter for the table's columns. A time gets two columns: formatted as on the page, and the original
 * value. Missing values and null become empty cells; other values that are not text are JSON. Control characters except
 * line breaks are escaped.
 */
export function createDocumentCsvFormatter(columns: readonly DocumentColumn[], mode: TimeMode) {
  const times = mode === 'relative' ? 'local' : mode;
  const named = new Set(columns.map(({ label }) => label));
  const epochName = (label: string): string =>
    named.has(label + EPOCH_SUFFIX) ? epochName(`${label}_`) : label + EPOCH_SUFFIX;
  const cells = columns.flatMap((column) => {
    const { label, toMs } = column;
    if (!toMs) return [{ column, name: label, of: formatCsvCell }];
    const epoch = (value: unknown) => formatCsvCell(typeof value === 'string' ? (toMs(value) ?? value) : value);
    if (times === 'epoch') return [{ column, name: label, of: epoch }];
    const time = (value: unknown) => {
      const ms = toMs(value);
      return (ms === undefined ? undefined : formatTime(ms, times, 0)) ?? formatCsvCell(value);
    };
    return [
      { column, name: label, of: time },
      { column, name: epochName(label), of: epoch },
    ];
  });
  return {
    head: formatCsvLine(cells.map(({ name }) => escapeInvisibleInJson(name))),
    row: (document: JsonObject) =>
      formatCsvLine(cells.map(({ column, of }) => of(getValueAtPath(document, column.path)))),
  };
}

function formatCsvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return escapeInvisibleInJson(typeof value === 'string' ? value : stringifyJson(value))
    .replaceAll('\r\n', '\n')
    .replace(/[\t\r]/g, (character) => (character === '\t' ? '\\t' : '\\r'));
}
