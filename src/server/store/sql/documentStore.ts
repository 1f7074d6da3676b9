import { httpError } from '#server/httpError.ts';
import type { Database } from '#server/store/database.ts';
import { GroupPageReader } from '#server/store/sql/group/groupPageReader.ts';
import { type CollectionState, type DocumentPage, DocumentReader, type QueryWithPageSize } from './documentReader.ts';
import type { DocumentQuery } from './documentSource.ts';
import { FilteredPageReader } from './filteredPageReader.ts';
import { planIndexSearches } from './indexSearch.ts';
import type { ChunkWriter, LargePage } from './largePages.ts';
import { chooseAccessPath } from './pipelineSql.ts';
import { EMPTY_PAGE, readIndexedPage } from './readIndexedPage.ts';
import { needsSlicedSort, readSortedPage } from './sortedPages.ts';

/** Maximum number of attempts to read a page while its collection is being replaced. */
const ATTEMPTS = 20;

export class DocumentStore {
  private readonly reader: DocumentReader;
  private readonly filtered: FilteredPageReader;
  private readonly groups: GroupPageReader;
  private readonly pageSize: number;

  constructor(database: Database, pageSize: number, groupBytesMax?: number) {
    this.reader = new DocumentReader(database);
    this.filtered = new FilteredPageReader(this.reader);
    this.groups = new GroupPageReader(database, this.reader, undefined, groupBytesMax);
    this.pageSize = pageSize;
  }

  writeLargePage(
    query: DocumentQuery,
    large: LargePage,
    head: string,
    write: ChunkWriter,
    signal?: AbortSignal,
  ): Promise<void> {
    return this.reader.writeLargePage(query, large, head, write, signal);
  }

  /**
   * Reads a page of a pipeline's result. The time does not depend on the page number: an unfiltered page is a range of
   * `seq`, a filtered page starts at an anchor. Only a sort or a group reads every matching document.
   * @throws HttpError 413 for a page that is too large, if the request specifies the page size
   */
  async readRequestedPage(request: DocumentQuery, signal?: AbortSignal): Promise<DocumentPage> {
    const page = await this.readPage({ ...request, pageSize: request.pageSize ?? this.pageSize }, signal);
    if (request.pageSize !== undefined) await this.reader.assertPageFits(request, page, signal);
    return page;
  }

  private async readPage(query: QueryWithPageSize, signal?: AbortSignal): Promise<DocumentPage> {
    const { pageSize } = query;
    const offset = (query.page - 1) * pageSize;
    switch (chooseAccessPath(query.stages, query.documentID)) {
      case 'range':
        // `seq` has no gaps, so the page is a range of it
        return this.reader.readPage(query, { after: offset, until: offset + pageSize }, signal);
      case 'filtered':
        return this.readGeneration(query, (state) => this.filtered.readPage(query, state, signal), signal);
      case 'sorted':
        if (!needsSlicedSort(this.reader) && planIndexSearches(query.stages).length === 0) break;
        return this.readGeneration(query, (state) => this.readSortedPage(query, state, signal), signal);
      case 'groups':
        return this.groups.readPage(query, { offset, pageSize }, signal);
      case 'whole':
        break;
    }
    return this.reader.readPage(query, { skip: offset }, signal);
  }

  private async readSortedPage(
    query: QueryWithPageSize,
    state: CollectionState,
    signal?: AbortSignal,
  ): Promise<DocumentPage> {
    const indexed = await readIndexedPage(this.reader, query, state, signal);
    return indexed ?? readSortedPage(this.reader, query, state, signal);
  }

  /**
   * Reads a page from one state of a collection with several statements. If the collection is replaced in the meantime,
   * they return nothing, and reading starts again.
   */
  private async readGeneration(
    query: QueryWithPageSize,
    read: (state: CollectionState) => Promise<DocumentPage>,
    signal: AbortSignal | undefined,
  ): Promise<DocumentPage> {
    const offset = (query.page - 1) * query.pageSize;
    let state = await this.reader.readState(query, offset, signal);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!state) return EMPTY_PAGE;
      const page = await read(state);
      if (page.count > 0) return page;
      const { generation } = state;
      state = await this.reader.readState(query, offset, signal);
      if (state?.generation === generation) return page;
    }
    throw httpError(503, 'SERVER-UNAVAILABLE');
  }
}
