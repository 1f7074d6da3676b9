import { type CsvCell, formatCsvHeading, formatCsvLine, formatDerivedHeading, toCsvCell } from '#lib/csv.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import { type DocumentColumn, getValueAtPath } from './documentColumns.ts';

/**
 * Creates a CSV formatter for the table's columns, from whose text an import restores the documents. A time gets a
 * second column in parentheses, which an import leaves out: formatted as on the page, or in milliseconds.
 */
export function createDocumentCsvFormatter(columns: readonly DocumentColumn[], mode: TimeMode) {
  const times = mode === 'relative' ? 'local' : mode;
  const cells = columns.flatMap((column) => {
    const { path, toMs, type, time, mostlyNumbers, formatTime: format = formatTime } = column;
    const heading = formatCsvHeading(path);
    const isNumber = type === 'number' || mostlyNumbers || time === 'ms' || time === 's';
    const columnType = path.length === 1 && path[0] === 'documentID' ? 'text' : isNumber ? 'number' : 'any';
    const own = { heading, of: (value: unknown): CsvCell => toCsvCell(value, columnType) };
    if (!toMs || (times === 'epoch' && time === 'ms')) return [{ ...own, column }];
    const formatted = (value: unknown): CsvCell => {
      const ms = toMs(value);
      return ms === undefined ? '' : (format(ms, times, 0) ?? '');
    };
    return [
      { ...own, column },
      { heading: formatDerivedHeading(heading), of: formatted, column },
    ];
  });
  return {
    head: formatCsvLine(cells.map(({ heading }) => heading)),
    row: (document: JsonObject) =>
      formatCsvLine(cells.map(({ column, of }) => of(getValueAtPath(document, column.path)))),
  };
}
