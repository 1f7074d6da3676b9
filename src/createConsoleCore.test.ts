import { beforeEach, expect, test, vi } from 'vitest';
import { createFleetStoreRegistry } from '#api/list/fleetStoreRegistry.ts';
import { createDraftStore } from '#features/datastore/query/draftStore.ts';
import { createObservedFieldsStore } from '#features/datastore/query/observedFieldsStore.ts';
import { createLastResultCache } from '#features/datastore/results/lastResultCache.ts';
import { createFieldWatchRegistry } from '#features/device/watch/fieldWatchRegistry.ts';
import { withdrawAnnouncement } from '#lib/tasks/announce.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import { createUndoHistory } from '#pipeline/draft/undoHistory.ts';
import { FakeBrowser } from '#services/testing/fakeEnvironment.ts';
import { createLastUrls } from '#session/lastUrls.ts';
import { createTaskTrayStore } from '#session/taskTray.ts';
import { createPageActionRegistry } from '#ui/controls/pageActionRegistry.ts';
import { createTimeModeStore } from '#ui/values/timeModeStore.ts';
import { createConsoleCore } from './createConsoleCore.ts';

const QUERY = { collection: 'readings', documentID: '', pipeline: [] };

beforeEach(() => {
  // settings listen to changes in other tabs
  const tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  // the announcement of a task needs a document
  vi.useFakeTimers();
  return () => {
    withdrawAnnouncement('Count');
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

function openConsole() {
  const console = createConsoleCore({ environment: new FakeBrowser().openTab() });
  const connection = { id: 'c1', baseUrl: '/api', apiKey: 'key', token: 'token' };
  console.session.signIn(connection, { keep: true, savedConnectionId: 'saved' });
  return { ...console, connection };
}

test('two consoles in one process do not affect each other', () => {
  const [one, other] = [openConsole(), openConsole()];
  const draft = createDraftFromQuery(QUERY, []);
  const watched = { connection: one.connection, deviceID: 'd1', path: 'name' };
  const task = { title: 'Count', run: () => new Promise<never>(() => undefined) };
  const texts = { describeProgress: () => ({ text: '' }), createReport: () => ({ text: '' }), describeError: String };

  const [own, others] = [one.services, other.services];
  one.queryClient.setQueryData(['c1', 'changes'], 'one');
  const stored = {
    undoHistory: createUndoHistory(draft),
    sent: [],
    applied: '',
    editor: 'builder' as const,
    invalidText: undefined,
  };
  own.get(createDraftStore).set('saved', stored);
  own.get(createObservedFieldsStore).collect('saved', QUERY, [{ documentID: 'a', level: 1 }]);
  own.get(createLastResultCache).set('key', {});
  own.get(createLastUrls).remember({ pathname: '/devices', search: '?q=x', hash: '' });
  own.get(createTimeModeStore).apply('utc');
  own.get(createPageActionRegistry).add(() => [{ label: 'Refresh', run: () => undefined }]);
  own.get(createFieldWatchRegistry).get(watched).setRunning(true);
  own
    .get(createTaskTrayStore)
    .start({ ...task, ...texts })
    .show();
  // the tray is updated after a moment
  vi.advanceTimersByTime(200);

  expect(own.get(createDraftStore).get('saved')).toBeDefined();
  expect(own.get(createTaskTrayStore).getItems()).toHaveLength(1);
  expect(other.queryClient.getQueryData(['c1', 'changes'])).toBeUndefined();
  expect(others.get(createDraftStore).get('saved')).toBeUndefined();
  expect(others.get(createObservedFieldsStore).get('saved', 'readings').fields.size).toBe(0);
  expect(others.get(createLastResultCache).get('key')).toBeUndefined();
  expect(others.get(createLastUrls).get('/devices')).toBe('/devices');
  expect(others.get(createTimeModeStore).get()).toBe('local');
  expect(others.get(createPageActionRegistry).list()).toEqual([]);
  expect(others.get(createFieldWatchRegistry).get(watched).running).toBe(false);
  expect(others.get(createTaskTrayStore).getItems()).toEqual([]);
  expect(others.get(createFleetStoreRegistry).get('c1')).not.toBe(own.get(createFleetStoreRegistry).get('c1'));

  one.session.signOut();
  expect(one.services.get(createTaskTrayStore).getItems()).toEqual([]);
  expect(other.session.state.kind).toBe('kept');
  expect(other.connection.apiKey).toBe('key');
});
