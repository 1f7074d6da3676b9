import { expect, test } from 'vitest';
import { type OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { describeTimeRange, resolvePeriodBounds, type TimePeriod } from '#pipeline/draft/stages/range.ts';
import { describeStage } from '#pipeline/draft/stages/stageRegistry.ts';
import { formatPipeline, parsePipeline, replaceEnabledStages } from '#pipeline/text/pipelineText.ts';
import { compileDraft, createDraftFromQuery } from './compileDraft.ts';
import type { QueryDraft } from './queryDraft.ts';
import {
  buildTimeRangeMatchStage,
  chooseGroupUnit,
  resolveTimeRanges,
  setTimeRangeStage,
  shiftToPeriodBefore,
} from './timeRange.ts';
import type { TimeUnit } from './valueDraft.ts';

function draftFrom(...texts: string[]): QueryDraft {
  return createDraftFromQuery({ collection: 'logs', documentID: '', pipeline: texts.map(ordered) });
}

function ordered(text: string): OrderedJsonObject {
  return parseOrderedJson(text) as OrderedJsonObject;
}

function compile(draft: QueryDraft) {
  const compiled = compileDraft(draft);
  if (!('query' in compiled)) throw new Error('It was not compiled.');
  return compiled.query;
}

/** Stage of a range after a round trip through a link or a saved query. */
function storeRange(range: Parameters<typeof setTimeRangeStage>[1]) {
  return createDraftFromQuery(compile(setTimeRangeStage(draftFrom(), range))).stages[0];
}

test.each<[TimePeriod, string]>([
  [{ zone: 'utc', last: '24 h' }, 'hour'],
  [{ zone: 'utc', last: '30 d' }, 'day'],
  [{ zone: 'utc', last: '120 d' }, 'week'],
  [{ zone: 'utc', from: Date.UTC(2025, 11, 31), to: undefined }, 'day'],
  [{ zone: 'utc', from: undefined, to: Date.UTC(2026, 0, 2) }, 'month'],
])('groups over %o are per %s', (span, unit) => {
  expect(chooseGroupUnit({ field: 'time', unit: 'ms', span }, AT)).toBe(unit);
});

const AT = Date.UTC(2026, 0, 2, 12, 30);
const DAY = Date.UTC(2026, 0, 2);
const [MIDNIGHT, NOON] = ['2026-01-02 00:00:00Z', '2026-01-02 12:30:00Z'];
const over = (span: TimePeriod, unit: TimeUnit = 'ms') =>
  stringifyJson(buildTimeRangeMatchStage({ field: 'time', unit, span }, AT))
    .replace('{"type":"match","filter":', '')
    .slice(0, -1);

test.each<[TimePeriod, string, string]>([
  [{ zone: 'local', last: '15 min' }, `{"time":{"$gte":${AT - 900_000}}}`, 'time in the last 15 min'],
  [{ zone: 'local', last: '2 d' }, `{"time":{"$gte":${AT - 2 * 86_400_000}}}`, 'time in the last 2 d'],
  [{ zone: 'utc', last: '30 d' }, `{"time":{"$gte":${AT - 30 * 86_400_000}}}`, 'time in the last 30 d'],
  [{ zone: 'utc', last: 'this week' }, `{"time":{"$gte":${DAY - 4 * 86_400_000}}}`, 'time this week (UTC)'],
  [{ zone: 'utc', last: 'today' }, `{"time":{"$gte":${DAY}}}`, 'time today (UTC)'],
  [{ zone: 'utc', last: 'yesterday' }, `{"time":{"$gte":${DAY - 86_400_000},"$lt":${DAY}}}`, 'time yesterday (UTC)'],
  [{ zone: 'utc', from: DAY, to: AT }, `{"time":{"$gte":${DAY},"$lte":${AT}}}`, `time from ${MIDNIGHT} to ${NOON}`],
  [{ zone: 'utc', from: undefined, to: AT }, `{"time":{"$lte":${AT}}}`, `time up to ${NOON}`],
])('%j', (span, filter, words) => {
  expect(over(span)).toBe(filter);
  expect(describeTimeRange({ field: 'time', unit: 'ms', span })).toBe(words);
  // links and saved queries keep the relative form
  const draft = setTimeRangeStage(draftFrom('{"type":"a"}'), { field: 'time', unit: 'ms', span });
  const query = compile(draft);
  expect(createDraftFromQuery(query).stages[0]).toMatchObject({ kind: 'range', span, collapsed: true });
  expect(resolveTimeRanges(query.pipeline, AT).map((stage) => stringifyJson(stage))).toEqual([
    stringifyJson(buildTimeRangeMatchStage({ field: 'time', unit: 'ms', span }, AT)),
    '{"type":"a"}',
  ]);
});

test('a week begins on Monday in its zone, also where clocks change', () => {
  const start = (at: string) => {
    const { from } = resolvePeriodBounds({ zone: 'America/New_York', last: 'this week' }, Date.parse(at));
    return new Date(from ?? 0).toISOString();
  };
  expect(start('2026-03-09T03:59Z')).toBe('2026-03-02T05:00:00.000Z');
  expect(start('2026-03-09T04:00Z')).toBe('2026-03-09T04:00:00.000Z');
  expect(start('2026-03-15T23:00Z')).toBe('2026-03-09T04:00:00.000Z');
});

test('a day in the local zone is stored with the name of the zone, and keeps it elsewhere', () => {
  const said = { field: 'time', unit: 'ms', span: { zone: 'local', last: 'yesterday' } } as const;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(storeRange(said)).toMatchObject({ kind: 'range', span: { zone, last: 'yesterday' } });
  // also the zone of texts without one
  const zoneless = { form: 'T', zone: 'local' } as const;
  const texts = storeRange({ field: 'at', unit: 'iso', span: { zone: 'utc', last: '1 h' }, zoneless });
  expect(texts).toMatchObject({ zoneless: { form: 'T', zone } });
  const elsewhere = { zone: 'Pacific/Kiritimati', last: 'yesterday' } as const;
  const time = `{"field":"time","unit":"ms","zone":"${elsewhere.zone}","last":"yesterday"}`;
  expect(draftFrom(`{"type":"range","time":${time}}`).stages[0]).toMatchObject({ kind: 'range', span: elsewhere });
  expect(describeTimeRange({ ...said, span: elsewhere })).toBe('time yesterday in Pacific/Kiritimati');
  // 14 hours ahead of UTC, where it is already the third
  expect(resolvePeriodBounds(elsewhere, AT)).toEqual({ from: DAY - 14 * 3_600_000, below: DAY + 10 * 3_600_000 });
});

test('compiles in the time format of the field', () => {
  expect(over({ zone: 'utc', last: 'today' }, 's')).toBe(`{"time":{"$gte":${DAY / 1000}}}`);
  expect(over({ zone: 'utc', last: 'today' }, 'iso')).toBe('{"time":{"$gte":"2026-01-02T00:00:00.000Z"}}');
});

test('includes the last second of texts, with or without milliseconds', () => {
  const texts = ['T12:29:59.999Z', 'T12:30:00Z', 'T12:30:00.999Z', 'T12:30:01.000Z', 'T12:30:01Z'];
  const found = (to: number) => {
    const [, last = ''] = /"\$lte":"([^"]*)"/.exec(over({ zone: 'utc', from: undefined, to }, 'iso')) ?? [];
    return texts.filter((text) => `2026-01-02${text}` <= last);
  };
  expect(found(AT + 999)).toEqual(texts.slice(0, 3));
  expect(found(AT)).toEqual(found(AT + 999));
});

