import { expect, test } from 'vitest';
import type { OrderedJsonObject } from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import { NO_OBSERVED_FIELDS, observeDocumentFields } from '#pipeline/documents/observedFields.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import { createStageDraft } from '#pipeline/draft/queryDraft.ts';
import { createGroupKey, createGroupValue, type GroupDraft } from '#pipeline/draft/stages/group.ts';
import { getExpectedColumns, getFieldChangesByStage } from './stageFieldChanges.ts';

const DOCUMENTS = [{ documentID: 'a', time: 1, gps: { lat: 1, lon: 2 }, level: 'low' }];

function draftOf(stages: readonly object[]) {
  const pipeline = stages.map((stage) => parseOrderedJson(JSON.stringify(stage)) as OrderedJsonObject);
  return createDraftFromQuery({ collection: 'logs', documentID: '', pipeline });
}

function changes(stages: readonly object[], off: readonly number[] = []) {
  const drawn = draftOf(stages);
  const draft = { ...drawn, stages: drawn.stages.map((stage, at) => ({ ...stage, enabled: !off.includes(at) })) };
  const known = getFieldChangesByStage(draft, observeDocumentFields(NO_OBSERVED_FIELDS, DOCUMENTS, true));
  return draft.stages.map(({ key }) => known.get(key));
}

test('lists the fields left after each stage, based on observed fields', () => {
  const match = { type: 'match', filter: { level: 'low' } };
  const projects = [{ time: 1, 'gps.lat': 1 }, { time: 0 }].map((specs) => ({ type: 'project', specs }));
  expect(changes([match, ...projects])).toEqual([
    { in: 4, out: 4, removed: [], added: [] },
    { in: 4, out: 3, removed: ['level'], added: [] },
    { in: 3, out: 2, removed: ['time'], added: [] },
  ]);
});

test('knows no fields after a custom stage, and skips disabled stages', () => {
  const project = { type: 'project', specs: { time: 1 } };
  const pipeline = [project, { type: 'group', by: 'level' }, { type: 'match', filter: {} }];
  expect(changes(pipeline)).toEqual([{ in: 4, out: 2, removed: ['gps', 'level'], added: [] }, undefined, undefined]);
  expect(changes(pipeline, [0, 1])).toEqual([undefined, undefined, { in: 4, out: 4, removed: [], added: [] }]);
});

test('a value without a field adds no field', () => {
  const stage: GroupDraft = {
    ...(createStageDraft('group') as GroupDraft), // a group stage
    by: [createGroupKey('level')],
    values: [createGroupValue('$count'), createGroupValue('$avg')],
  };
  const observed = observeDocumentFields(NO_OBSERVED_FIELDS, DOCUMENTS, true);
  const known = getFieldChangesByStage({ ...draftOf([]), stages: [stage] }, observed);
  expect(known.get(stage.key)).toMatchObject({ out: 2, added: ['count'] });
});

test('predicts the columns before documents are loaded', () => {
  const seen = observeDocumentFields(NO_OBSERVED_FIELDS, DOCUMENTS, true);
  const names = (...stages: object[]) => getExpectedColumns(draftOf(stages).stages, seen).map(({ key }) => key);
  expect(names()).toEqual(['documentID', 'time', 'gps.lat', 'gps.lon', 'level']);
  expect(names({ type: 'project', specs: { 'gps.lat': 1 } })).toEqual(['documentID', 'gps.lat']);
  expect(names({ type: 'project', specs: { gps: 0, documentID: 0 } })).toEqual(['time', 'level']);
  expect(names({ type: 'group' })).toEqual([]);
  expect(getExpectedColumns(draftOf([]).stages, NO_OBSERVED_FIELDS)).toEqual([]);
});
