import { formatNumber } from '#lib/formatNumber.ts';
import { ExactNumber, type JsonObject } from '#lib/json/json.ts';
import { type DocumentColumn, getValueAtPath } from './documentColumns.ts';
import { toTimeMs } from './observedFields.ts';

/** Time field of the x axis. If undefined, the x axis is the index of the document. */
export type ChartXAxisColumn = DocumentColumn | undefined;

/** Axis values in ascending order with the indexes of their documents. Documents without an axis value are omitted. */
type ChartPoints = { xs: Float64Array; rows: Int32Array };

type ChartSeries = {
  column: DocumentColumn;
  label: string;
  ys: Float64Array;
  exact: ReadonlyMap<number, ExactNumber>;
  min: number;
  median: number;
  max: number;
  values: number;
  missing: number;
};

/** Finds the columns to plot: numeric columns other than times. Non-numeric values in them become gaps. */
export function filterPlottableColumns(columns: readonly DocumentColumn[]): DocumentColumn[] {
  return columns.filter(({ type, mostlyNumbers }) => type === 'number' || mostlyNumbers);
}

export function filterTimeColumns(columns: readonly DocumentColumn[]): DocumentColumn[] {
  return columns.filter(({ time }) => time !== undefined);
}

/** Finds fields with repeated values, which can split a chart: text, booleans, integers and device IDs. */
export function filterGroupableColumns(
  columns: readonly DocumentColumn[],
  documents: readonly JsonObject[],
): DocumentColumn[] {
  const looked = documents.slice(0, 200);
  return columns.filter(({ label, type, time, path }) => {
    if (label === 'documentID' || time || type === 'json' || type === 'time') return false;
    if (label === 'deviceID') return true;
    const values = looked.map((document) => getValueAtPath(document, path)).filter((value) => value !== undefined);
    if (type === 'number' && !values.every(Number.isInteger)) return false;
    return new Set(values).size <= (type === 'number' ? values.length / 4 : values.length - 1);
  });
}

export function createChartPoints(documents: readonly JsonObject[], axis: ChartXAxisColumn): ChartPoints {
  if (!axis?.time) {
    const all = documents.map((_, index) => index);
    return { xs: Float64Array.from(all, (index) => index + 1), rows: Int32Array.from(all) };
  }
  const unit = axis.time;
  const times = documents.map((document) => toTimeMs(getValueAtPath(document, axis.path), unit) ?? Number.NaN);
  const rows = times.map((_, index) => index).filter((index) => Number.isFinite(times[index]));
  rows.sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0));
  return { xs: Float64Array.from(rows, (row) => times[row] ?? 0), rows: Int32Array.from(rows) };
}

export function createChartSeries(
  documents: readonly JsonObject[],
  { rows }: ChartPoints,
  column: DocumentColumn,
): ChartSeries {
  const found = Array.from(rows, (row) => getNumberAt(documents[row], column));
  const ys = Float64Array.from(found, (value) => (value instanceof ExactNumber ? Number(value.text) : value));
  const exact = new Map<number, ExactNumber>();
  for (const [at, value] of found.entries()) if (value instanceof ExactNumber) exact.set(at, value);
  const sorted = ys.filter(Number.isFinite).sort();
  const values = sorted.length;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const median = values % 2 === 1 ? at((values - 1) / 2) : (at(values / 2 - 1) + at(values / 2)) / 2;
  const { label } = column;
  return { column, label, ys, exact, min: at(0), median, max: at(values - 1), values, missing: ys.length - values };
}

export function formatPointValue({ ys, exact }: ChartSeries, at: number): string {
  const { text } = exact.get(at) ?? { text: String(ys[at]) };
  if (!/^-?\d+$/.test(text)) return exact.has(at) ? text.replace('-', '−') : formatNumber(ys[at] ?? Number.NaN);
  return BigInt(text).toLocaleString('en').replace('-', '−');
}

function getNumberAt(document: JsonObject | undefined, { path }: DocumentColumn): number | ExactNumber {
  const value = document && getValueAtPath(document, path);
  return typeof value === 'number' || value instanceof ExactNumber ? value : Number.NaN;
}