test.each([
  ['T', 'utc', '2026-01-02T00:00', '2026-01-02T12:30:01'],
  ['space', 'utc', '2026-01-02 00:00', '2026-01-02 12:30:01'],
  ['day', 'utc', '2026-01-02', '2026-01-02T12:30:01'],
  ['T', 'Asia/Kolkata', '2026-01-02T05:30', '2026-01-02T18:00:01'],
] as const)('compares texts without a zone, in the form %s, as times in %s', (form, zone, from, below) => {
  const span = { zone: 'utc', from: DAY, to: AT } as const;
  const said = { field: 'at', unit: 'iso', span, zoneless: { form, zone } } as const;
  expect(stringifyJson(buildTimeRangeMatchStage(said, AT))).toBe(
    `{"type":"match","filter":{"at":{"$gte":"${from}","$lt":"${below}"}}}`,
  );
  expect(storeRange(said)).toMatchObject({ kind: 'range', zoneless: { form, zone } });
  expect(describeTimeRange(said)).toMatch(/^at \((?:UTC|time in Asia\/Kolkata)\) from/);
});

const SPAN = { zone: 'utc', last: '1 h' } as const;
const LAST_HOUR = setTimeRangeStage(draftFrom('{"type":"a"}'), { field: 'time', unit: 'ms', span: SPAN });

