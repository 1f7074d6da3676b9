import { expect, test } from 'vitest';
import { type JsonObject, type OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseJson, parseOrderedJson } from '#lib/json/parseJson.ts';
import { runStages } from '#pipeline/draft/stages/stageRegistry.ts';
import { splitPipeline } from '#pipeline/run/inPage/splitPipeline.ts';
import {
  buildGroupDocumentsPipeline,
  buildTotalsPipeline,
  findDeviceIdKey,
  findResultGrouping,
  sumGroups,
} from './resultGrouping.ts';

const parsePipeline = (text: string) => parseOrderedJson(text) as readonly OrderedJsonObject[]; // a list of objects

const createGroup = (condition: string) =>
  `{"type":"group","condition":${condition},"fields":{"n":{"$count":{}},"mean":{"$avg":"$t"}}}`;

test('the groups of a result are those of its last group stage', () => {
  const pipeline = `[${createGroup('{"x":"$x"}')},${createGroup('{"deviceID":"$a.deviceID"}')},{"type":"sort","specs":{"n":-1}}]`;
  const groups = findResultGrouping(parsePipeline(pipeline));
  const keys = [{ name: 'deviceID', field: 'a.deviceID', kind: 'value' }];
  expect(groups).toMatchObject({ at: 1, keys, values: [{ operator: '$count' }, { name: 'mean', field: 't' }] });
  expect(groups && findDeviceIdKey(groups)?.name).toBe('deviceID');
});

test('the key of devices is the field of the collection, otherwise the one with such a name', () => {
  const groups = findResultGrouping(parsePipeline(`[${createGroup('{"deviceID":"$deviceID","unit":"$unit"}')}]`));
  if (!groups) throw new Error('no groups');
  const names = [undefined, 'unit', 'other'].map((field) => findDeviceIdKey(groups, field)?.name);
  expect(names).toEqual(['deviceID', 'unit', 'deviceID']);
});

test.each([
  '[]',
  '[{"type":"match","filter":{}}]',
  `[${createGroup('{}')},{"type":"lookup"}]`,
  `[${createGroup('{"x":{"$year":"$t"}}')}]`,
])('%.50s has no groups to rank', (text) => {
  expect(findResultGrouping(parsePipeline(text))).toBeUndefined();
});

const HOUR = '{"$dateTrunc":{"date":"$time","unit":"hour","timezone":"Europe/Zurich"}}';

test.each([
  ['{"k":"$a.k"}', '{"k":"x"}', '{"a.k":"x"}'],
  ['{"k":"$k"}', '{"k":null}', '{"k":null}'],
  ['{"k":"$k"}', '{"n":3}', '{"k":{"$exists":false}}'],
  ['{"k":"$k"}', '{"k":9007199254740993}', '{"k":9007199254740993}'],
  ['{"k":"$k"}', '{"k":{"b":1,"a":[2]}}', '{"k":{"b":1,"a":[2]}}'],
  [`{"hour":${HOUR}}`, '{"hour":1782820800000}', '{"time":{"$gte":1782820800000,"$lt":1782824400000}}'],
  ['{"step":{"$bucket":{"of":"$t","by":0.1}}}', '{"step":0.2}', '{"t":{"$gte":0.2,"$lt":0.3}}'],
])('the documents of a group by %s with %s match %s', (condition, group, filter) => {
  const pipeline = parsePipeline(`[{"type":"match","filter":{"level":"error"}},${createGroup(condition)}]`);
  const groups = findResultGrouping(pipeline);
  const options = { getTimeUnit: () => 'ms' as const, hasOperators: true };
  const documents = groups && buildGroupDocumentsPipeline(pipeline, groups, parseJson(group) as JsonObject, options);
  expect(documents && stringifyJson(documents)).toBe(
    `[{"type":"match","filter":{"level":"error"}},{"type":"match","filter":${filter}}]`,
  );
});

