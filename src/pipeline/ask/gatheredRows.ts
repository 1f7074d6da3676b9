import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { pagesInOrder } from './pagesInOrder.ts';

/** No more rows are gathered in one view. */
export const GATHERED_MAX = 10_000;

/** Documents of several pages in one list; `fresh` are the keys of those that came last. */
export type Gathered = { documents: readonly JsonObject[]; fresh: ReadonlySet<string> };

/** What tells a document from others: its documentID, or all of it where there is none. */
export function documentKey(document: JsonObject): string {
  const { documentID } = document;
  return typeof documentID === 'string' ? `i${documentID}` : `d${stringifyJson(document)}`;
}

/**
 * The rows after a renewal of their first page: what was not there before comes first and is fresh, in the service's
 * order; what was there stays where it was, as it is now; what the page no longer holds stays behind it.
 */
export function renewed(gathered: Gathered, page: readonly JsonObject[]): Gathered {
  const now = new Map(page.map((document) => [documentKey(document), document]));
  const before = new Set(gathered.documents.map(documentKey));
  const added = page.filter((document) => !before.has(documentKey(document)));
  const kept = gathered.documents.map((document) => now.get(documentKey(document)) ?? document);
  // until others come, those that came last are what is new
  const fresh = added.length > 0 ? new Set(added.map(documentKey)) : gathered.fresh;
  return { documents: [...added, ...kept].slice(0, GATHERED_MAX), fresh };
}

/** The rows with those of a further page; what is there already came again because rows moved meanwhile. */
export function extended(rows: readonly JsonObject[], page: readonly JsonObject[]): readonly JsonObject[] {
  const before = new Set(rows.map(documentKey));
  return [...rows, ...page.filter((document) => !before.has(documentKey(document)))].slice(0, GATHERED_MAX);
}

type Loading = {
  ask: (page: number, signal: AbortSignal) => Promise<readonly JsonObject[]>;
  /** The last page that is there. */
  until: number;
  /** Rows that are there, and how many are wanted. */
  rows: number;
  wanted: number;
  signal: AbortSignal;
  /** Called with each page, and with what is known of one after it. */
  onPage: (documents: readonly JsonObject[], page: number) => void;
};

/**
 * Fetches further pages until so many rows are there, a few at once, and tells whether there are more: it asks for the page
 * after the last, so that nobody is led to an empty one.
 * @throws whatever `ask` throws in the end
 */
export async function loadRows({ ask, until, rows, wanted, signal, onPage }: Loading): Promise<boolean> {
  let count = rows;
  let [last, size] = [until, 0];
  // the pages that will do as far as pages are of one size, and the one after them
  const enough = () => (size === 0 ? last + 1 : last + Math.ceil(Math.max(0, wanted - count) / size) + 1);
  for await (const { documents, page } of pagesInOrder({ ask, from: until + 1, until: enough, signal })) {
    if (count >= wanted) return true;
    count += documents.length;
    size = Math.max(size, documents.length);
    last = page;
    onPage(documents, page);
  }
  return false;
}
