import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import type { Environment } from '#services/environment.ts';
import { FakeBrowser } from '#services/testing/fakeEnvironment.ts';
import { SessionPersistence } from './sessionPersistence.ts';
import { SessionStore } from './sessionStore.ts';

const MINUTE_MS = 60_000;

function openSession(environment: Environment) {
  const queryClient = new QueryClient();
  const persistence = new SessionPersistence(environment);
  return { environment, queryClient, store: new SessionStore({ environment, queryClient, persistence }) };
}

type Tab = ReturnType<typeof openSession>;

const createConnection = (): Connection => ({ id: 'c1', baseUrl: '/api', apiKey: 'key', token: 'token' });

function openSignedIn({ keep = true } = {}) {
  const browser = new FakeBrowser();
  const tab = openSession(browser.openTab());
  const connection = createConnection();
  tab.store.signIn(connection, { keep, savedConnectionId: 'saved' });
  return { browser, tab, connection };
}

function reload(browser: FakeBrowser, { environment }: Tab): Tab {
  dispatch(environment, 'beforeunload');
  return openSession(browser.openTab(environment.tabStorage));
}

function dispatch({ page }: Environment, type: string, properties: object = {}): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), properties);
  (page.events as EventTarget).dispatchEvent(event); // the simulated events are an EventTarget
  return event;
}

async function openNewTab(browser: FakeBrowser): Promise<Tab> {
  const tab = openSession(browser.openTab());
  const asked = tab.store.restoreFromOtherTabs();
  browser.clock.advance(60);
  await asked;
  return tab;
}

test('a kept session survives a reload with its times, and other sessions do not', () => {
  for (const keep of [true, false]) {
    const { browser, tab } = openSignedIn({ keep });
    expect(tab.store.state.kind).toBe(keep ? 'kept' : 'signedIn');
    browser.clock.advance(10 * MINUTE_MS);
    const next = reload(browser, tab);
    expect(next.store.state.kind).toBe(keep ? 'kept' : 'signedOut');
    browser.clock.advance(5 * MINUTE_MS);
    expect(next.store.state.kind).toBe(keep ? 'locked' : 'signedOut');
  }
});

test('a stored session is restored once, so that a duplicated tab finds none', () => {
  const { browser, tab } = openSignedIn();
  dispatch(tab.environment, 'beforeunload');
  const { tabStorage } = tab.environment;
  const copy = new Map(['fleetlens.session', 'fleetlens.credentials'].map((key) => [key, tabStorage.get(key) ?? '']));
  expect(openSession(browser.openTab(tabStorage)).store.state.kind).toBe('kept');
  const duplicate = browser.openTab();
  for (const [key, value] of copy) duplicate.tabStorage.set(key, value);
  expect(openSession(duplicate).store.state.kind).toBe('signedOut');
});

test('a page that stays open after beforeunload clears the stored credentials', () => {
  const { browser, tab } = openSignedIn();
  dispatch(tab.environment, 'beforeunload');
  expect(tab.environment.tabStorage.get('fleetlens.credentials')).not.toBeNull();
  browser.clock.advance(3_000);
  expect(tab.environment.tabStorage.get('fleetlens.credentials')).toBeNull();
});

test('the session warns 60 s before it locks, and activity in any tab extends it', async () => {
  const { browser, tab } = openSignedIn();
  const other = await openNewTab(browser);
  expect(other.store.state.kind).toBe('handedOver');
  browser.clock.advance(14 * MINUTE_MS + 1_000);
  expect(tab.store.getSecondsLeft()).toBe(59);
  expect(other.store.state.kind).toBe('aboutToLock');
  other.store.reportActivity();
  expect(tab.store.state.kind).toBe('kept');
  expect(other.store.state.kind).toBe('handedOver');
  // each tab checks the time once per second
  browser.clock.advance(15 * MINUTE_MS + 1_000);
  expect([tab.store.state.kind, other.store.state.kind]).toEqual(['locked', 'locked']);
});

test('the session locks after 8 hours of use', () => {
  const { browser, tab } = openSignedIn();
  for (let minute = 1; minute < 8 * 60; minute++) {
    browser.clock.advance(MINUTE_MS);
    dispatch(tab.environment, 'keydown');
  }
  expect(tab.store.state.kind).toBe('kept');
  browser.clock.advance(MINUTE_MS);
  expect(tab.store.getSession()).toMatchObject({ notice: expect.stringContaining('8 hours'), connection: undefined });
});

