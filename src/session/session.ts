import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#api/apiError.ts';
import type { Connection } from '#api/connection.ts';
import { queryClient } from '#api/queryClient.ts';
import { safeStorage } from './storage.ts';

/** Signed in with a connection, or not; `notice` says why a session ended by itself. */
export type Session = { connection: Connection | undefined; notice: string | undefined };

const KEY = 'fleetlens.session';
const storage = safeStorage('sessionStorage');

const connectionSchema = z.object({ id: z.string(), baseUrl: z.string(), apiKey: z.string(), token: z.string() });

let session: Session = { connection: restore(), notice: undefined };
const listeners = new Set<() => void>();

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

/** The connection of a page behind the guard: there is one whenever such a page renders. */
export function useConnection(): Connection {
  const { connection } = useSession();
  if (!connection) throw new Error('This page is only for a signed-in user.');
  return connection;
}

/** Starts a session with credentials that a service has accepted; `keep` stores them until the tab closes. */
export function signIn(connection: Connection, { keep }: { keep: boolean }): void {
  if (keep) storage.set(KEY, JSON.stringify(connection));
  else storage.remove(KEY);
  dropOtherAnswers(connection);
  update({ connection, notice: undefined });
}

/** Ends the session and empties what it left: storage, answers, requests under way. */
export function signOut(notice?: string): void {
  storage.remove(KEY);
  const ended = session.connection;
  update({ connection: undefined, notice });
  if (ended) dropAnswers((connectionId) => connectionId === ended.id);
}

/** Ends the session when the service stops accepting its credentials; the caller keeps the user's place. */
export function watchRejectedCredentials(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    const rejected = error instanceof ApiError && error.kind === 'rejectedCredentials';
    if (rejected && event.query.queryKey[0] === session.connection?.id) signOut(error.message);
  });
}

function dropOtherAnswers(connection: Connection): void {
  dropAnswers((connectionId) => connectionId !== connection.id && connectionId !== 'hostConfig');
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function restore(): Connection | undefined {
  const kept = storage.get(KEY);
  if (kept === null) return undefined;
  try {
    return connectionSchema.parse(JSON.parse(kept));
  } catch {
    storage.remove(KEY);
    return undefined;
  }
}
