import { expect, test } from 'vitest';
import { NO_OBSERVED_FIELDS, observeDocumentFields } from '#pipeline/documents/observedFields.ts';
import { createStageDraft, EMPTY_DRAFT } from '#pipeline/draft/queryDraft.ts';
import { addNewestFirstSort } from './addNewestFirstSort.ts';

const DOCUMENT = { pairedAt: 1_700_000_000_000, time: 1_700_000_000_000, n: 1 };
const SEEN = observeDocumentFields(NO_OBSERVED_FIELDS, [DOCUMENT], true);
const [match, project, sort] = [createStageDraft('match'), createStageDraft('project'), createStageDraft('sort')];
const kinds = (stages: typeof EMPTY_DRAFT.stages, extensions = ['sort'], seen = SEEN) =>
  addNewestFirstSort({ ...EMPTY_DRAFT, stages }, seen, extensions).stages.map((stage) =>
    stage.kind === 'sort'
      ? `sort ${stage.fields.map(({ field, descending }) => `${field} ${descending}`)}`
      : stage.kind,
  );

test('sorts by the time field, after filters and before projections', () => {
  expect(kinds([match, project])).toEqual(['match', 'sort time true', 'project']);
});

test('leaves pipelines that are sorted, cannot be sorted, or have no times unchanged', () => {
  expect(kinds([sort])).toEqual(['sort  false']);
  expect(kinds([match], [])).toEqual(['match']);
  expect(kinds([match], ['sort'], NO_OBSERVED_FIELDS)).toEqual(['match']);
});
