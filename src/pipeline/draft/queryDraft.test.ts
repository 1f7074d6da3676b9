import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { createMatchCondition, type MatchDraft } from '#pipeline/draft/stages/match.ts';
import { createStageBase } from '#pipeline/draft/stages/stageBase.ts';
import {
  compileStage,
  describeStage,
  getStageDefinition,
  STAGE_KINDS,
  type StageDraft,
} from '#pipeline/draft/stages/stageRegistry.ts';
import { formatPipeline, parsePipeline, replaceEnabledStages } from '#pipeline/text/pipelineText.ts';
import { compileDraft, createDraftFromQuery, getResultSort, toStageDraft } from './compileDraft.ts';
import type { ConditionOperator } from './operators.ts';
import {
  addCondition,
  createStageDraft,
  duplicateStage,
  moveStage,
  type QueryDraft,
  setResultSort,
} from './queryDraft.ts';
import { createUndoHistory, pushState, redo, undo } from './undoHistory.ts';
import type { ValueDraft } from './valueDraft.ts';

function draftFrom(...texts: string[]): QueryDraft {
  return createDraftFromQuery({ collection: 'logs', documentID: '', pipeline: texts.map(ordered) });
}

function ordered(text: string): OrderedJsonObject {
  return parseOrderedJson(text) as OrderedJsonObject;
}

function sent(draft: QueryDraft): string[] {
  const compiled = compileDraft(draft);
  if (!('query' in compiled)) throw new Error([...compiled.complaints.values()].map(({ message }) => message).join());
  return compiled.query.pipeline.map((stage) => stringifyJson(stage));
}

const draftOf = (...stages: StageDraft[]): QueryDraft => ({ collection: 'logs', documentID: '', stages });

function complaintsOf(...stages: StageDraft[]): string[] {
  const compiled = compileDraft(draftOf(...stages));
  return 'complaints' in compiled ? [...compiled.complaints.values()].map(({ message }) => message) : [];
}

function match(...conditions: [field: string, operator: ConditionOperator, value: ValueDraft][]): MatchDraft {
  return {
    ...createStageBase(),
    kind: 'match',
    conditions: conditions.map(([field, operator, value]) => ({ ...createMatchCondition(field, value), operator })),
  };
}

const number = (text: string): ValueDraft => ({ type: 'number', text });

test('the result is sorted by its last enabled stage', () => {
  const sort = [{ field: 'n', descending: true }];
  const [group, byTime, byCount] = [
    '{"type":"group"}',
    '{"type":"sort","specs":{"t":1}}',
    '{"type":"sort","specs":{"n":-1}}',
  ];
  expect(sent(setResultSort(draftFrom(group), sort))).toEqual([group, byCount]);
  expect(sent(setResultSort(draftFrom(byTime, group), sort))).toEqual([byTime, group, byCount]);
  expect(sent(setResultSort(draftFrom(group, byTime), sort))).toEqual([group, byCount]);
  expect(sent(setResultSort(draftFrom(group, byTime), []))).toEqual([group]);
  expect(sent(setResultSort(draftFrom(group), []))).toEqual([group]);
  expect(getResultSort([group, byCount].map(ordered))).toEqual(sort);
  expect(getResultSort([byCount, group].map(ordered))).toEqual([]);
});

test('a round trip from text to cards keeps everything', () => {
  fc.assert(
    fc.property(fc.array(STAGE_TEXTS, { maxLength: 5 }), (texts) => {
      const draft = draftFrom(...texts);
      const text = formatPipeline(draft, 0);
      const rewrite = (json: string) => stringifyJson(parseOrderedJson(json));
      expect(rewrite(text)).toBe(`[${texts.map(rewrite)}]`);
      const read = parsePipeline(text);
      expect('stages' in read && replaceEnabledStages(draft, read.stages, 0)).toEqual(draft);
    }),
  );
});

test.each([
  ['{"type":"match","filter":{"10":1,"9":2.0}}', 'match'],
  ['{"type":"match","filter":{"a":{"$gt":1,"$lte":5},"b":{"$in":[1,2]}}}', 'match'],
  ['{"type":"match","filter":{"a":1,"a":2}}', 'raw'],
  ['{"type":"match","filter":{"a":1},"note":1}', 'raw'],
  ['{"type":"match","filter":{"a":{"$regex":"x"}}}', 'match'],
  ['{"type":"project","specs":{"a":1,"documentID":0}}', 'project'],
  ['{"type":"project","specs":{"a":1,"b":0}}', 'raw'],
  ['{"type":"sort","specs":{"time":-1,"a":1}}', 'sort'],
  ['{"type":"frobnicate"}', 'raw'],
])('%s becomes a %s stage', (text, kind) => {
  const draft = draftFrom(text);
  expect(draft.stages[0]?.kind).toBe(kind);
  expect(sent(draft)).toEqual([text]);
});

