import { expect, test } from 'vitest';
import { findStageError } from '#contract/stages.ts';
import { type JsonObject, OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson } from '#lib/json/parseJson.ts';
import { ChartAggregator, type ChartSpec } from '#pipeline/documents/chartAggregator.ts';
import { buildChartDataByGroup, buildChartFromAggregates } from '#pipeline/documents/chartData.ts';
import { createDocumentColumns } from '#pipeline/documents/documentColumns.ts';
import type { PlainStage } from '#pipeline/draft/stages/stageBase.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
import { runStages } from '#pipeline/draft/stages/stageRegistry.ts';
import { fetchChartGroups } from './fetchChartGroups.ts';
import type { GroupsFetcher } from './fetchPagesInOrder.ts';

const FIRST_MS = Date.UTC(2026, 2, 20);
const COUNT = 1400;
const LEVELS = ['info', 'warn', 'error', null, undefined, 25, '25'];

/** Irregular documents: missing, null and text values, sums of 0, and documents without a time. */
const DOCUMENTS = Array.from({ length: COUNT }, (_, n) => {
  const ms = FIRST_MS + ((n * 7919) % COUNT) * 360_000 + (n % 60) * 1000;
  const level = LEVELS[n % LEVELS.length];
  const value = n % 11 === 0 ? null : n % 13 === 0 ? 'none' : ((n * 7907) % 2001) / 100 - 10;
  return {
    documentID: `c${n}`,
    ...(n % 97 !== 0 && { ms, s: ms / 1000, iso: new Date(ms).toISOString() }),
    ...(level !== undefined && { level }),
    ...(n % 17 !== 0 && { value }),
    zero: n % 5 === 0 ? 'off' : 0,
    mostlyText: n % 3 === 0 ? n : 'text',
    far: { n },
  };
});

const COLUMNS = createDocumentColumns(DOCUMENTS.slice(1, 400), new Set());

function getColumn(label: string) {
  const column = COLUMNS.find((each) => each.label === label);
  if (!column) throw new Error(`There is no column ${label}.`);
  return column;
}

const FIELDS = ['value', 'zero', 'mostlyText', 'far.n'].map(getColumn);

function createOperatorMatch(field: string, operator: string, operand: boolean) {
  return createStageObject('match', 'filter', [[field, new OrderedJsonObject([[operator, operand]])]]);
}

/** Numbers of a chart, rounded to the digits that sums of doubles have. */
function summarize(aggregator: ChartAggregator) {
  const choice = { selectedGroup: undefined, hiddenGroups: new Set<string>() };
  const round = (numbers: ArrayLike<number>) => Array.from(numbers, (number) => Math.round(1e9 * number) / 1e9 + 0);
  const charts = aggregator.spec.by ? buildChartDataByGroup(aggregator, FIELDS, choice) : [];
  const all = [buildChartFromAggregates(aggregator, FIELDS, choice), ...charts].map((chart) => ({
    extent: chart.extent,
    times: [chart.xs, chart.from, chart.to].map((times) => [...times]),
    documents: Array.from(chart.documentCounts),
    lines: chart.lines.map(({ label, ys, least, most, counts, min, max, mean, values, missing, legend }) => ({
      ...{ label, min, max, values, missing, counts: [...(counts ?? [])] },
      ...{ means: round(ys), least: [...(least ?? [])], most: [...(most ?? [])], mean: round([mean]) },
      legend: legend?.rows.map((row) => ({ ...row, value: round([row.value]) })),
    })),
  }));
  return { documents: aggregator.documentCount, skipped: aggregator.skippedCount, all };
}

function aggregateDocuments(spec: ChartSpec) {
  const aggregator = new ChartAggregator(spec);
  for (const _ of aggregator.add(DOCUMENTS));
  return aggregator;
}

/** Runs the stages as the service does, which differential tests of both verify. */
function createGroupsFetcher(documents: readonly JsonObject[]): GroupsFetcher {
  const results = new Map<string, readonly JsonObject[]>();
  return async (pipeline, page, _, pageSize = 20) => {
    const text = stringifyJson(pipeline);
    const stages = parseJson(text) as readonly PlainStage[]; // a list of valid stages
    expect(stages.map(findStageError)).toEqual(stages.map(() => undefined));
    const result = results.get(text) ?? runStages(documents, stages);
    results.set(text, result);
    return result.slice((page - 1) * pageSize, page * pageSize);
  };
}

const fetchGroups = async (spec: ChartSpec, options: Partial<Parameters<typeof fetchChartGroups>[0]> = {}) =>
  fetchChartGroups({
    spec,
    pipeline: [],
    fetchGroups: createGroupsFetcher(DOCUMENTS),
    pageSize: 1000,
    canCompare: true,
    zone: 'Europe/Zurich',
    documentsMax: 1000,
    isRefusal: () => false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onSample: async () => undefined,
    ...options,
  });

