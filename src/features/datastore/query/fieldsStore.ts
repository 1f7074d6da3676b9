import { useEffect, useSyncExternalStore } from 'react';
import type { JsonObject } from '#lib/json/json.ts';
import { Listeners } from '#lib/listeners.ts';
import { type FieldsSeen, NOTHING_SEEN, withDocuments } from '#pipeline/documents/fieldsSeen.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { kindOfType } from '#pipeline/draft/stages/kinds.ts';
import { currentSession, subscribe as subscribeToSession } from '#session/session.ts';

/** What was seen of each collection of each saved connection, for as long as the tab lives. */
const seen = new Map<string, FieldsSeen>();
const read = new WeakSet<readonly JsonObject[]>();
const listeners = new Listeners();

subscribeToSession(() => {
  if (!currentSession().connection) seen.clear();
});

/** The fields of the collection that is shown, growing with each page of it. */
export function useFieldsSeen(
  savedId: string,
  onScreen: Query | undefined,
  documents: readonly JsonObject[] | undefined,
): FieldsSeen {
  useEffect(() => {
    if (onScreen && documents) learnFields(savedId, onScreen, documents);
  }, [savedId, onScreen, documents]);
  return useKnownFields(savedId, onScreen?.collection ?? '');
}

export function learnFields(savedId: string, { collection, pipeline }: Query, documents: readonly JsonObject[]): void {
  if (documents.length === 0 || read.has(documents)) return;
  read.add(documents);
  const key = keyOf(savedId, collection);
  // no stage leaves fields of a document out
  const whole = pipeline.every(({ entries }) =>
    entries.every(([name, type]) => name !== 'type' || kindOfType(type)?.fields === 'all'),
  );
  seen.set(key, withDocuments(seen.get(key) ?? NOTHING_SEEN, documents, whole));
  listeners.tell();
}

export function useKnownFields(savedId: string, collection: string): FieldsSeen {
  return useSyncExternalStore(listeners.subscribe, () => seen.get(keyOf(savedId, collection)) ?? NOTHING_SEEN);
}

function keyOf(savedId: string, collection: string): string {
  return JSON.stringify([savedId, collection]);
}