test.each(STAGE_KINDS)('a new %s stage is valid, and survives a round trip', (kind) => {
  const stage = createStageDraft(kind);
  expect(getStageDefinition(stage).isValidContent(JSON.parse(JSON.stringify(stage)))).toBe(true);
  expect(describeStage(stage)).not.toBe('');
  const said = compileStage(stage);
  const { key: _, ...begun } = stage;
  if (said instanceof OrderedJsonObject) expect(toStageDraft(said)).toMatchObject(begun);
});

test('disabled and collapsed stages survive a change of the text', () => {
  const drawn = draftFrom('{"type":"a"}', '{"type":"b"}', '{"type":"c"}').stages;
  const [first, second, third] = drawn as [StageDraft, StageDraft, StageDraft];
  const stages = [first, { ...second, enabled: false }, { ...third, collapsed: true }];
  const texts = ['{"type":"a"}', '{"type":"new"}', '{"type":"c"}'];
  const next = replaceEnabledStages(draftOf(...stages), texts.map(ordered), 0);
  expect(next.stages.map(({ key }) => key)).toEqual([first.key, next.stages[1]?.key, second.key, third.key]);
  expect(next.stages[3]?.collapsed).toBe(true);
  expect(sent(next)).toEqual(texts);
});

test('a raw stage with invalid JSON stays as typed, with the position of the error', () => {
  const draft = draftFrom('{"type":"a"}');
  const raw = { ...createStageBase(), kind: 'raw', text: '{"type":\n01}' } as const;
  const text = formatPipeline({ ...draft, stages: [...draft.stages, raw] }, 0);
  expect(text).toContain('{"type":\n  01}');
  expect(parsePipeline(text)).toMatchObject({ fault: { line: 6, column: 4, message: 'expected a comma or }' } });
});

test.each([
  ['{}', 'a pipeline must be a list of stages'],
  ['[{"type":"a"},1]', 'stage 2 is not an object'],
  ['['.repeat(600), 'nested deeper than 500 levels'],
])('%.20s is not a pipeline: %s', (text, message) => {
  expect(parsePipeline(text)).toMatchObject({ fault: { message } });
});

describe('compile', () => {
  test('conditions on one field become one entry, in field order', () => {
    const stage = match(
      ['a', 'above', number('1')],
      ['b', 'is', { type: 'text', text: '25' }],
      ['a', 'is', number('2.50')],
      ['c', 'in', { type: 'text', text: 'x, y' }],
      ['d', 'exists', { type: 'boolean', text: 'false' }],
    );
    expect(sent(draftOf(stage))).toEqual([
      '{"type":"match","filter":{"a":{"$gt":1,"$eq":2.50},"b":"25","c":{"$in":["x","y"]},"d":{"$exists":false}}}',
    ]);
  });

  test('compiles only enabled stages, and links each to its card', () => {
    const [first, second] = [createStageDraft('match'), match(['a', 'is', { type: 'null', text: '' }])];
    const stages = [{ ...first, enabled: false }, second];
    const compiled = compileDraft({ collection: 'c', documentID: ' x ', stages });
    expect(compiled).toMatchObject({ cards: [second.key], query: { documentID: 'x' } });
  });

  test('reports missing inputs and where they are', () => {
    expect(compileDraft({ collection: ' ', documentID: '', stages: [] })).toMatchObject({
      complaints: new Map([['collection', { message: 'Enter the collection to query.' }]]),
    });
    expect(complaintsOf(createStageDraft('match'), createStageDraft('project'), createStageDraft('sort'))).toEqual([
      'Condition 1: enter a field.',
      'Enter at least one field to keep.',
      'Field 1: enter a field.',
    ]);
    const wrong = match(['t', 'is', number('2 5')]);
    expect(complaintsOf(wrong)).toEqual(['Condition 1 (t): “2 5” is not a number.']);
    const twice = match(['t', 'above', number('1')], ['t', 'above', number('1')]);
    expect(complaintsOf(twice)).toEqual(['Condition 2: t > … occurs twice.']);
    const raw = (text: string) => complaintsOf({ ...createStageBase(), kind: 'raw', text })[0];
    expect(raw('{')).toBe('Invalid JSON: unexpected end in line 1, column 2.');
    expect(raw('[]')).toBe('A stage is a JSON object such as {"type": "match", "filter": {}}.');
    expect(raw('{"filter":{}}')).toBe('A stage needs a "type" that is text.');
  });

  test('never converts typed values', () => {
    const text = '12345678901234567890';
    for (const [value, written] of [
      [number(text), text],
      [{ type: 'text', text }, `"${text}"`],
      [{ type: 'json', text: '{"b":[1.0]}' }, '{"b":[1.0]}'],
    ] satisfies [ValueDraft, string][]) {
      expect(sent(draftOf(match(['a', 'is', value])))).toEqual([`{"type":"match","filter":{"a":${written}}}`]);
    }
  });
});

