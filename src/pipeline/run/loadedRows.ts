import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { fetchPagesInOrder } from './fetchPagesInOrder.ts';

export const LOADED_ROWS_MAX = 10_000;

export type LoadedRows = { documents: readonly JsonObject[]; newKeys: ReadonlySet<string> };

/** Returns a key for a document: its documentID, otherwise its whole content. */
export function getDocumentKey(document: JsonObject): string {
  const { documentID } = document;
  return typeof documentID === 'string' ? `i${documentID}` : `d${stringifyJson(document)}`;
}

/** Finds a document, or one with the same key. Returns -1 if there is none. */
export function findDocumentIndex(documents: readonly JsonObject[], document: JsonObject): number {
  const index = documents.indexOf(document);
  const key = getDocumentKey(document);
  return index >= 0 ? index : documents.findIndex((other) => getDocumentKey(other) === key);
}

/**
 * Merges a refreshed first page. New documents come first, known ones are updated in place, and documents that are no
 * longer on the page are kept.
 */
export function mergeRefreshedPage(loaded: LoadedRows, page: readonly JsonObject[]): LoadedRows {
  const now = new Map(page.map((document) => [getDocumentKey(document), document]));
  const before = new Set(loaded.documents.map(getDocumentKey));
  const added = page.filter((document) => !before.has(getDocumentKey(document)));
  const kept = loaded.documents.map((document) => now.get(getDocumentKey(document)) ?? document);
  // without new documents, the previous ones stay fresh
  const fresh = added.length > 0 ? new Set(added.map(getDocumentKey)) : loaded.newKeys;
  return { documents: [...added, ...kept].slice(0, LOADED_ROWS_MAX), newKeys: fresh };
}

/** Appends the rest of a longer read of the same rows. Equal documents without a documentID are different rows. */
export function appendNewDocuments(rows: readonly JsonObject[], read: readonly JsonObject[]): readonly JsonObject[] {
  const counts = new Map<string, number>();
  for (const key of rows.map(getDocumentKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const added = read.filter((document) => {
    const key = getDocumentKey(document);
    const count = counts.get(key) ?? 0;
    counts.set(key, typeof document['documentID'] === 'string' ? 1 : count - 1);
    return count <= 0;
  });
  return [...rows, ...added].slice(0, LOADED_ROWS_MAX);
}

type LoadRowsOptions = {
  fetchPage: (page: number, signal: AbortSignal) => Promise<readonly JsonObject[]>;
  until: number;
  rows: number;
  wanted: number;
  signal: AbortSignal;
  onPage: (documents: readonly JsonObject[], page: number) => void;
};

/**
 * Loads further pages, several at once, until there are enough rows. Requests one more page to determine whether
 * further rows exist.
 * @returns true if further rows exist
 * @throws the final error of the request function
 */
export async function loadMoreRows(options: LoadRowsOptions): Promise<boolean> {
  const { fetchPage, until, rows, wanted, signal, onPage } = options;
  let count = rows;
  let [last, size] = [until, 0];
  // pages needed at the current page size, and the one after them
  const enough = () => (size === 0 ? last + 1 : last + Math.ceil(Math.max(0, wanted - count) / size) + 1);
  const pages = fetchPagesInOrder({ fetchPage, from: until + 1, until: enough, signal });
  for await (const { documents, page } of pages) {
    if (count >= wanted) return true;
    count += documents.length;
    size = Math.max(size, documents.length);
    last = page;
    onPage(documents, page);
  }
  return false;
}
