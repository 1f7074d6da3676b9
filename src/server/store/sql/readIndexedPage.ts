import type { CollectionState, DocumentPage, DocumentReader, QueryWithPageSize } from './documentReader.ts';
import { buildSeqSearch, isSelectedByLeadingFilters, planIndexSearches } from './indexSearch.ts';

export const EMPTY_PAGE: DocumentPage = { json: Buffer.from('[]'), count: 0 };

/**
 * Reads a page of a pipeline with `$in` by looking up its values in an index.
 * @returns undefined if a scan of the collection is probably faster
 */
export async function readIndexedPage(
  reader: DocumentReader,
  query: QueryWithPageSize,
  state: CollectionState,
  signal?: AbortSignal,
): Promise<DocumentPage | undefined> {
  const offset = (query.page - 1) * query.pageSize;
  for (const search of planIndexSearches(query.stages)) {
    // an empty list matches nothing; a cluster cannot join with an empty list
    if (search.values.length === 0) return EMPTY_PAGE;
    const seqs = await reader.searchIndex(query, search, state, signal);
    if (!seqs) continue;
    // if no later stage selects or sorts, only this page's documents are read
    const range = isSelectedByLeadingFilters(query.stages)
      ? { search: buildSeqSearch(seqs.slice(offset, offset + query.pageSize)) }
      : { search: buildSeqSearch(seqs), skip: offset };
    return reader.readPage(query, { ...range, generation: state.generation }, signal);
  }
  return undefined;
}
