import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import {
  createChartPoints,
  createChartSeries,
  filterPlottableColumns,
  filterTimeColumns,
  formatPointValue,
} from './chartSeries.ts';
import { createDocumentColumns } from './documentColumns.ts';

const T = 1_767_225_600_000;
const DOCUMENTS = [
  { time: T + 2000, voltage: 4, gps: { lat: 1 } },
  { time: T, voltage: 1, gps: { lat: 2 } },
  { time: null, voltage: 9, gps: { lat: 3 } },
  { time: T + 1000, gps: { lat: 4 } },
];
const COLUMNS = createDocumentColumns(DOCUMENTS, new Set());
const named = (name: string) => {
  const column = COLUMNS.find(({ key }) => key === name);
  if (!column) throw new Error(name);
  return column;
};

test('plots numeric columns over time columns or the index', () => {
  expect(filterPlottableColumns(COLUMNS).map(({ key }) => key)).toEqual(['voltage', 'gps.lat']);
  expect(filterTimeColumns(COLUMNS).map(({ key }) => key)).toEqual(['time']);
});

test('plots a field that is a number in most documents, with gaps for the others', () => {
  const documents = [{ t: 1 }, { t: 'hot' }, { t: 3 }, { t: null }];
  const columns = createDocumentColumns(documents, new Set());
  expect(filterPlottableColumns(columns).map(({ key }) => key)).toEqual(['t']);
  const points = createChartPoints(documents, undefined);
  const [series] = filterPlottableColumns(columns).map((column) => createChartSeries(documents, points, column));
  expect([...(series?.ys ?? [])]).toEqual([1, Number.NaN, 3, Number.NaN]);
  expect(filterPlottableColumns(createDocumentColumns([{ t: 1 }, { t: 'a' }], new Set()))).toEqual([]);
});

test('sorts points by time, drops documents without a time, and keeps gaps for missing values', () => {
  const points = createChartPoints(DOCUMENTS, named('time'));
  expect([...points.xs, ...points.rows]).toEqual([T, T + 1000, T + 2000, 1, 3, 0]);
  const series = createChartSeries(DOCUMENTS, points, named('voltage'));
  expect([...series.ys]).toEqual([1, Number.NaN, 4]);
  expect(series).toMatchObject({ min: 1, median: 2.5, max: 4, values: 2, missing: 1 });
  expect([...createChartPoints(DOCUMENTS, undefined).xs]).toEqual([1, 2, 3, 4]);
});

test('formats a point with every digit of an integer, and otherwise like the axis', () => {
  const counters = '9007199254740993 -12345678901234567890 1e400 1767225600000 0.123456789 null'.split(' ');
  const documents = parseJson(`[${counters.map((n) => `{"n":${n}}`).join(',')}]`) as JsonObject[];
  const [column] = filterPlottableColumns(createDocumentColumns(documents, new Set()));
  if (!column) throw new Error('There is no column of numbers.');
  const series = createChartSeries(documents, createChartPoints(documents, undefined), column);
  expect(counters.map((_, at) => formatPointValue(series, at)).join(' ')).toBe(
    '9,007,199,254,740,993 −12,345,678,901,234,567,890 1e400 1,767,225,600,000 0.123457 ',
  );
});
