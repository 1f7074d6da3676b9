import { useSyncExternalStore } from 'react';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { queryClient } from '#api/queryClient.ts';
import { forgetSession, keepSession, keptSession } from './keptSession.ts';

/** Signed in with a connection, or not; `notice` says why a session ended by itself. */
export type Session = {
  connection: Connection | undefined;
  /** Which of the saved connections it is. */
  savedId: string | undefined;
  /** When the session began, ms since 1970. */
  startedAt: number;
  notice: string | undefined;
};

/** Tells the other tabs of this browser that the session ended. */
const tabs = new BroadcastChannel('fleetlens.session');

const SIGNED_OUT: Session = { connection: undefined, savedId: undefined, startedAt: 0, notice: undefined };

const kept = keptSession();
let session: Session = kept ? { ...kept, notice: undefined } : SIGNED_OUT;
const listeners = new Set<() => void>();

tabs.onmessage = () => end('You signed out in another tab.');

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession);
}

export function currentSession(): Session {
  return session;
}

/** The connection of a page behind the guard: there is one whenever such a page renders. */
export function useConnection(): Connection {
  const { connection } = useSession();
  if (!connection) throw new Error('This page is only for a signed-in user.');
  return connection;
}

/** Starts a session with credentials that a service has accepted; `keep` stores them until the tab closes. */
export function signIn(connection: Connection, { keep, savedId }: { keep: boolean; savedId: string }): void {
  const startedAt = Date.now();
  if (keep) keepSession({ connection, savedId, startedAt });
  else forgetSession();
  dropAnswers((connectionId) => connectionId !== connection.id && connectionId !== 'hostConfig');
  update({ connection, savedId, startedAt, notice: undefined });
}

/** Ends the session in every tab and empties what it left: storage, answers, requests under way. */
export function signOut(notice?: string): void {
  if (session.connection) tabs.postMessage('ended');
  end(notice);
}

/** Ends the session when the service stops accepting its credentials; the caller keeps the user's place. */
export function watchRejectedCredentials(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    const rejected = error instanceof ApiError && error.kind === 'rejectedCredentials';
    if (rejected && event.query.queryKey[0] === session.connection?.id) end(error.message);
  });
}

function end(notice: string | undefined): void {
  forgetSession();
  const ended = session.connection;
  if (!ended) return;
  update({ ...SIGNED_OUT, notice });
  dropAnswers((connectionId) => connectionId === ended.id);
}

function dropAnswers(matches: (connectionId: unknown) => boolean): void {
  const predicate = (query: { queryKey: readonly unknown[] }) => matches(query.queryKey[0]);
  void queryClient.cancelQueries({ predicate });
  queryClient.removeQueries({ predicate });
}

function update(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever a session begins or ends; gives the way to stop. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
