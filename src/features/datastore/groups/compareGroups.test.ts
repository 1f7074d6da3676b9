import { expect, test } from 'vitest';
import { addPeriodBefore } from '#features/datastore/chart/addPeriodBefore.ts';
import type { JsonObject, OrderedJsonObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { ChartAggregator } from '#pipeline/documents/chartAggregator.ts';
import { buildChartFromAggregates } from '#pipeline/documents/chartData.ts';
import { resolveChartOptions } from '#pipeline/documents/chartOptions.ts';
import { createDocumentColumns } from '#pipeline/documents/documentColumns.ts';
import { findResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { shiftToPeriodBefore } from '#pipeline/draft/timeRange.ts';
import { compareGroups, explainNoComparison } from './compareGroups.ts';

const AT = Date.UTC(2026, 3, 2);
const parseDay = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** Grouped result of the seven days before April 2, whose clock changes on March 29, and its period before. */
function createResult(condition: string, further: readonly object[] = []) {
  const range = { type: 'range', time: { field: 'time', unit: 'ms', zone: 'Europe/Berlin', last: '7 d' } };
  const group = `{"type":"group","condition":{${condition}},"fields":{"n":{"$count":{}},"mean":{"$avg":"$t"}}}`;
  const texts = [JSON.stringify(range), group, ...further.map((stage) => JSON.stringify(stage))];
  const pipeline = texts.map((text) => parseOrderedJson(text) as OrderedJsonObject);
  const groups = findResultGrouping(pipeline);
  const period = shiftToPeriodBefore(pipeline, AT);
  if (!groups || typeof period === 'string') throw new Error(String(period));
  const query = { collection: 'logs', documentID: '', pipeline, page: 1, view: 'chart' as const };
  return { result: { groups, query }, period, values: groups.values };
}

const byTime = (unit: string, zone: string) =>
  `"at":{"$dateTrunc":{"date":"$time","unit":"${unit}","timezone":"${zone}"}}`;

test.each(['UTC', 'Europe/Berlin'])('days of %s are paired by the calendar, also where clocks change', (zone) => {
  const { result, period, values } = createResult(byTime('day', zone));
  const [count] = values;
  const toStart = (date: string) => parseDay(date) - (zone === 'UTC' ? 0 : (date < '2026-03-29' ? 1 : 2) * 3_600_000);
  const read = ['2026-03-21', '2026-03-24'].map((date, n) => ({ at: toStart(date), n: n + 1 }));
  const all = ['2026-03-28', '2026-03-31'].map((date) => ({ at: toStart(date), n: 5 }));
  const { compare, gone, timeName } = compareGroups(result, { groups: read, hasMore: false }, period, all);
  expect(count && all.map((group) => compare(group, count).past)).toEqual([1, 2]);
  expect([gone, timeName]).toEqual([[], 'at']);
  // a time without documents between them
  expect(count && compare({ at: toStart('2026-03-30') }, count)).toMatchObject({ now: 0, past: 0 });
});

test('a group that one period lacks has a count of 0, unless it may be there', () => {
  const compareAll = (hasMore: boolean, further: readonly object[] = []) => {
    const { result, period, values } = createResult('"k":"$k"', further);
    const groups = [
      { k: 'a', n: 2, mean: 4 },
      { k: 'gone', n: 1, mean: null },
    ];
    const all = [
      { k: 'a', n: 3, mean: 5 },
      { k: 'new', n: 7, mean: 6 },
    ];
    const { compare, gone } = compareGroups(result, { groups, hasMore }, period, all);
    expect(gone).toEqual([{ k: 'gone' }]);
    return [...all, ...gone].map((group) =>
      values.map((value) => {
        const { now, past } = compare(group, value);
        return `${now} ${past}`;
      }),
    );
  };
  expect(compareAll(false)).toEqual([
    ['3 2', '5 4'],
    ['7 0', '6 NaN'],
    ['0 1', 'NaN NaN'],
  ]);
  expect(compareAll(true)[1]).toEqual(['7 NaN', '6 NaN']);
  // a match after the groups may have left it out
  expect(compareAll(false, [{ type: 'match', filter: { n: 3 } }])[1]).toEqual(['7 NaN', '6 NaN']);
});

test('groups of further keys are averaged in both periods', () => {
  const { result, period } = createResult(`${byTime('day', 'UTC')},"product":"$product","level":"$level"`);
  const createGroups = (date: string, counts: readonly number[]) =>
    counts.map((n, index): JsonObject => ({ at: parseDay(date), product: `p${index >> 1}`, level: index & 1, n }));
  const all = createGroups('2026-03-27', [1, 3, 10, 20]);
  const read = createGroups('2026-03-20', [2, 6, 30, 50]);
  const columns = createDocumentColumns(all, new Set(), result.groups);
  const options = resolveChartOptions(columns, all, { plot: ['n'] }, result.groups);
  const aggregator = new ChartAggregator({ ...options, fields: options.plots });
  for (const _ of aggregator.add(all));
  const chart = buildChartFromAggregates(aggregator, options.plots, {
    selectedGroup: '"p0"',
    hiddenGroups: new Set(),
  });
  const comparison = compareGroups(result, { groups: read, hasMore: false }, period, all);
  const [line] = addPeriodBefore(chart, comparison, options.by).lines;
  expect([line?.before?.current, line?.before?.compared]).toEqual([[2], [4]]);
});

test('groups that a chart merges, and months, are not compared', () => {
  const explain = (condition: string, link: { per?: string; by?: string }) => {
    const { result, period } = createResult(condition);
    return explainNoComparison(result.groups, period, link);
  };
  const hours = byTime('hour', 'UTC');
  expect(explain(hours, { per: 'day' })).toBe('The chart has one value per day, and the groups are per hour.');
  expect(explain(hours, { per: 'hour' })).toBeUndefined();
  expect(explain(`${hours},"k":"$k"`, { by: '' })).toMatch(/^Without a split/);
  expect(explain(`${hours},"k":"$k"`, {})).toBeUndefined();
  expect(explain('"k":"$k"', { per: 'day', by: '' })).toBeUndefined();
  expect(explain(byTime('month', 'UTC'), {})).toMatch(/^Months differ/);
  expect(explain(hours.replace('$time', '$other'), {})).toBe('The time range is of time, and the groups are of other.');
});
