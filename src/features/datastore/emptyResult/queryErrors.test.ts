import { expect, test, vi } from 'vitest';
import { ApiError } from '#api/apiError.ts';
import type { QueryDraft } from '#pipeline/draft/queryDraft.ts';
import { createStageDraft } from '#pipeline/draft/queryDraft.ts';
import { createGroupKey, createGroupValue } from '#pipeline/draft/stages/group.ts';

// the session, which the module imports, listens to the page's events
const page = new EventTarget();
const globals = { document: page, addEventListener: page.addEventListener.bind(page), window: {} };
for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
const { isUnlocatedStageError, locateQueryError } = await import('./queryErrors.ts');
vi.unstubAllGlobals();

const [match, project, sort] = [createStageDraft('match'), createStageDraft('project'), createStageDraft('sort')];
const DRAFT: QueryDraft = { collection: 'logs', documentID: 'd1', stages: [match, project] };
const SENT = { collection: 'logs', documentID: 'd1', stageKeys: [match.key, project.key] };

const reject = (message: string) => new ApiError('invalid', message, { status: 400 });
const fail = (message: string) => new ApiError('serviceFailed', message, { status: 500 });

test.each([
  ['collection: no such collection.', 'collection', 'the collection'],
  ['Collection is required.', 'collection', 'the collection'],
  ['index.documentID: expected text.', 'documentID', 'the documentID'],
  ['pipeline[0].filter: expected an object.', match.key, 'stage 1'],
  ['pipeline[1]: expected an object.', project.key, 'stage 2'],
])('locates the rejection “%s” at its part', (message, part, label) => {
  expect(locateQueryError(reject(message), SENT, DRAFT)).toMatchObject({ part, label, message });
});

test('locates a rejected stage at its current position, and not after it was removed', () => {
  const error = reject('pipeline[1].type: unknown.');
  const moved = { ...DRAFT, stages: [project, sort, match] };
  expect(locateQueryError(error, SENT, moved)).toMatchObject({ part: project.key, label: 'stage 1' });
  expect(locateQueryError(error, SENT, { ...DRAFT, stages: [match] })).toBeUndefined();
  expect(locateQueryError(reject('pipeline[7]: unknown.'), SENT, DRAFT)).toBeUndefined();
});

test('marks the row of a group that an error names', () => {
  const group = createStageDraft('group');
  if (group.kind !== 'group') throw new Error('not a group stage');
  const mean = { ...createGroupValue('$avg', 'temperature'), name: 'a/b' };
  const key = createGroupKey('time', 'hour');
  const stage = { ...group, by: [key], values: [...group.values, mean] };
  const draft = { ...DRAFT, stages: [match, stage] };
  const sent = { ...SENT, stageKeys: [match.key, stage.key] };

  const locate = (at: string) => {
    const { part, row } = locateQueryError(new ApiError('invalid', 'no', { status: 400, at }), sent, draft) ?? {};
    return [part, row];
  };
  expect(locate('/pipeline/1/fields/a~1b/$avg')).toEqual([stage.key, mean.key]);
  expect(locate('/pipeline/1/condition/hour/$dateTrunc/unit')).toEqual([stage.key, key.key]);
  expect(locate('/pipeline/1/fields/other')).toEqual([stage.key, undefined]);
  expect(locate('/index/documentID')).toEqual(['documentID', undefined]);
});

test('does not mark an input edited since the run', () => {
  const error = reject('collection: no such collection.');
  expect(locateQueryError(error, SENT, { ...DRAFT, collection: 'logs2' })).toBeUndefined();
  expect(locateQueryError(error, SENT, { ...DRAFT, collection: ' logs ' })?.part).toBe('collection');
});

test('an error without a stage belongs to the failing stage found by the search, if it is the same error', () => {
  const error = fail('out of memory');
  const failing = { at: 1, requests: 2, error };
  expect(locateQueryError(error, SENT, DRAFT)).toBeUndefined();
  expect(locateQueryError(error, SENT, DRAFT, failing)).toMatchObject({ part: project.key, failing });
  expect(locateQueryError(fail('disk full'), SENT, DRAFT, failing)).toBeUndefined();
  expect(locateQueryError(error, SENT, DRAFT, { ...failing, at: -1 })).toBeUndefined();
  // a rejection that names its stage needs no search
  expect(locateQueryError(reject('pipeline[0]: unknown.'), SENT, DRAFT, failing)?.part).toBe(match.key);
});

test.each([
  ['a lost connection', new ApiError('unreachable', 'pipeline[0]: lost')],
  ['rejected credentials', new ApiError('rejectedCredentials', 'pipeline[0]: sign in', { status: 401 })],
  ['an unavailable service', new ApiError('unavailable', 'pipeline[0]: busy', { status: 503 })],
  ['an error of the console', new Error('pipeline[0]: odd')],
  ['a service failure that mentions a stage', fail('pipeline[0]: crashed')],
])('does not assign %s to a stage', (_, error) => {
  expect(locateQueryError(error, SENT, DRAFT)).toBeUndefined();
});

test.each([
  ['a failure', fail('out of memory'), true],
  ['a rejection without a location', reject('too complex'), true],
  ['a rejection of a stage', reject('pipeline[0]: unknown'), false],
  ['a rejection of the number of stages', reject('pipeline: at most 20 stages'), false],
  ['a rejection of the page', reject('nPage: at least 1'), false],
  ['a lost connection', new ApiError('unreachable', 'lost'), false],
])('a search for the failing stage can explain %s: %s', (_, error, expected) => {
  expect(isUnlocatedStageError(error)).toBe(expected);
});
