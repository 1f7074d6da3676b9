import { useEffect, useSyncExternalStore } from 'react';
import { Emitter } from '#lib/emitter.ts';
import type { JsonObject } from '#lib/json/json.ts';
import type { ObservedDocument } from '#pipeline/documents/countFieldValues.ts';
import { NO_OBSERVED_FIELDS, type ObservedFields, observeDocumentFields } from '#pipeline/documents/observedFields.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { findStageDefinition } from '#pipeline/draft/stages/stageRegistry.ts';
import { getDocumentKey } from '#pipeline/run/loadedRows.ts';
import { useService } from '#services/ServicesProvider.tsx';
import type { ServiceContainer } from '#services/serviceContainer.ts';
import { createSessionStore, type SessionStore } from '#session/sessionStore.ts';

/** Number of documents above which only the fields of documents are stored. */
const STORED_DOCUMENTS_MAX = 10_000;

/** Fields seen in documents. Kept until sign-out. */
export class ObservedFieldsStore {
  readonly #fieldsByCollection = new Map<string, ObservedFields>();
  readonly #collectedPages = new WeakSet<readonly JsonObject[]>();
  readonly #documentsByFields = new WeakMap<ObservedFields, Map<string, ObservedDocument>>();
  readonly #listeners = new Emitter();
  #unidentifiedCount = 0;

  constructor(session: SessionStore) {
    session.onEnd(() => this.#fieldsByCollection.clear());
  }

  readonly subscribe = this.#listeners.subscribe;

  get(savedConnectionId: string, collection: string): ObservedFields {
    return this.#fieldsByCollection.get(getCollectionKey(savedConnectionId, collection)) ?? NO_OBSERVED_FIELDS;
  }

  getDocuments(fields: ObservedFields): readonly ObservedDocument[] {
    return [...(this.#documentsByFields.get(fields)?.values() ?? [])];
  }

  collect(savedConnectionId: string, { collection, pipeline }: PipelineQuery, documents: readonly JsonObject[]): void {
    if (documents.length === 0 || this.#collectedPages.has(documents)) return;
    // groups have separate fields
    const stages = pipeline.map(({ entries }) => entries.find(([name]) => name === 'type')?.[1]);
    if (stages.includes('group')) return;
    this.#collectedPages.add(documents);
    // true if no stage removes fields from documents
    const keepsAllFields = stages.every((type) => findStageDefinition(type)?.fields === 'all');
    const before = this.get(savedConnectionId, collection);
    const kept = this.#documentsByFields.get(before) ?? new Map<string, ObservedDocument>();
    // documents that are already known are not counted twice
    const others = documents.filter((document) => this.#storeDocument(kept, document, keepsAllFields));
    const now = observeDocumentFields(before, others, keepsAllFields);
    this.#documentsByFields.set(now, kept);
    this.#fieldsByCollection.set(getCollectionKey(savedConnectionId, collection), now);
    this.#listeners.emit();
  }

  /**
   * Stores the latest version of a document.
   * @returns true if the document adds information about fields
   */
  #storeDocument(kept: Map<string, ObservedDocument>, document: JsonObject, whole: boolean): boolean {
    // a document without a documentID cannot be recognized again
    const hasKey = typeof document['documentID'] === 'string';
    const key = hasKey ? getDocumentKey(document) : `n${++this.#unidentifiedCount}`;
    const before = kept.get(key);
    const isNews = !before || (whole && !before.isComplete);
    if (before ? whole || !before.isComplete : kept.size < STORED_DOCUMENTS_MAX)
      kept.set(key, { document, isComplete: whole });
    return isNews;
  }
}

export function createObservedFieldsStore(services: ServiceContainer): ObservedFieldsStore {
  return new ObservedFieldsStore(services.get(createSessionStore));
}

export function useCollectObservedFields(
  savedConnectionId: string,
  shownQuery: PipelineQuery | undefined,
  documents: readonly JsonObject[] | undefined,
): ObservedFields {
  const store = useService(createObservedFieldsStore);
  useEffect(() => {
    if (shownQuery && documents) store.collect(savedConnectionId, shownQuery, documents);
  }, [store, savedConnectionId, shownQuery, documents]);
  return useObservedFields(savedConnectionId, shownQuery?.collection ?? '');
}

export function useObservedFields(savedConnectionId: string, collection: string): ObservedFields {
  const store = useService(createObservedFieldsStore);
  return useSyncExternalStore(store.subscribe, () => store.get(savedConnectionId, collection));
}

function getCollectionKey(savedConnectionId: string, collection: string): string {
  return JSON.stringify([savedConnectionId, collection]);
}
