import { useEffect, useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import type { JsonObject } from '#lib/json/json.ts';
import type { ObservedDocument } from '#pipeline/documents/countFieldValues.ts';
import { NO_OBSERVED_FIELDS, type ObservedFields, observeDocuments } from '#pipeline/documents/observedFields.ts';
import type { PipelineQuery } from '#pipeline/draft/draft.ts';
import { findStageDefinition } from '#pipeline/draft/stages/stageRegistry.ts';
import { getDocumentKey } from '#pipeline/run/loadedRows.ts';
import { getSession, subscribeToSession } from '#session/session.ts';

/** Fields seen, by saved connection and collection; kept for the lifetime of the tab. */
const fieldsByCollection = new Map<string, ObservedFields>();
const collectedPages = new WeakSet<readonly JsonObject[]>();
/** The documents that fields were learned from, by document key. Above `STORED_DOCUMENTS_MAX` only fields are kept. */
const documentsByFields = new WeakMap<ObservedFields, Map<string, ObservedDocument>>();
const STORED_DOCUMENTS_MAX = 10_000;
const emitter = new Emitter();

subscribeToSession(() => {
  if (!getSession().connection) fieldsByCollection.clear();
});

export function useCollectedFields(
  savedId: string,
  onScreen: PipelineQuery | undefined,
  documents: readonly JsonObject[] | undefined,
): ObservedFields {
  useEffect(() => {
    if (onScreen && documents) collectFields(savedId, onScreen, documents);
  }, [savedId, onScreen, documents]);
  return useKnownFields(savedId, onScreen?.collection ?? '');
}

export function collectFields(
  savedId: string,
  { collection, pipeline }: PipelineQuery,
  documents: readonly JsonObject[],
): void {
  if (documents.length === 0 || collectedPages.has(documents)) return;
  // groups have fields of their own
  const stages = pipeline.map(({ entries }) => entries.find(([name]) => name === 'type')?.[1]);
  if (stages.includes('group')) return;
  collectedPages.add(documents);
  const key = getCollectionKey(savedId, collection);
  // true if no stage removes fields from documents
  const keepsAllFields = stages.every((type) => findStageDefinition(type)?.fields === 'all');
  const before = fieldsByCollection.get(key) ?? NO_OBSERVED_FIELDS;
  const kept = documentsByFields.get(before) ?? new Map<string, ObservedDocument>();
  // documents that are already known are not counted twice
  const others = documents.filter((document) => storeDocument(kept, document, keepsAllFields));
  const now = observeDocuments(before, others, keepsAllFields);
  documentsByFields.set(now, kept);
  fieldsByCollection.set(key, now);
  emitter.emit();
}

export function getCollectedDocuments(fields: ObservedFields): readonly ObservedDocument[] {
  return [...(documentsByFields.get(fields)?.values() ?? [])];
}

let unidentifiedCount = 0;

/** Keeps the latest version of a document. @returns true if it adds knowledge about fields */
function storeDocument(kept: Map<string, ObservedDocument>, document: JsonObject, whole: boolean): boolean {
  // a document without a documentID cannot be recognized again
  const key = typeof document['documentID'] === 'string' ? getDocumentKey(document) : `n${++unidentifiedCount}`;
  const before = kept.get(key);
  const isNews = !before || (whole && !before.isComplete);
  if (before ? whole || !before.isComplete : kept.size < STORED_DOCUMENTS_MAX)
    kept.set(key, { document, isComplete: whole });
  return isNews;
}

export function useKnownFields(savedId: string, collection: string): ObservedFields {
  return useSyncExternalStore(
    emitter.subscribe,
    () => fieldsByCollection.get(getCollectionKey(savedId, collection)) ?? NO_OBSERVED_FIELDS,
  );
}

function getCollectionKey(savedId: string, collection: string): string {
  return JSON.stringify([savedId, collection]);
}
