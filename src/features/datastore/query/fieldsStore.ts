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
  const collection = onScreen?.collection ?? '';
  const whole = onScreen !== undefined && leavesFields(onScreen);
  useEffect(() => {
    if (documents) learn(keyOf(savedId, collection), documents, whole);
  }, [savedId, collection, documents, whole]);
  return useKnownFields(savedId, collection);
}

/** Learns from a further page of a query. */
export function learnFields(savedId: string, query: Query, documents: readonly JsonObject[]): void {
  learn(keyOf(savedId, query.collection), documents, leavesFields(query));
}

/** What is known of a collection's fields. */
export function useKnownFields(savedId: string, collection: string): FieldsSeen {
  return useSyncExternalStore(listeners.subscribe, () => seen.get(keyOf(savedId, collection)) ?? NOTHING_SEEN);
}

/** Whether no stage leaves fields of a document out. */
function leavesFields({ pipeline }: Query): boolean {
  return pipeline.every(({ entries }) =>
    entries.every(([name, type]) => name !== 'type' || kindOfType(type)?.fields === 'all'),
  );
}

function keyOf(savedId: string, collection: string): string {
  return JSON.stringify([savedId, collection]);
}

function learn(key: string, documents: readonly JsonObject[], whole: boolean): void {
  if (documents.length === 0 || read.has(documents)) return;
  read.add(documents);
  seen.set(key, withDocuments(seen.get(key) ?? NOTHING_SEEN, documents, whole));
  listeners.tell();
}
