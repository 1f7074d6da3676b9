import { useSyncExternalStore } from 'react';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { queryClient } from '#api/queryClient.ts';
import { Emitter } from '#lib/emitter.ts';
import { createSafeChannel } from '#lib/storage.ts';
import { readClocks, type SessionLifetime } from './sessionLifetime.ts';
import {
  type ActiveSession,
  clearStoredSession,
  getSignOutMarker,
  recordSignOut,
  restoreSession,
  SIGNED_OUT_ELSEWHERE_NOTICE,
  storeSession,
} from './sessionStore.ts';
import { answerHandoverRequests, requestHandover } from './tabHandover.ts';
import {
  clearUnloadData,
  removeStoredUnloadData,
  storeUnclaimedData,
  storeUnloadData,
  takeUnloadData,
} from './unloadStorage.ts';

/** `notice` explains why a session ended without the user's action. */
type Session = {
  connection: Connection | undefined;
  savedId: string | undefined;
  notice: string | undefined;
  ended: boolean;
  endedOn: string | undefined;
  declined: boolean;
  /** Ended because the service rejected the credentials; unfinished work is kept for the next sign-in. */
  rejected: boolean;
};

/** Time after which the page counts as not left, in ms: downloads and mailto links fire `beforeunload` too. */
const UNLOAD_TIMEOUT_MS = 3_000;

const tabs = createSafeChannel('fleetlens.session');

const SIGNED_OUT: Session = {
  connection: undefined,
  savedId: undefined,
  notice: undefined,
  ended: false,
  endedOn: undefined,
  declined: false,
  rejected: false,
};

type TabSession = ActiveSession & {
  keep: boolean;
  signOuts: string;
};

const restored = restoreSession();
let activeSession: TabSession | undefined = restored.session && {
  ...restored.session,
  keep: true,
  signOuts: getSignOutMarker(),
};
let rejected: Pick<TabSession, 'savedId' | 'signOuts'> | undefined;
/** Timer that is set while data for the next page is stored. */
let unloadTimer: ReturnType<typeof setTimeout> | undefined;
/** Unfinished work may be too large for the browser to store. */
let hasLargeWork = false;
const tabGuards = new Set<object>();
let session: Session = activeSession ? toSession(activeSession) : { ...SIGNED_OUT, notice: restored.notice };
const listeners = new Emitter();

export const subscribeToSession = listeners.subscribe;

tabs.addEventListener('message', ({ data }) => endSession(String(data)));
answerHandoverRequests(() => activeSession);
// the browser waits for this event only; `pagehide` may fire after the next page starts, or never
addEventListener('beforeunload', (event) => {
  // ask for confirmation when leaving would lose work
  const kept = storeForUnload();
  if (tabGuards.size > 0 || (hasLargeWork && !kept)) event.preventDefault();
  clearTimeout(unloadTimer);
  unloadTimer = setTimeout(cancelUnload, UNLOAD_TIMEOUT_MS);
});
addEventListener('pagehide', () => {
  if (unloadTimer === undefined) storeForUnload();
  clearTimeout(unloadTimer);
});
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  cancelUnload();
  if (activeSession && activeSession.signOuts !== getSignOutMarker()) endSession(SIGNED_OUT_ELSEWHERE_NOTICE);
});

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession);
}

export function getSession(): Session {
  return session;
}

export function getSessionLifetime(): SessionLifetime | undefined {
  return activeSession;
}

export function recordActivity(ago = 0): void {
  if (activeSession) activeSession.active = readClocks(ago);
}

/** Returns the unfinished work that this tab's previous page kept under a name for this connection, once. */
export function restoreUnloadData(name: string): unknown {
  return activeSession && takeUnloadData(name, activeSession.savedId, activeSession.signOuts);
}

/** Makes leaving the page ask for confirmation while `large` work cannot be stored. */
export function setLargeWorkGuard(large: boolean): void {
  hasLargeWork = large;
}

/** Makes leaving the tab ask for confirmation. @returns a function that removes the guard */
export function addTabGuard(): () => void {
  const work = {};
  tabGuards.add(work);
  return () => void tabGuards.delete(work);
}

/** The connection of a page that requires sign-in. @throws Error when signed out */
export function useConnection(): Connection {
  const { connection } = useSession();
  if (!connection) throw new Error('This page is only for a signed-in user.');
  return connection;
}

/** Starts a session with accepted credentials; `keep` makes it survive reloads of this tab. */
export function signIn(connection: Connection, { keep, savedId }: { keep: boolean; savedId: string }): void {
  removeQueries((connectionId) => connectionId !== connection.id && connectionId !== 'hostConfig');
  const now = readClocks(0);
  setActiveSession({
    connection,
    savedId,
    keep,
    declined: !keep,
    began: now,
    active: now,
    signOuts: getSignOutMarker(),
  });
}

/** Takes over the session of another tab, in memory only. Late answers are accepted too. */
export async function restoreFromOtherTabs(): Promise<void> {
  if (activeSession) return;
  await requestHandover((offered) => {
    if (!activeSession) setActiveSession({ ...offered, keep: false, signOuts: getSignOutMarker() });
  });
}

/** Ends the session in every tab; clears storage, cached responses, pending requests and credentials. */
export function signOut(notice?: string): void {
  if (activeSession) {
    recordSignOut();
    tabs.postMessage(notice ?? SIGNED_OUT_ELSEWHERE_NOTICE);
  }
  endSession(notice);
}

/** Ends this tab's session only, to sign in to another service; sign-in then does not preselect the ended connection. */
export function signOutOfTab(): void {
  endSession(undefined, false, '');
}

export function watchRejectedCredentials(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    const rejected = error instanceof ApiError && error.kind === 'rejectedCredentials';
    if (rejected && event.query.queryKey[0] === session.connection?.id) endSession(error.message, true);
  });
}

/** Stores the data for the next page. @returns whether the browser stored the unfinished work */
function storeForUnload(): boolean {
  if (activeSession?.keep) storeSession(activeSession, activeSession.signOuts);
  const worker = activeSession ?? rejected;
  return worker ? storeUnloadData(worker.savedId, worker.signOuts) : storeUnclaimedData();
}

function cancelUnload(): void {
  unloadTimer = undefined;
  clearStoredSession();
  removeStoredUnloadData();
}

function setActiveSession(next: TabSession): void {
  activeSession = next;
  rejected = undefined;
  setSession(toSession(next));
}

function endSession(notice: string | undefined, byService = false, endedOn = activeSession?.savedId): void {
  clearStoredSession();
  if (!byService) {
    rejected = undefined;
    clearUnloadData();
  }
  if (!activeSession) return;
  const { connection, declined = false } = activeSession;
  if (byService) rejected = activeSession;
  activeSession = undefined;
  setSession({ ...SIGNED_OUT, notice, ended: true, endedOn, declined, rejected: byService });
  removeQueries((connectionId) => connectionId === connection.id);
  // remaining references to the connection, such as a request waiting for its retry, lose the credentials
  connection.apiKey = '';
  connection.token = '';
}

function toSession({ connection, savedId }: TabSession): Session {
  return { ...SIGNED_OUT, connection, savedId };
}

function removeQueries(matches: (connectionId: unknown) => boolean): void {
  const predicate = (query: { queryKey: readonly unknown[] }) => matches(query.queryKey[0]);
  void queryClient.cancelQueries({ predicate });
  queryClient.removeQueries({ predicate });
}

function setSession(next: Session): void {
  session = next;
  listeners.emit();
}
