import { formatCsvLine } from '#lib/csv.ts';
import { escapeInvisible } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { formatTime, type TimeMode } from '#lib/time/time.ts';
import { type DocumentColumn, valueAt } from './documentColumns.ts';

/** How the column of a time's own value is called beside the one that is read. */
const EPOCH = '_epoch';

/**
 * Documents as CSV, in the columns of the table. A time is written as the page writes it, and beside it as it is in the
 * document; how long ago it was would not hold for long. Missing and null are both empty cells, what is no text, number
 * or boolean is its JSON, and a control character is its escape, but for the end of a line.
 */
export function documentCsv(columns: readonly DocumentColumn[], mode: TimeMode) {
  const times = mode === 'relative' ? 'local' : mode;
  const named = new Set(columns.map(({ label }) => label));
  const epochName = (label: string): string => (named.has(label + EPOCH) ? epochName(`${label}_`) : label + EPOCH);
  const cells = columns.flatMap((column) => {
    const { label, msOf } = column;
    if (!msOf) return [{ column, name: label, of: cellText }];
    const epoch = (value: unknown) => cellText(typeof value === 'string' ? (msOf(value) ?? value) : value);
    if (times === 'epoch') return [{ column, name: label, of: epoch }];
    const time = (value: unknown) => {
      const ms = msOf(value);
      return (ms === undefined ? undefined : formatTime(ms, times, 0)) ?? cellText(value);
    };
    return [
      { column, name: label, of: time },
      { column, name: epochName(label), of: epoch },
    ];
  });
  return {
    head: formatCsvLine(cells.map(({ name }) => escapeInvisible(name))),
    row: (document: JsonObject) => formatCsvLine(cells.map(({ column, of }) => of(valueAt(document, column.path)))),
  };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return escapeInvisible(typeof value === 'string' ? value : stringifyJson(value))
    .replaceAll('\r\n', '\n')
    .replace(/[\t\r]/g, (character) => (character === '\t' ? '\\t' : '\\r'));
}