test('replaces an earlier range, and setting none removes it', () => {
  const second = setTimeRangeStage(LAST_HOUR, { field: 'at', unit: 's', span: { zone: 'utc', last: '6 h' } });
  expect(second.stages.map(describeStage)).toEqual(['keep where at in the last 6 h', '{"type":"a"}']);
  expect(setTimeRangeStage(second, undefined).stages.map(describeStage)).toEqual(['{"type":"a"}']);
});

test('is shown in the text as sent, and stays a range until its bounds are edited', () => {
  const text = formatPipeline(LAST_HOUR, AT);
  expect(text).toContain(String(AT - 3_600_000));
  const kinds = (edited: string) => {
    const read = parsePipeline(edited);
    return 'stages' in read && replaceEnabledStages(LAST_HOUR, read.stages, AT).stages.map(({ kind }) => kind);
  };
  expect(kinds(text.replace('"a"', '"b"'))).toEqual(['range', 'raw']);
  expect(kinds(text.replace(String(AT - 3_600_000), '5'))).toEqual(['match', 'raw']);
});

test.each([
  '"field":"","unit":"ms","zone":"utc","last":"1 h"}',
  '"field":"t","unit":"min","zone":"utc","last":"1 h"}',
  '"field":"t","unit":"ms","zone":"utc","last":"2 weeks"}',
  '"field":"t","unit":"ms","zone":"utc","last":"0 h"}',
  '"field":"t","unit":"ms","zone":"utc"}',
  '"field":"t","unit":"ms","form":"T","read":"utc","zone":"utc","last":"1 h"}',
  '"field":"t","unit":"iso","form":"T","read":"nowhere","zone":"utc","last":"1 h"}',
  '"field":"t","unit":"ms","zone":"utc","from":1e300}',
  '"field":"t","unit":"ms","zone":"utc","last":"1 h"},"more":1',
])('%s is not a time range', (members) => {
  const text = `{"type":"range","time":{${members}}`;
  expect(draftFrom(text).stages[0]?.kind).toBe('raw');
  expect(stringifyJson(resolveTimeRanges([ordered(text)], AT))).toBe(`[${stringifyJson(ordered(text))}]`);
});

test.each<[TimePeriod, string, string, string]>([
  [{ zone: 'utc', last: '24 h' }, '2026-03-10T09:30:00Z', '2026-03-11T09:30:00Z', '2026-03-11T12:00:00Z'],
  [{ zone: 'utc', last: 'today' }, '2026-03-11T00:00:00Z', '2026-03-11T09:30:00Z', '2026-03-11T12:00:00Z'],
  [{ zone: 'utc', last: 'yesterday' }, '2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z', '2026-03-11T12:00:00Z'],
  [{ zone: 'utc', last: 'this week' }, '2026-03-02T00:00:00Z', '2026-03-05T09:30:00Z', '2026-03-17T12:00:00Z'],
  // clocks change on March 8 there
  [{ zone: 'America/New_York', last: '7 d' }, '2026-02-26T09:30:00Z', '2026-03-05T09:30:00Z', '2026-03-17T12:00:00Z'],
  [
    { zone: 'utc', from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 3) },
    '2026-02-27T00:00:00Z',
    '2026-03-01T00:00:00Z',
    '2026-03-12T12:00:00Z',
  ],
])('the period before %j has the same length, or elapsed part', (span, from, below, noon) => {
  const at = Date.UTC(2026, 2, 12, 9, 30);
  const pipeline = compile(setTimeRangeStage(draftFrom(), { field: 'time', unit: 'ms', span })).pipeline;
  const before = shiftToPeriodBefore(pipeline, at);
  if (typeof before === 'string') throw new Error(before);
  const [$gte, $lt] = [Date.parse(from), Date.parse(below)];
  expect(stringifyJson(before.pipeline)).toBe(stringifyJson([{ type: 'match', filter: { time: { $gte, $lt } } }]));
  expect(new Date(before.toCurrent(Date.UTC(2026, 2, 10, 12), span.zone)).toISOString()).toBe(
    new Date(noon).toISOString(),
  );
});

test('no period is before an open time range, or before all documents', () => {
  const open = compile(
    setTimeRangeStage(draftFrom(), { field: 't', unit: 'ms', span: { zone: 'utc', from: 5, to: undefined } }),
  );
  expect(shiftToPeriodBefore(open.pipeline, 0)).toBe('The time range has no start or no end.');
  expect(shiftToPeriodBefore([], 0)).toBe('Choose a time range to compare it with the period before.');
});