test.each([
  ['{"type":"match","filter":{"temperature":25,"level":"25"}}', 'keep where temperature is 25 and level is "25"'],
  ['{"type":"match","filter":{"a":{"$exists":false},"b":{"$ne":null}}}', 'keep where a is missing and b is not null'],
  ['{"type":"match","filter":{}}', 'keep everything'],
  ['{"type":"project","specs":{"a":1,"documentID":0}}', 'keep a, without documentID'],
  ['{"type":"sort","specs":{"time":-1}}', 'by time descending'],
  ['{"type":"limit","n":500}', '{"type":"limit","n":500}'],
])('describes %s in words', (text, words) => {
  expect(draftFrom(text).stages.map(describeStage)).toEqual([words]);
});

describe('stages', () => {
  test('are moved and duplicated with new keys', () => {
    const draft = draftFrom('{"type":"a"}', '{"type":"b"}', '{"type":"c"}');
    expect(sent(moveStage(draft, draft.stages[2]?.key ?? '', 0))[0]).toBe('{"type":"c"}');
    const stage = match(['a', 'is', { type: 'text', text: 'x' }]);
    const copy = duplicateStage(stage) as MatchDraft;
    expect(copy.key).not.toBe(stage.key);
    expect(copy.conditions[0]?.key).not.toBe(stage.conditions[0]?.key);
  });

  test('a new condition is added to the first enabled match stage, in place of an empty row', () => {
    const empty = createStageDraft('match');
    const addTo = (stage: StageDraft) => addCondition(draftOf(stage), createMatchCondition('a')).stages;
    expect(addTo(empty)).toMatchObject([{ key: empty.key, conditions: [{ field: 'a' }] }]);
    const off = { ...empty, enabled: false };
    expect(addTo(off)).toMatchObject([{ conditions: [{ field: 'a' }] }, { key: empty.key }]);
  });
});

test('undo reverts one step, with typing in one field as one step', () => {
  let state = createUndoHistory('');
  for (const text of ['t', 'te', 'tem']) state = pushState(state, text, 'field');
  state = pushState(pushState(state, 'tem|1', 'value'), 'gone');
  for (const text of ['tem|1', 'tem', '']) {
    state = undo(state);
    expect(state.present).toBe(text);
  }
  expect(undo(state)).toBe(state);
  state = redo(state);
  expect(state.present).toBe('tem');
  state = pushState(state, 'temp', 'field');
  expect([state.future, undo(state).present]).toEqual([[], 'tem']);
});

const SCALARS = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '25', '1.0', '1e400', '12345678901234567890', '"25"', '"a, b"', '""'),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const NAMES = fc
  .oneof(fc.constantFrom('10', '9', 'a', 'b.c', '__proto__', 'constructor', ' a', ''), fc.string({ unit: 'binary' }))
  .map((name) => JSON.stringify(name));

function objectOf(names: fc.Arbitrary<string>, values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(names, values), { maxLength: 4 })
    .map((entries) => `{${entries.map(([name, value]) => `${name}:${value}`).join(',')}}`);
}

const VALUES = fc.oneof(
  SCALARS,
  objectOf(NAMES, SCALARS),
  fc.array(SCALARS, { maxLength: 3 }).map((all) => `[${all}]`),
);
const OPERATOR_NAMES = '$eq $ne $gt $gte $lt $lte $in $exists $regex'.split(' ').map((name) => `"${name}"`);
const OPERATORS = objectOf(fc.constantFrom(...OPERATOR_NAMES), VALUES);
const FLAGS = fc.constantFrom('1', '0', '-1', 'true', '1.0');

const STAGE_TEXTS: fc.Arbitrary<string> = fc.oneof(
  objectOf(NAMES, fc.oneof(VALUES, OPERATORS)).map((filter) => `{"type":"match","filter":${filter}}`),
  objectOf(fc.oneof(NAMES, fc.constant('"documentID"')), FLAGS).map((specs) => `{"type":"project","specs":${specs}}`),
  objectOf(NAMES, FLAGS).map((specs) => `{"type":"sort","specs":${specs}}`),
  objectOf(fc.oneof(NAMES, fc.constant('"type"')), VALUES),
  objectOf(NAMES, VALUES).map((filter) => `{"filter":${filter},"type":"match"}`),
);
