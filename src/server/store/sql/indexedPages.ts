import type { CollectionState, DocumentReader, Page, SizedQuery } from './documentReader.ts';
import { findIndexSearches, isSelectedByFilters, searchNumbers } from './indexSearch.ts';

export const EMPTY_PAGE: Page = { json: Buffer.from('[]'), count: 0 };

/**
 * Reads a page of a pipeline with `$in` by looking up its values in an index.
 * @returns undefined if a scan of the collection is probably faster
 */
export async function readIndexedPage(
  reader: DocumentReader,
  query: SizedQuery,
  state: CollectionState,
  signal?: AbortSignal,
): Promise<Page | undefined> {
  const offset = (query.page - 1) * query.pageSize;
  for (const search of findIndexSearches(query.stages)) {
    // an empty list matches nothing; a cluster cannot join with an empty list
    if (search.values.length === 0) return EMPTY_PAGE;
    const seqs = await reader.readFound(query, search, state, signal);
    if (!seqs) continue;
    // if no later stage selects or sorts, only this page's documents are read
    const range = isSelectedByFilters(query.stages)
      ? { found: searchNumbers(seqs.slice(offset, offset + query.pageSize)) }
      : { found: searchNumbers(seqs), skip: offset };
    return reader.readPage(query, { ...range, of: state.generation }, signal);
  }
  return undefined;
}
