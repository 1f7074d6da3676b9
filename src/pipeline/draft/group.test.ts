import { expect, test } from 'vitest';
import { type OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { NO_OBSERVED_FIELDS, observeDocumentFields } from '#pipeline/documents/observedFields.ts';
import { getExpectedColumns, getFieldChangesByStage, getFieldsBeforeStage } from '#pipeline/run/stageFieldChanges.ts';
import { addResultCondition } from './addResultCondition.ts';
import { compileDraft, createDraftFromQuery, toStageDraft } from './compileDraft.ts';
import { createStageDraft, type QueryDraft } from './queryDraft.ts';
import { createGroupKey, createGroupValue, type GroupDraft } from './stages/group.ts';
import { createMatchCondition } from './stages/match.ts';
import { describeStage } from './stages/stageRegistry.ts';

const GROUP =
  '{"type":"group","condition":{"deviceID":"$deviceID","hour":{"$dateTrunc":{"date":"$time","unit":"hour","timezone":"Europe/Zurich"}},"range":{"$bucket":{"of":"$t","by":0.10}}},"fields":{"count":{"$count":{}},"mean":{"$avg":"$a.t"}}}';

const parseStage = (text: string) => parseOrderedJson(text) as OrderedJsonObject;

test('a group stage becomes a form, and compiles to the same text', () => {
  const stage = toStageDraft(parseStage(GROUP));
  expect(stage.kind).toBe('group');
  expect(describeStage(stage)).toBe('by deviceID and hour of time and t in steps of 0.10: count, mean of a.t');
  expect(compileText([stage])).toBe(`[${GROUP}]`);
});

test('the name of a time follows its unit, also in a stage from a link, unless it was set', () => {
  const rename = (text: string) => {
    const { by, values } = toStageDraft(parseStage(text)) as GroupDraft; // a group stage
    return compileText([
      group(
        by.map((each) => (each.by === 'hour' ? { ...each, by: 'week' as const } : each)),
        values,
      ),
    ]);
  };
  expect(rename(GROUP)).toContain('"week":{"$dateTrunc":{"date":"$time","unit":"week"');
  expect(rename(GROUP.replace('"hour":{', '"at":{'))).toContain('"at":{"$dateTrunc":{"date":"$time","unit":"week"');
});

test.each([
  '{"type":"group","condition":null,"fields":{}}',
  '{"type":"group","condition":{},"fields":{"n":{"$sum":1}}}',
  '{"type":"group","fields":{},"condition":{}}',
  '{"type":"group","condition":{"a":{"$dateTrunc":{"date":"$t","unit":"year"}}},"fields":{}}',
  '{"type":"group","condition":{"a":"a"},"fields":{}}',
])('%s has no form and stays JSON', (text) => {
  const stage = toStageDraft(parseStage(text));
  expect(stage.kind).toBe('raw');
  expect(compileText([stage])).toBe(`[${text}]`);
});

test('keys are named after their fields, and values alike with the operator', () => {
  const values = [createGroupValue('$count'), ...['t', 'a.t'].map((field) => createGroupValue('$avg', field))];
  expect(compileText([group([createGroupKey('a.t')], values)])).toContain(
    '"condition":{"t":"$a.t"},"fields":{"count":{"$count":{}},"mean_t":{"$avg":"$t"},"mean_a_t":{"$avg":"$a.t"}}',
  );
});

const NEGATIVE = { ...createGroupKey('t', 'bucket'), width: '-1' };
const DOTTED = { ...createGroupValue('$avg', 't'), name: 'a.b' };
const [KEY_X, VALUE_X] = [
  { ...createGroupKey('a'), name: 'x' },
  { ...createGroupValue('$max', 'b'), name: 'x' },
];

test.each([
  [group([createGroupKey()], []), 'Field 1 to group by: name the field.'],
  [group([NEGATIVE], []), 'Field 1 to group by: enter a bucket width above 0.'],
  [
    group([createGroupKey('t', 'day', 'Zurich')], []),
    'Field 1 to group by: “Zurich” is not a time zone, such as Europe/Zurich.',
  ],
  [group([], [createGroupValue('$avg')]), 'Value 1: name the field.'],
  [group([], [DOTTED]), 'A result cannot be named a.b: no dot, no leading $, not documentID.'],
  [group([KEY_X], [VALUE_X]), 'Two results are named x. Rename one.'],
])('reports what an incomplete group lacks', (stage, message) => {
  const compiled = compileDraft({ collection: 'logs', documentID: '', stages: [stage] });
  expect('complaints' in compiled && compiled.complaints.get(stage.key)?.message).toBe(message);
});

const SEEN = [{ documentID: 'd', deviceID: 'A', time: 1_767_225_600_000, t: 1, level: 'error' }];
const seen = observeDocumentFields(NO_OBSERVED_FIELDS, SEEN, true);

test('after a group stage, the known fields are those of its results', () => {
  const sort = createStageDraft('sort');
  const draft = { collection: 'logs', documentID: '', stages: [toStageDraft(parseStage(GROUP)), sort] };
  const { fields } = getFieldsBeforeStage(draft, sort.key, seen);
  expect([...fields.keys()]).toEqual(['deviceID', 'hour', 'range', 'count', 'mean']);
  expect(fields.get('hour')?.time).toBe('ms');
  expect(getFieldChangesByStage(draft, seen).get(draft.stages[0]?.key ?? '')).toMatchObject({
    out: 5,
    removed: ['documentID', 'time', 't', 'level'],
    added: ['hour', 'range', 'count', 'mean'],
  });
  const columns = getExpectedColumns(draft.stages, seen).map(({ type }) => type);
  expect(columns).toEqual(['id', 'time', 'number', 'number', 'number']);
});

test.each([
  // a field that is grouped by is matched before the group
  [createMatchCondition('deviceID', { type: 'text', text: 'A' }), '[{"type":"match","filter":{"deviceID":"A"}},GROUP]'],
  // an hour in Zurich during summer time
  [
    createMatchCondition('hour', { type: 'number', text: '1782820800000' }),
    '[{"type":"match","filter":{"time":{"$gte":1782820800000,"$lt":1782824400000}}},GROUP]',
  ],
  // a computed value after it
  [
    { ...createMatchCondition('count', { type: 'number', text: '3' }), operator: 'isNot' as const },
    '[GROUP,{"type":"match","filter":{"count":{"$ne":3}}}]',
  ],
])('a condition on a result is added where it has the same meaning', (condition, expected) => {
  const draft = createDraftFromQuery({ collection: 'logs', documentID: '', pipeline: [parseStage(GROUP)] });
  const changed = addResultCondition(draft, condition, (field) => seen.fields.get(field)?.compared);
  expect(compileText(changed.stages)).toBe(expected.replace('GROUP', GROUP));
});

function group(by: GroupDraft['by'], values: GroupDraft['values']): GroupDraft {
  return { ...(createStageDraft('group') as GroupDraft), by, values };
}

function compileText(stages: QueryDraft['stages']): string {
  const compiled = compileDraft({ collection: 'logs', documentID: '', stages });
  if (!('query' in compiled)) throw new Error([...compiled.complaints.values()].map(({ message }) => message).join());
  return stringifyJson(compiled.query.pipeline);
}