test('after sleep, a request locks the session before it is sent', () => {
  const { browser, tab, connection } = openSignedIn();
  browser.clock.sleep(20 * MINUTE_MS);
  expect(tab.store.state.kind).toBe('kept');
  connection.beforeRequest?.();
  expect(tab.store.state.kind).toBe('locked');
  expect([connection.apiKey, connection.token]).toEqual(['', '']);
});

test('a sign-out ends the session in all tabs and clears their caches and credentials', async () => {
  const { browser, tab, connection } = openSignedIn();
  const other = await openNewTab(browser);
  const third = openSession(browser.openTab());
  other.queryClient.setQueryData(['c1', 'devices'], 'rows');
  other.queryClient.setQueryData(['saved', 'values'], 'records under a key of another form');
  other.queryClient.setQueryData(['hostConfig'], {});
  const received = other.store.getSession().connection;
  tab.store.signOut();
  expect(connection.apiKey).toBe('');
  expect(received?.apiKey).toBe('');
  expect(other.store.getSession()).toMatchObject({ ended: true, notice: 'You signed out in another tab.' });
  const cached = other.queryClient.getQueryCache().getAll();
  expect(cached.map(({ queryKey }) => queryKey)).toEqual([['hostConfig']]);
  expect(third.store.getSession()).toMatchObject({ ended: false, notice: undefined });
});

test('a sign-out in another tab ends a stored session, and one in the back/forward cache', async () => {
  const { browser, tab } = openSignedIn();
  const other = await openNewTab(browser);
  dispatch(tab.environment, 'beforeunload');
  other.store.signOut();
  expect(openSession(browser.openTab(tab.environment.tabStorage)).store.state.kind).toBe('signedOut');

  const cached = openSignedIn();
  // a page in the cache receives no messages
  cached.browser.openTab().browserStorage.set('fleetlens.signOuts', 'other');
  dispatch(cached.tab.environment, 'pageshow', { persisted: true });
  expect(cached.tab.store.getSession().notice).toBe('You signed out in another tab.');
});

test('a tab that changes the connection leaves the others signed in', async () => {
  const { browser, tab } = openSignedIn();
  const other = await openNewTab(browser);
  other.store.signOutOfTab();
  expect(other.store.getSession()).toMatchObject({ ended: true, endedOn: '' });
  expect(tab.store.state.kind).toBe('kept');
});

test('rejected credentials end the session in their tab and keep its work for the next sign-in', async () => {
  const { browser, tab } = openSignedIn();
  const other = await openNewTab(browser);
  tab.store.registerUnloadData('draft', (savedConnectionId) => ({ savedConnectionId }));
  const rejection = new ApiError('rejectedCredentials', 'The token was rejected.');
  const failing = { queryKey: ['c1', 'device'], retry: false, queryFn: () => Promise.reject(rejection) };
  await expect(tab.queryClient.fetchQuery(failing)).rejects.toBe(rejection);
  expect(tab.store.getSession()).toMatchObject({ rejected: true, notice: 'The token was rejected.' });
  expect(other.store.state.kind).toBe('handedOver');
  const next = reload(browser, tab);
  expect(next.store.state.kind).toBe('signedOut');
  next.store.signIn(createConnection(), { keep: true, savedConnectionId: 'saved' });
  expect(next.store.restoreUnloadData('draft')).toEqual({ savedConnectionId: 'saved' });
  expect(next.store.restoreUnloadData('draft')).toBeUndefined();
});

test('unfinished work is not restored for another connection or after a sign-out', () => {
  const { browser, tab } = openSignedIn();
  tab.store.registerUnloadData('draft', () => 'text');
  const next = reload(browser, tab);
  next.store.signOut();
  next.store.signIn(createConnection(), { keep: true, savedConnectionId: 'saved' });
  expect(next.store.restoreUnloadData('draft')).toBeUndefined();
});

test('leaving asks for confirmation only while a guard is set', () => {
  const { tab } = openSignedIn();
  const isAsked = () => dispatch(tab.environment, 'beforeunload').defaultPrevented;
  const release = tab.store.addUnloadGuard();
  expect(isAsked()).toBe(true);
  release();
  expect(isAsked()).toBe(false);
});
