import { useEffect, useSyncExternalStore } from 'react';
import type { JsonObject } from '#lib/json.ts';
import { type FieldsSeen, NOTHING_SEEN, withDocuments } from '#pipeline/fieldsSeen.ts';
import { currentSession, subscribe as subscribeToSession } from '#session/session.ts';

/** What was seen of each collection of each connection, for as long as the tab lives. */
const seen = new Map<string, FieldsSeen>();
const read = new WeakSet<readonly JsonObject[]>();
const listeners = new Set<() => void>();

subscribeToSession(() => {
  if (!currentSession().connection) seen.clear();
});

/** The fields of a collection, growing with each page of it: `whole` says that no stage left fields out. */
export function useFieldsSeen(
  connectionId: string,
  collection: string,
  page: { documents: readonly JsonObject[] | undefined; whole: boolean },
): FieldsSeen {
  const key = JSON.stringify([connectionId, collection]);
  const { documents, whole } = page;
  useEffect(() => {
    if (documents) learn(key, documents, whole);
  }, [key, documents, whole]);
  return useSyncExternalStore(subscribe, () => seen.get(key) ?? NOTHING_SEEN);
}

function learn(key: string, documents: readonly JsonObject[], whole: boolean): void {
  if (documents.length === 0 || read.has(documents)) return;
  read.add(documents);
  seen.set(key, withDocuments(seen.get(key) ?? NOTHING_SEEN, documents, whole));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