test('totals of all groups are exact, of those that are here and of the service', () => {
  const fields = '{"n":{"$count":{}},"groups":{"$sum":"$v"},"mean":{"$avg":"$v"}}';
  const pipeline = parsePipeline(`[{"type":"group","condition":{"k":"$k"},"fields":${fields}}]`);
  const groups = findResultGrouping(pipeline);
  if (!groups) throw new Error('no groups');
  const here = parseJson('[{"n":2,"groups":9007199254740993,"mean":1},{"n":3,"groups":0.5},{"n":1,"groups":null}]');
  const sums = '{"n":6,"groups":9007199254740993.5}';
  expect(stringifyJson(sumGroups(groups, here as JsonObject[]))).toBe(`{"groups":3,"sums":${sums}}`);
  const totals = buildTotalsPipeline(pipeline, groups);
  expect(totals?.pipeline.slice(1).map((stage) => stringifyJson(stage))).toEqual([
    '{"type":"group","condition":{},"fields":{"groups":{"$count":{}},"sum0":{"$sum":"$n"},"sum1":{"$sum":"$groups"}}}',
  ]);
  const answer = parseJson('[{"groups":3,"sum0":6,"sum1":9007199254740993.5}]') as JsonObject[];
  expect(stringifyJson(totals?.parse(answer) ?? null)).toBe(`{"groups":3,"sums":${sums}}`);
  expect(buildTotalsPipeline(Array(32).fill(pipeline[0]), groups)).toBeUndefined();
});

test('two keys of one field need two stages, and a value that is not a time has none', () => {
  const options = { getTimeUnit: () => 'iso' as const, hasOperators: true };
  const pipeline = parsePipeline(`[${createGroup(`{"hour":${HOUR},"exact":"$time"}`)}]`);
  const groups = findResultGrouping(pipeline);
  if (!groups) throw new Error('no groups');
  const build = (group: string, given = options) =>
    stringifyJson(buildGroupDocumentsPipeline(pipeline, groups, parseJson(group) as JsonObject, given) ?? null);
  expect(build('{"hour":1782820800000,"exact":"2026-06-30T12:10:00Z"}')).toBe(
    '[{"type":"match","filter":{"time":{"$gte":"2026-06-30T12:00:00.000Z","$lt":"2026-06-30T13:00:00.000Z"}}},{"type":"match","filter":{"time":"2026-06-30T12:10:00Z"}}]',
  );
  expect(build('{"hour":null,"exact":"soon"}')).toBe('null');
  expect(build('{"hour":1782820800000,"exact":"x"}', { ...options, hasOperators: false })).toBe('null');
});

const runPipeline = (documents: readonly JsonObject[], pipeline: readonly OrderedJsonObject[]) => {
  const { local } = splitPipeline([...parsePipeline(`[${createGroup('{}')}]`), ...pipeline]);
  return runStages(documents, local.slice(1));
};

/** When clocks change in the zones below: in one by half an hour, in one at the start of a day. */
const CHANGES = ['03-29T01', '10-25T01', '04-04T15', '10-03T15:30', '04-05T03', '09-06T04'].map((text) =>
  Date.parse(`2026-${text.includes(':') ? text : `${text}:00`}Z`),
);
const TIMES = CHANGES.flatMap((change) => Array.from({ length: 25 }, (_, n) => change + (n - 12) * 1_200_000));

test.each(['minute', 'hour', 'day', 'week', 'month'])('a group per %s has as many documents as it counts', (unit) => {
  const values = {
    ms: TIMES,
    s: TIMES.map((time) => time / 1000),
    iso: TIMES.map((time, n) => new Date(time).toISOString().replace(n % 2 ? '.000' : '', '')),
  };
  for (const zone of ['UTC', 'Europe/Zurich', 'Australia/Lord_Howe', 'America/Santiago', '-05:30']) {
    const key = `{"$dateTrunc":{"date":"$at","unit":"${unit}","timezone":"${zone}"}}`;
    const pipeline = parsePipeline(`[${createGroup(`{"start":${key},"level":"$level"}`)}]`);
    const groups = findResultGrouping(pipeline);
    if (!groups) throw new Error('no groups');
    for (const time of ['ms', 's', 'iso'] as const) {
      const documents = values[time].map((at, n) => ({ at, level: n % 3 ? 'info' : null }));
      const options = { getTimeUnit: () => time, hasOperators: true };
      const count = (group: JsonObject) =>
        runPipeline(documents, buildGroupDocumentsPipeline(pipeline, groups, group, options) ?? []).length;
      const counted = runPipeline(documents, pipeline);
      expect(counted.map(count)).toEqual(counted.map(({ n }) => n));
    }
  }
});
