import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#lib/json/json.ts';
import { parse } from '#lib/json/jsonText.ts';
import { documentColumns } from '#pipeline/documents/documentColumns.ts';
import { chartPicture, svgText } from './chartPicture.ts';
import { linePath, scaled, timeTicks, unscaled, valueText, valueTicks } from './chartScale.ts';
import { axes, chartPoints, chartSeries, gapsOf, nearest, plottable, pointText } from './chartSeries.ts';

const T = 1_767_225_600_000;
const DOCUMENTS = [
  { time: T + 2000, voltage: 4, gps: { lat: 1 } },
  { time: T, voltage: 1, gps: { lat: 2 } },
  { time: null, voltage: 9, gps: { lat: 3 } },
  { time: T + 1000, gps: { lat: 4 } },
];
const COLUMNS = documentColumns(DOCUMENTS, new Set());
const named = (name: string) => {
  const column = COLUMNS.find(({ key }) => key === name);
  if (!column) throw new Error(name);
  return column;
};

test('numbers are drawn over times or the index', () => {
  expect(plottable(COLUMNS).map(({ key }) => key)).toEqual(['voltage', 'gps.lat']);
  expect(axes(COLUMNS).map(({ key }) => key)).toEqual(['time']);
});

test('a field that is a number in most documents is drawn, with gaps for the others', () => {
  const documents = [{ t: 1 }, { t: 'hot' }, { t: 3 }, { t: null }];
  const columns = documentColumns(documents, new Set());
  expect(plottable(columns).map(({ key }) => key)).toEqual(['t']);
  const points = chartPoints(documents, undefined);
  const [series] = plottable(columns).map((column) => chartSeries(documents, points, column));
  expect([...(series?.ys ?? [])]).toEqual([1, Number.NaN, 3, Number.NaN]);
  expect(plottable(documentColumns([{ t: 1 }, { t: 'a' }], new Set()))).toEqual([]);
});

test('points stand in the order of their times, without documents that have none; missing values stay gaps', () => {
  const points = chartPoints(DOCUMENTS, named('time'));
  expect([[...points.xs], [...points.rows]]).toEqual([
    [T, T + 1000, T + 2000],
    [1, 3, 0],
  ]);
  const series = chartSeries(DOCUMENTS, points, named('voltage'));
  expect([...series.ys]).toEqual([1, Number.NaN, 4]);
  expect(series).toMatchObject({ min: 1, median: 2.5, max: 4, values: 2, missing: 1 });
  expect(gapsOf(points.xs, series.ys)).toEqual([{ from: T, to: T + 2000 }]);
  expect([...chartPoints(DOCUMENTS, undefined).xs]).toEqual([1, 2, 3, 4]);
});

test('a scale and its way back meet', () => {
  const scale = { from: 10, to: 20, start: 100, end: 300 };
  expect(scaled(scale, 15)).toBe(200);
  expect(unscaled(scale, 200)).toBe(15);
});

test.each([
  [15.6, 27.5, [10, 20, 30]],
  [3.63, 4.14, [3.5, 4, 4.5]],
  [-79, -53, [-80, -60, -40]],
  [5, 5, [5, 7.5, 10]],
])('round values stand around %d to %d', (min, max, ticks) => {
  expect(valueTicks(min, max)).toEqual(ticks);
});

test('values have no more digits than tell them apart', () => {
  expect([3.9, -61, 1234567, 0.00001, 9_007_199_254].map(valueText)).toEqual([
    '3.9',
    '−61',
    '1,234,567',
    '1.00e−5',
    '9.01e+9',
  ]);
});

test('round times are those of the zone that is shown', () => {
  expect(timeTicks(T, T + 3 * 86_400_000, 4, 0)).toEqual([0, 1, 2, 3].map((day) => T + day * 86_400_000));
  expect(timeTicks(T, T + 86_400_000, 2, 3_600_000)).toEqual([T + 39_600_000, T + 82_800_000]);
});

test('the line breaks where values are missing, and a value alone is a dot', () => {
  const xs = Float64Array.of(0, 1, 2, 3, 4);
  const scale = { from: 0, to: 4, start: 0, end: 40 };
  const y = { from: 0, to: 10, start: 10, end: 0 };
  expect(linePath(xs, Float64Array.of(1, 2, Number.NaN, 4, Number.NaN), scale, y)).toBe('M0 9L10 8M30 6h0');
});

test('of many points on a pixel the extremes are drawn', () => {
  const xs = Float64Array.from({ length: 10_000 }, (_, at) => at);
  const ys = xs.map((at) => (at === 5003 ? 100 : at === 5004 ? -100 : 0));
  const path = linePath(xs, ys, { from: 0, to: 9999, start: 0, end: 100 }, { from: -100, to: 100, start: 200, end: 0 });
  expect(path).toContain('L50 200');
  expect(path).toContain('L50 0');
  expect(path.length).toBeLessThan(3000);
});

test('the nearest point is found', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer(), (values, x) => {
      const xs = Float64Array.from(values).sort();
      const best = Math.min(...[...xs].map((value) => Math.abs(value - x)));
      expect(Math.abs((xs[nearest(xs, x)] ?? Number.NaN) - x)).toBe(best);
    }),
  );
});

test('a point is read with every digit of an integer, and as an axis shows it otherwise', () => {
  const counters = ['9007199254740993', '-12345678901234567890', '1e400', '1767225600000', '0.123456789', 'null'];
  const documents = parse(`[${counters.map((n) => `{"n":${n}}`).join(',')}]`) as JsonObject[]; // of objects
  const [column] = plottable(documentColumns(documents, new Set()));
  if (!column) throw new Error('There is no column of numbers.');
  const series = chartSeries(documents, chartPoints(documents, undefined), column);
  expect(counters.map((_, at) => pointText(series, at))).toEqual([
    '9,007,199,254,740,993',
    '−12,345,678,901,234,567,890',
    '1e400',
    '1,767,225,600,000',
    '0.123457',
    '',
  ]);
});

test.each([1200, 390, 320])(
  'names and figures are within a picture of %d px, the whole of a cut one beside it',
  (width) => {
    const name = 'temperature of the second compressor';
    const documents = [
      { [name]: 1234.5, t: 20.125 },
      { [name]: 7654.3, t: 31.4 },
    ];
    const points = chartPoints(documents, undefined);
    const series = plottable(documentColumns(documents, new Set())).map((column) =>
      chartSeries(documents, points, column),
    );
    const picture = chartPicture({ points, series, width, panelHeight: 130, ticks: [] });
    const texts = picture.shapes.filter((shape) => shape.kind === 'text');
    for (const { x, y, anchor, text } of texts) {
      const px = text.length * 7;
      expect(anchor === 'end' ? x - px : x, text).toBeGreaterThanOrEqual(0);
      expect(anchor === 'end' ? x : x + px, text).toBeLessThanOrEqual(width);
      const panel = picture.panels[Math.floor(y / 130)];
      // above what is drawn, or beside it
      if (width < 560 && x === 16) expect(y, text).toBeLessThan(panel?.y.end ?? 0);
      if (width > 560 && anchor === 'start') expect(x + px, text).toBeLessThan(picture.x.start);
    }
    const cut = texts.filter(({ whole }) => whole === name).map(({ text }) => text);
    expect(cut).toHaveLength(width > 560 ? 1 : 0);
    for (const text of cut) expect(text).toMatch(/^temper.*….*ressor$/);
    const ink = { accent: 'a', 'accent-soft': 'b', line: 'c', muted: 'd', surface: 'e', text: 'f' };
    expect(svgText(picture, ink)).toContain(name);
  },
);
