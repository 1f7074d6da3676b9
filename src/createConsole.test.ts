import { beforeEach, expect, test, vi } from 'vitest';
import { createFleetStores } from '#api/list/fleetStores.ts';
import { createFieldsStore } from '#features/datastore/query/fieldsStore.ts';
import { createResultCache } from '#features/datastore/results/resultCache.ts';
import { createDraftStore } from '#features/datastore/savedQueries/draftStore.ts';
import { createFieldWatches } from '#features/device/watch/fieldWatches.ts';
import { withdrawAnnouncement } from '#lib/tasks/announce.ts';
import { createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import { createUndoHistory } from '#pipeline/draft/undoHistory.ts';
import { FakeBrowser } from '#services/testing/fakeEnvironment.ts';
import { createLastUrls } from '#session/lastUrls.ts';
import { createTaskTrayStore } from '#session/taskTray.ts';
import { createPageActions } from '#ui/controls/pageActions.ts';
import { createTimeModeStore } from '#ui/values/timeMode.ts';
import { createConsole } from './createConsole.ts';

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
  const console = createConsole({ environment: new FakeBrowser().openTab() });
  const connection = { id: 'c1', baseUrl: '/api', apiKey: 'key', token: 'token' };
  console.session.signIn(connection, { keep: true, savedId: 'saved' });
  return { ...console, connection };
}

test('two consoles in one process do not affect each other', () => {
  const [one, other] = [openConsole(), openConsole()];
  const draft = createDraftFromQuery(QUERY, []);
  const watched = { connection: one.connection, deviceID: 'd1', path: 'name' };
  const task = { title: 'Count', run: () => new Promise<never>(() => undefined) };
  const texts = { describeProgress: () => ({ text: '' }), createReport: () => ({ text: '' }), describeError: String };

  one.queryClient.setQueryData(['c1', 'changes'], 'one');
  one.services.get(createDraftStore).set('saved', {
    undoHistory: createUndoHistory(draft),
    sent: [],
    applied: '',
    invalidText: undefined,
  });
  one.services.get(createFieldsStore).collect('saved', QUERY, [{ documentID: 'a', level: 1 }]);
  one.services.get(createResultCache).set('key', { sort: [] });
  one.services.get(createLastUrls).remember({ pathname: '/devices', search: '?q=x', hash: '' });
  one.services.get(createTimeModeStore).apply('utc');
  one.services.get(createPageActions).set({}, [{ label: 'Refresh', run: () => undefined }]);
  one.services.get(createFieldWatches).get(watched).setRunning(true);
  one.services
    .get(createTaskTrayStore)
    .start({ ...task, ...texts })
    .show();
  // the tray is updated after a moment
  vi.advanceTimersByTime(200);

  expect(one.services.get(createDraftStore).get('saved')).toBeDefined();
  expect(one.services.get(createTaskTrayStore).getItems()).toHaveLength(1);
  expect(other.queryClient.getQueryData(['c1', 'changes'])).toBeUndefined();
  expect(other.services.get(createDraftStore).get('saved')).toBeUndefined();
  expect(other.services.get(createFieldsStore).get('saved', 'readings').fields.size).toBe(0);
  expect(other.services.get(createResultCache).get('key')).toBeUndefined();
  expect(other.services.get(createLastUrls).get('/devices')).toBe('/devices');
  expect(other.services.get(createTimeModeStore).get()).toBe('local');
  expect(other.services.get(createPageActions).list()).toEqual([]);
  expect(other.services.get(createFieldWatches).get(watched).running).toBe(false);
  expect(other.services.get(createTaskTrayStore).getItems()).toEqual([]);
  expect(other.services.get(createFleetStores).get('c1')).not.toBe(one.services.get(createFleetStores).get('c1'));

  one.session.signOut();
  expect(one.services.get(createTaskTrayStore).getItems()).toEqual([]);
  expect(other.session.state.kind).toBe('kept');
  expect(other.connection.apiKey).toBe('key');
});
