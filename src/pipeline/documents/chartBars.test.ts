import { expect, test } from 'vitest';
import { OrderedJsonObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { createBarChart, resolveBars } from './chartBars.ts';
import { buildChartFromDocuments } from './chartData.ts';
import { resolveChartOptions } from './chartOptions.ts';
import { createDocumentColumns } from './documentColumns.ts';
import { findResultGrouping } from './resultGrouping.ts';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.UTC(2026, 0, 1);

test('bars of a single series start at 0, are as wide as their unit, and may be negative', () => {
  const documents = [4, -2, 3].map((mean, hour) => ({ time: FIRST_MS + hour * HOUR_MS, mean }));
  const columns = createDocumentColumns(documents, new Set());
  const [axis, mean] = ['time', 'mean'].map((name) => columns.find(({ key }) => key === name));
  if (!axis || !mean) throw new Error('no columns');
  const lines = buildChartFromDocuments(documents, axis, [mean], undefined);
  const chart = createBarChart(lines, undefined, (at) => at + HOUR_MS);
  const { bars = [], min, max } = chart.lines[0]?.stack ?? {};
  expect(bars.map(({ at, until, from, to }) => [(at - FIRST_MS) / HOUR_MS, (until - at) / HOUR_MS, from, to])).toEqual([
    [0, 1, 0, 4],
    [1, 1, -2, 0],
    [2, 1, 0, 3],
  ]);
  expect([min, max]).toEqual([-2, 4]);
  expect(chart.extent[1]).toBe(FIRST_MS + 3 * HOUR_MS);
  expect(chart.lines[0]?.formatValueAt(1)).toBe('−2');
});

test.each([
  ['', undefined],
  [', "device": "$deviceID"', 'device'],
])('there are no bars of groups that a further key divides%s', (further, furtherKey) => {
  const hour = '{"$dateTrunc":{"date":"$time","unit":"hour"}}';
  const stage = parseOrderedJson(
    `{"type":"group","condition":{"hour":${hour},"level":"$level"${further}},"fields":{"count":{"$count":{}}}}`,
  );
  if (!(stage instanceof OrderedJsonObject)) throw new Error('no stage');
  const groups = ['a', 'b'].flatMap((device) =>
    ['info', 'warn'].map((level) => ({ hour: FIRST_MS, level, device, count: 1 })),
  );
  const columns = createDocumentColumns(groups, new Set());
  const grouping = findResultGrouping([stage]);
  const options = resolveChartOptions(columns, groups, {}, grouping);
  const chart = buildChartFromDocuments(groups, options.axis, options.plots, undefined);
  const found = resolveBars(chart, options, grouping, { getBucketEnd: (at) => at, isWanted: true });
  expect(found).toMatchObject({ canShow: true, furtherKey });
  expect(found.bars === undefined).toBe(furtherKey !== undefined);
});
