import { DEVICE_FIELD_TYPES } from '#contract/device.ts';
import type { RowIndices } from '#fleet/filter/rowIndices.ts';
import type { ColumnSchema } from '#fleet/model/cells.ts';
import type { ViewSnapshot } from '#fleet/shown/viewSnapshot.ts';
import {
  type CsvCell,
  type CsvColumnType,
  formatCsvHeading,
  formatCsvLine,
  formatDerivedHeading,
  toCsvCell,
} from '#lib/csv.ts';
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

const fieldTypes = new Map<string, string>(Object.entries(DEVICE_FIELD_TYPES));

/**
 * Column of the file. `path` is its place in the records, undefined for a derived column. Without a `type`, each value
 * has its own.
 */
type OutputColumn = {
  heading: string;
  path: readonly string[] | undefined;
  type?: CsvColumnType;
  isExcelId?: boolean;
  isInJson: boolean;
  valueIn: (row: number) => unknown;
};

/**
 * Yields the text of an export file, from which an import restores the records. Derived columns have names in
 * parentheses, and an import leaves them out: joined fields, members of an object that is exported itself, and second
 * forms of times. Only the times of the API can be ISO 8601 under their own names, because other fields may contain
 * both numbers and texts.
 */
export function* formatDevices(
  view: ViewSnapshot,
  rows: RowIndices,
  options: DeviceExportOptions,
): Generator<string, void> {
  const { format, excel } = options;
  const written = options.columns.flatMap((column) => createOutputColumns(view, options, column));
  if (format === 'csv') yield (excel ? BYTE_ORDER_MARK : '') + formatCsvLine(written.map(({ heading }) => heading));
  if (format === 'json') yield '[';
  for (let place = 0; place < rows.count; place++) {
    const row = rows.at(place);
    if (format === 'csv') {
      yield formatCsvLine(written.map((column) => createCell(column, row)));
      continue;
    }
    const text = stringifyJson(buildRecord(written, row));
    if (format === 'ndjson') yield `${text}\n`;
    else yield `${place === 0 ? '\n' : ',\n'}${text}`;
  }
  yield getExportClosingText(format);
}

export function getExportClosingText(format: DeviceExportFormat): string {
  return format === 'json' ? '\n]\n' : '';
}

function createOutputColumns(
  view: ViewSnapshot,
  { columns, times, excel }: DeviceExportOptions,
  { field, time, id }: DeviceExportOptions['columns'][number],
): OutputColumn[] {
  const { fleet } = view;
  const column = fleet.findColumn(field);
  const isIso = time && times !== 'epoch';
  if (column < 0) {
    const valueIn = (row: number) => {
      const value = view.getJoinedValue(field, row);
      // such as a device that was never seen: no record contains this 0
      return time && value === 0 ? undefined : formatTimeValue(value, isIso);
    };
    return [{ heading: formatDerivedHeading(field), path: undefined, isInJson: true, valueIn }];
  }
  const path = getFieldPath(fleet.columns, field);
  const isExported = (name: string) => columns.some((one) => one.field === name);
  const isPart = path.length > 1 && path.some((_, depth) => depth > 0 && isExported(path.slice(0, depth).join('.')));
  const valueIn = (row: number) => fleet.getValue(row, column);
  const formatted = (row: number) => formatTimeValue(valueIn(row), true);
  const heading = formatCsvHeading(path);
  const derived = { heading: formatDerivedHeading(heading), path: undefined, isInJson: path.length === 1 };
  // a name with a separator of the console, which records do not contain
  if (isPart || fleet.columns[column]?.name !== path.join('.')) return [{ ...derived, isInJson: false, valueIn }];
  const isApiTime = fieldTypes.get(field) === 'number';
  const isText = fieldTypes.get(field) === 'string';
  const storage = fleet.columns[column]?.storage;
  const own: OutputColumn = { heading, path, isExcelId: id && excel, isInJson: true, valueIn };
  if (isApiTime && times === 'iso') return [{ ...own, valueIn: formatted }];
  if (!isApiTime) own.type = isText ? 'text' : storage === 'number' ? 'number' : 'any';
  return isIso ? [own, { ...derived, valueIn: formatted }] : [own];
}

/** Returns the names from the top-level field to a nested one. Names may contain dots. */
function getFieldPath(columns: readonly ColumnSchema[], field: string): string[] {
  const column = columns.find(({ name }) => name === field);
  if (!column?.nested) return [field];
  const parents = columns.filter(({ name, storage }) => storage === 'json' && field.startsWith(`${name}.`));
  const parent = parents.reduce((longest, { name }) => (name.length > longest.length ? name : longest), '');
  return [...getFieldPath(columns, parent), field.slice(parent.length + 1)];
}

function createCell({ type, isExcelId, valueIn }: OutputColumn, row: number): CsvCell {
  const value = valueIn(row);
  const cell = toCsvCell(value, type ?? (typeof value === 'string' ? 'text' : 'number'));
  return isExcelId && typeof cell === 'string' && cell !== '' ? { text: cell } : cell;
}

/** Builds a record without prototypes, because a field may be called `__proto__`. */
function buildRecord(written: readonly OutputColumn[], row: number): object {
  const record: Record<string, unknown> = Object.create(null);
  for (const { heading, path = [heading], isInJson, valueIn } of written) {
    const value = isInJson ? valueIn(row) : undefined;
    if (value === undefined) continue;
    let object = record;
    for (const name of path.slice(0, -1)) {
      object[name] ??= Object.create(null);
      object = object[name] as Record<string, unknown>; // a part of the path is an object
    }
    object[path.at(-1) ?? ''] = value;
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