test.each([
  ['milliseconds', { axis: 'ms' }],
  ['milliseconds, split', { axis: 'ms', by: 'level' }],
  ['milliseconds, per hour, split', { axis: 'ms', by: 'level', step: 3_600_000 }],
  ['seconds, per day, split', { axis: 's', by: 'level', step: 86_400_000 }],
])('have the numbers of documents: %s', async (_, { axis, by, step }: { axis: string; by?: string; step?: number }) => {
  const spec = { axis: getColumn(axis), by: by === undefined ? undefined : getColumn(by), step, fields: FIELDS };
  const { aggregator, requests } = await fetchGroups(spec);
  if (!aggregator) throw new Error('The chart is not grouped.');
  // the count, the extent, two parts of the fields, and three fields whose numbers groups do not tell
  expect(requests).toBeLessThanOrEqual(by === undefined ? 7 : 17);
  expect(summarize(aggregator)).toEqual(summarize(aggregateDocuments({ ...spec, step: aggregator.spec.step })));
  expect(aggregator.buckets.last - aggregator.buckets.first).toBeLessThan(1000);
});

test('have the means of documents for ISO times, per day of the time zone UTC, in two requests', async () => {
  const spec = { axis: getColumn('iso'), by: undefined, fields: [getColumn('far.n')], step: 86_400_000 };
  const pipeline = [createOperatorMatch('iso', '$exists', true)];
  const { aggregator, requests } = await fetchGroups(spec, { pipeline });
  const getMeans = (each: ChartAggregator) => {
    const chart = buildChartFromAggregates(each, spec.fields, { selectedGroup: undefined, hiddenGroups: new Set() });
    return { xs: chart.xs, means: chart.lines.map(({ ys, counts }) => ({ ys, counts })) };
  };
  if (!aggregator) throw new Error('The chart is not grouped.');
  expect(requests).toBe(2);
  expect(getMeans(aggregator)).toEqual(getMeans(aggregateDocuments(spec)));
});

const LARGE: readonly JsonObject[] = Array.from({ length: 60_000 }, (_, n) => ({
  documentID: `o${n}`,
  ms: FIRST_MS + n * 30_000,
  value: n % 9,
}));

// pages of the sample, of 100 documents each
const SAMPLED = [0, 67, 133, 200, 266, 333, 399, 466, 532, 599];
const isSampled = (n: number) => SAMPLED.includes(Math.floor(n / 100));

test.each([
  ['all times', LARGE, 12],
  ['few times, which others exceed', [...LARGE.slice(0, 900), { documentID: 'early', ms: 0 }, ...LARGE.slice(900)], 13],
  [
    'only one time',
    LARGE.map(({ ms, ...rest }, n) => (n > 0 && (n > 25_000 || isSampled(n)) ? rest : { ms, ...rest })),
    30,
  ],
])('of a large collection take the range from a sample with %s', async (_, documents: readonly JsonObject[], most) => {
  const spec = { axis: getColumn('ms'), by: undefined, fields: [getColumn('value')] };
  const totals: number[] = [];
  const { aggregator, requests } = await fetchGroups(spec, {
    fetchGroups: createGroupsFetcher(documents),
    onSample: async (_documents, total) => void totals.push(total),
  });
  if (!aggregator) throw new Error('The chart is not grouped.');
  expect(requests).toBeLessThanOrEqual(most);
  expect(totals).toEqual([documents.length]);
  const whole = new ChartAggregator({ ...spec, step: aggregator.spec.step });
  for (const _ of whole.add(documents));
  expect(summarize(aggregator)).toEqual(summarize(whole));
  expect(aggregator.buckets.last - aggregator.buckets.first).toBeLessThan(1000);
});

test('take no sample of documents whose pages are too large', async () => {
  const spec = { axis: getColumn('ms'), by: undefined, fields: [getColumn('value')] };
  const samples: number[] = [];
  const fetchLarge = createGroupsFetcher(LARGE);
  const { aggregator } = await fetchGroups(spec, {
    fetchGroups: async (pipeline, page, signal, pageSize = 20) => {
      if (pipeline.length === 0 && pageSize > 50)
        throw Object.assign(new Error('The page is too large.'), { code: 'PAGE-TOO-LARGE' });
      return fetchLarge(pipeline, page, signal, pageSize);
    },
    onSample: async (sample) => void samples.push(sample.length),
  });
  expect(aggregator?.documentCount).toBe(LARGE.length);
  expect(samples).toEqual([]);
});

test.each([
  ['few documents', { axis: 'ms' }, { documentsMax: COUNT }],
  ['a field with sums of 0, without comparisons', { axis: 'ms' }, { canCompare: false }],
  ['times that only the page reads', { axis: 'iso' }, {}],
  ['local days of documents without a time', { axis: 'ms', step: 86_400_000, dayZone: 'local' }, {}],
  ['no time', { axis: undefined }, {}],
])('are not used for %s', async (_, { axis, ...spec }: Record<string, unknown>, options) => {
  const column = typeof axis === 'string' ? getColumn(axis) : undefined;
  const { aggregator } = await fetchGroups({ ...spec, axis: column, by: undefined, fields: FIELDS }, options);
  expect(aggregator).toBeUndefined();
});
