import { useSyncExternalStore } from 'react';
import type { Connection } from '#api/connection.ts';
import { useService } from '#services/ServicesProvider.tsx';
import type { SessionSnapshot } from './sessionState.ts';
import { createSessionStore, type SessionStore } from './sessionStore.ts';

export function useSessionStore(): SessionStore {
  return useService(createSessionStore);
}

export function useSession(): SessionSnapshot {
  const { subscribe, getSession } = useSessionStore();
  return useSyncExternalStore(subscribe, getSession);
}

/**
 * Returns the connection of a page that requires sign-in.
 * @throws Error if signed out
 */
export function useConnection(): Connection {
  const { connection } = useSession();
  if (!connection) throw new Error('This page is only for a signed-in user.');
  return connection;
}

export function useSecondsUntilLock(): number | undefined {
  const { subscribeToWarning, getSecondsLeft } = useSessionStore();
  return useSyncExternalStore(subscribeToWarning, getSecondsLeft);
}
