import { useEffect, useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { documentKey } from '#pipeline/ask/gatheredRows.ts';
import { type FieldsSeen, NOTHING_SEEN, withDocuments } from '#pipeline/documents/fieldsSeen.ts';
import type { SeenDocument } from '#pipeline/documents/fieldValues.ts';
import type { Query } from '#pipeline/draft/draft.ts';
import { kindOfType } from '#pipeline/draft/stages/kinds.ts';
import { currentSession, subscribe as subscribeToSession } from '#session/session.ts';

/** Fields seen, by saved connection and collection; kept for the lifetime of the tab. */
const seen = new Map<string, FieldsSeen>();
const read = new WeakSet<readonly JsonObject[]>();
/** The documents that fields were learned from, by document key. Above `DOCUMENTS_MAX` only fields are kept. */
const documentsOf = new WeakMap<FieldsSeen, Map<string, SeenDocument>>();
const DOCUMENTS_MAX = 10_000;
const listeners = new Emitter();

subscribeToSession(() => {
  if (!currentSession().connection) seen.clear();
});

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
  // true if no stage removes fields from documents
  const whole = pipeline.every(({ entries }) =>
    entries.every(([name, type]) => name !== 'type' || kindOfType(type)?.fields === 'all'),
  );
  const before = seen.get(key) ?? NOTHING_SEEN;
  const kept = documentsOf.get(before) ?? new Map<string, SeenDocument>();
  // documents that are already known are not counted twice
  const others = documents.filter((document) => keptAnew(kept, document, whole));
  const now = withDocuments(before, others, whole);
  documentsOf.set(now, kept);
  seen.set(key, now);
  listeners.emit();
}

export function documentsSeen(fields: FieldsSeen): readonly SeenDocument[] {
  return [...(documentsOf.get(fields)?.values() ?? [])];
}

let unnamed = 0;

/** Keeps the latest version of a document. @returns true if it adds knowledge about fields */
function keptAnew(kept: Map<string, SeenDocument>, document: JsonObject, whole: boolean): boolean {
  // a document without a documentID cannot be recognized again
  const key = typeof document['documentID'] === 'string' ? documentKey(document) : `n${++unnamed}`;
  const before = kept.get(key);
  const isNews = !before || (whole && !before.whole);
  if (before ? whole || !before.whole : kept.size < DOCUMENTS_MAX) kept.set(key, { document, whole });
  return isNews;
}

export function useKnownFields(savedId: string, collection: string): FieldsSeen {
  return useSyncExternalStore(listeners.subscribe, () => seen.get(keyOf(savedId, collection)) ?? NOTHING_SEEN);
}

function keyOf(savedId: string, collection: string): string {
  return JSON.stringify([savedId, collection]);
}
