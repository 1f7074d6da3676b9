import type { RowIndices } from '#fleet/filter/rowIndices.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import { type CsvCell, formatCsvLine } from '#lib/csv.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { formatIsoTime } from '#lib/time/time.ts';

export const DEVICE_EXPORT_FORMATS = ['csv', 'json', 'ndjson'] as const;

export type DeviceExportFormat = (typeof DEVICE_EXPORT_FORMATS)[number];

const TIME_FORMATS = ['iso', 'epoch', 'both'] as const;

export type TimeFormat = (typeof TIME_FORMATS)[number];

export type DeviceExportOptions = {
  format: DeviceExportFormat;
  times: TimeFormat;
  /** CSV for Excel: adds a byte order mark and keeps numeric IDs as text. */
  excel: boolean;
  columns: readonly { field: string; time: boolean; id: boolean }[];
};

const BYTE_ORDER_MARK = '\ufeff';

const EPOCH_SUFFIX = '_epoch';

type OutputColumn = { name: string; field: string; iso: boolean; id: boolean };

/**
 * Yields the text of an export file. In JSON a missing value is omitted. In CSV it is an empty cell, and empty text is
 * quoted.
 */
export function* formatDevices(
  view: ViewSnapshot,
  rows: RowIndices,
  options: DeviceExportOptions,
): Generator<string, void> {
  const { format, excel } = options;
  const written = getOutputColumns(options);
  const valueIn = createFieldReader(view);
  if (format === 'csv') yield (excel ? BYTE_ORDER_MARK : '') + formatCsvLine(written.map(({ name }) => name));
  if (format === 'json') yield '[';
  for (let place = 0; place < rows.count; place++) {
    const row = rows.at(place);
    if (format === 'csv') {
      yield formatCsvRow(
        written.map(({ field, iso, id }) => toCsvCell(formatTimeValue(valueIn(row, field), iso), id && excel)),
      );
      continue;
    }
    const text = stringifyJson(buildRecord(written, (field) => valueIn(row, field)));
    if (format === 'ndjson') yield `${text}\n`;
    else yield `${place === 0 ? '\n' : ',\n'}${text}`;
  }
  yield getExportClosingText(format);
}

export function getExportClosingText(format: DeviceExportFormat): string {
  return format === 'json' ? '\n]\n' : '';
}

function getOutputColumns({ columns, times }: DeviceExportOptions): OutputColumn[] {
  return columns.flatMap(({ field, time, id }) => {
    const own = { name: field, field, iso: time && times !== 'epoch', id };
    return time && times === 'both' ? [own, { name: field + EPOCH_SUFFIX, field, iso: false, id: false }] : [own];
  });
}

function createFieldReader(view: ViewSnapshot): (row: number, field: string) => unknown {
  const { fleet } = view;
  const columns = new Map(fleet.columns.map(({ name }, column) => [name, column]));
  return (row, field) => {
    const column = columns.get(field);
    return column === undefined ? view.getJoinedValue(field, row) : fleet.getValue(row, column);
  };
}

/** Builds a record without a prototype, because a field may be called `__proto__`. */
function buildRecord(written: readonly OutputColumn[], valueIn: (field: string) => unknown): object {
  const record: Record<string, unknown> = Object.create(null);
  for (const { name, field, iso } of written) {
    const value = formatTimeValue(valueIn(field), iso);
    if (value !== undefined) record[name] = value;
  }
  return record;
}

/** Converts times with four-digit years and whole milliseconds to ISO 8601. 0 (never) stays a number. */
function formatTimeValue(value: unknown, iso: boolean): unknown {
  if (!iso || typeof value !== 'number' || !Number.isInteger(value) || value === 0) return value;
  return value > ISO_MIN_MS && value < ISO_MAX_MS ? formatIsoTime(value) : value;
}

const ISO_MIN_MS = Date.UTC(1000, 0);
const ISO_MAX_MS = Date.UTC(10_000, 0);

function toCsvCell(value: unknown, asText: boolean): CsvCell | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return stringifyJson(value);
  return asText && value !== '' ? { text: value } : value;
}

function formatCsvRow(cells: readonly (CsvCell | undefined)[]): string {
  const line = formatCsvLine(cells.map((cell) => cell ?? ''));
  if (!cells.includes('')) return line;
  return `${cells.map((cell) => (cell === '' ? '""' : formatCsvLine([cell ?? '']).slice(0, -2))).join(',')}\r\n`;
}
