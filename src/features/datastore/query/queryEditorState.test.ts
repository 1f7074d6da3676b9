import { describe, expect, test } from 'vitest';
import { createStageDraft, EMPTY_DRAFT, getPipelineQueryKey, type QueryDraft } from '#pipeline/draft/queryDraft.ts';
import {
  createQueryEditorState,
  getRunBlockedReason,
  type LinkedQuery,
  type QueryEditorAction,
  type QueryEditorState,
  reduceQueryEditor,
} from './queryEditorState.ts';

const LOGS = createQuery('logs');
const START = createQueryEditorState(undefined, LOGS);
const FAULT = { message: 'unexpected end', position: 4, line: 3, column: 1 };

test('starts with the query of the URL', () => {
  const undoHistory = { present: { collection: 'logs' }, past: [] };
  expect(START.stored).toMatchObject({ undoHistory, applied: getPipelineQueryKey(LOGS) });
});

test('starts with the stored draft if it belongs to the query of the URL, or if the URL has none', () => {
  const { stored } = reduceAll(START, change('edited'));
  const collections = [LOGS, createQuery(''), createQuery('metrics')].map(
    (query) => createQueryEditorState(stored, query).stored.undoHistory.present.collection,
  );
  expect(collections).toEqual(['edited', 'edited', 'metrics']);
});

describe('navigation', () => {
  test('to the same query changes nothing; to another it replaces the draft, and undo restores it', () => {
    const edited = reduceAll(START, change('edited'));
    expect(reduceQueryEditor(edited, navigate('logs'))).toBe(edited);
    const state = reduceAll(edited, navigate('metrics'));
    expect(getCollection(state)).toBe('metrics');
    expect(getCollection(reduceAll(state, { type: 'undo' }))).toBe('edited');
    expect(getCollection(reduceAll(state, { type: 'undo' }, { type: 'redo' }))).toBe('metrics');
  });

  test('to the applied query keeps the draft once', () => {
    const state = reduceAll(START, change(' metrics '), run('metrics'), navigate('metrics'));
    expect(getCollection(state)).toBe(' metrics ');
    expect(state.stored.applied).toBe(getPipelineQueryKey(createQuery('metrics')));
    expect(getCollection(reduceAll(state, navigate('logs'), navigate('metrics')))).toBe('metrics');
  });

  test('to the displayed query after Cancel keeps the draft', () => {
    const started = reduceAll(START, change('metrics'), run('metrics'), navigate('metrics'));
    const state = reduceAll(started, { type: 'cancel', shown: LOGS, keptAt: 7 }, navigate('logs'));
    expect([getCollection(state), state.keptAt]).toEqual(['metrics', 7]);
  });
});

test('a change can be computed from the current draft', () => {
  const rename = (draft: QueryDraft) => ({ ...draft, collection: `${draft.collection}2` });
  const state = reduceAll(START, { type: 'change', next: rename }, { type: 'change', next: rename });
  expect(getCollection(state)).toBe('logs22');
});

describe('Run', () => {
  test('counts, clears an earlier Cancel, keeps the keys of the sent stages, and closes the drawer of a phone', () => {
    const opened = reduceAll(START, { type: 'cancel', shown: undefined, keptAt: 0 }, { type: 'setOpen', isOpen: true });
    const state = reduceAll(opened, run('logs'));
    expect(state).toMatchObject({ keptAt: undefined, runCount: 1, isOpen: true, stored: { sent: ['a', 'b'] } });
    expect(reduceAll(opened, { ...run('logs'), closesDrawer: true }).isOpen).toBe(false);
  });
  test('shows the errors of an incomplete draft, on the cards if a stage has one', () => {
    const json = reduceAll(START, { type: 'setEditor', editor: 'json' });
    const refuse = (isStageError: boolean) => reduceAll(json, { type: 'refuseIncomplete', isStageError });
    expect(refuse(true)).toMatchObject({ showsErrors: true, isOpen: true, stored: { editor: 'builder' } });
    expect(refuse(false)).toMatchObject({ showsErrors: true, isOpen: true, stored: { editor: 'json' } });
  });

  test('and another query hide the errors, so that a new stage has none at first', () => {
    const refused = reduceAll(START, { type: 'refuseIncomplete', isStageError: true });
    expect(reduceAll(refused, run('logs')).showsErrors).toBe(false);
    expect(reduceAll(refused, navigate('metrics')).showsErrors).toBe(false);
  });

  test('is blocked by invalid JSON until the cards are shown', () => {
    const invalid = reduceAll(START, { type: 'setEditor', editor: 'json' }, { type: 'setFault', fault: FAULT });
    expect(getRunBlockedReason(invalid)).toBe('fix line 3 to run');
    expect(getRunBlockedReason(reduceAll(invalid, { type: 'setEditor', editor: 'builder' }))).toBeUndefined();
  });

  test('is possible again after a draft that was too large is changed', () => {
    const draft: QueryDraft = { ...EMPTY_DRAFT, collection: 'large' };
    const large = reduceAll(START, { type: 'change', next: draft }, { type: 'refuseTooLarge', draft, message: '2 MB' });
    expect(getRunBlockedReason(large)).toBe('2 MB');
    expect(getRunBlockedReason(reduceAll(large, change('small')))).toBeUndefined();
  });
});

test('showing a stage opens the drawer and expands the stage', () => {
  const stage = { ...createStageDraft('match'), collapsed: true };
  const next = { ...EMPTY_DRAFT, stages: [stage] };
  const state = reduceAll(START, { type: 'change', next }, { type: 'showStage', stage });
  expect([state.isOpen, state.stored.undoHistory.present.stages[0]?.collapsed]).toEqual([true, false]);
});

function createQuery(collection: string): LinkedQuery {
  return { collection, documentID: '', pipeline: [] };
}

function navigate(collection: string): QueryEditorAction {
  return { type: 'navigate', query: createQuery(collection) };
}

function change(collection: string): QueryEditorAction {
  return { type: 'change', next: { ...EMPTY_DRAFT, collection } };
}

function run(collection: string): Extract<QueryEditorAction, { type: 'run' }> {
  return { type: 'run', query: createQuery(collection), stageKeys: ['a', 'b'], closesDrawer: false };
}

function reduceAll(state: QueryEditorState, ...actions: QueryEditorAction[]): QueryEditorState {
  return actions.reduce((before, action) => reduceQueryEditor(Object.freeze(before), action), state);
}

function getCollection({ stored }: QueryEditorState): string {
  return stored.undoHistory.present.collection;
}
