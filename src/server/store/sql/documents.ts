import { stringifyJson } from '#lib/json/json.ts';
import { httpError } from '#server/httpError.ts';
import type { Database } from '#server/store/database.ts';
import { GroupReader } from '#server/store/sql/group/groupReader.ts';
import { type CollectionState, DocumentReader, type Page, type SizedQuery } from './documentReader.ts';
import type { Query } from './documentSource.ts';
import { findIndexSearches, isSelectedByFilters, searchNumbers } from './indexedLists.ts';
import type { LargePage, PieceWriter } from './largePages.ts';
import { ANCHOR_INTERVAL, type PageAnchor, PageAnchors } from './pageAnchors.ts';
import { chooseAccessPath } from './pipelineSql.ts';
import { needsSlicedSort, readSortedPage } from './sortedPages.ts';

/** Maximum number of attempts to read a page while its collection is being replaced. */
const ATTEMPTS = 20;

/**
 * Number of documents after an anchor that are scanned before the index is searched, because a common value fills a
 * page there.
 */
const NEAR = 2000;

const EMPTY: Page = { json: Buffer.from('[]'), count: 0 };

export class Documents {
  private readonly reader: DocumentReader;
  private readonly groups: GroupReader;
  private readonly pageSize: number;
  private readonly marks = new PageAnchors();

  constructor(database: Database, pageSize: number) {
    this.reader = new DocumentReader(database);
    this.groups = new GroupReader(database, this.reader);
    this.pageSize = pageSize;
  }

  readLarge(query: Query, large: LargePage, head: string, write: PieceWriter, signal?: AbortSignal): Promise<void> {
    return this.reader.readLarge(query, large, head, write, signal);
  }

  /**
   * Reads a page of a pipeline's result. The time does not depend on the page number: an unfiltered page is a range of
   * `seq`, a filtered page starts at an anchor. Only a sort or a group reads every matching document.
   * @throws HttpError 413 for a page that is too large, if the request specifies the page size
   */
  async page(request: Query, signal?: AbortSignal): Promise<Page> {
    const page = await this.readPage({ ...request, pageSize: request.pageSize ?? this.pageSize }, signal);
    if (request.pageSize !== undefined) await this.reader.assertPageFits(request, page, signal);
    return page;
  }

  private async readPage(query: SizedQuery, signal?: AbortSignal): Promise<Page> {
    const { pageSize } = query;
    const offset = (query.page - 1) * pageSize;
    switch (chooseAccessPath(query.stages, query.documentID)) {
      case 'numbers':
        // `seq` has no gaps, so the page is a range of it
        return this.reader.readPage(query, { after: offset, until: offset + pageSize }, signal);
      case 'marks':
        return this.readGeneration(query, offset, signal, (state) => this.filteredPage(query, offset, state, signal));
      case 'slices':
        if (!needsSlicedSort(this.reader) && findIndexSearches(query.stages).length === 0) break;
        return this.readGeneration(query, offset, signal, (state) => this.sortedPage(query, offset, state, signal));
      case 'groups':
        return this.groups.readPage(query, { offset, pageSize }, signal);
      case 'whole':
        break;
    }
    return this.reader.readPage(query, { skip: offset }, signal);
  }

  /**
   * Reads a page from one state of a collection with several statements. If the collection is replaced in the meantime,
   * they return nothing, and reading starts again.
   */
  private async readGeneration(
    query: SizedQuery,
    offset: number,
    signal: AbortSignal | undefined,
    read: (state: CollectionState) => Promise<Page>,
  ): Promise<Page> {
    let state = await this.reader.readState(query, offset, signal);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!state) return EMPTY;
      const page = await read(state);
      if (page.count > 0) return page;
      const { generation } = state;
      state = await this.reader.readState(query, offset, signal);
      if (state?.generation === generation) return page;
    }
    throw httpError(503, 'SERVER-UNAVAILABLE');
  }

  private async sortedPage(
    query: SizedQuery,
    offset: number,
    state: CollectionState,
    signal?: AbortSignal,
  ): Promise<Page> {
    const listed = await this.listedPage(query, offset, state, signal);
    if (listed) return listed;
    return readSortedPage(this.reader, query, { ...state, offset, pageSize: query.pageSize }, signal);
  }

  private async filteredPage(query: SizedQuery, offset: number, state: CollectionState, signal?: AbortSignal) {
    const { project, collection, stages } = query;
    const { generation, stored } = state;
    const key = stringifyJson([project, collection, stages]);
    let mark = this.marks.findNearest(key, generation, offset);
    if (stored && stored.before > mark.before) mark = stored;
    const listed = await this.nearOrListedPage(query, offset, { state, mark, key }, signal);
    if (listed) return listed;
    if (offset - mark.before > ANCHOR_INTERVAL) {
      // stored anchors extend to the last document
      if (stored) return EMPTY;
      const range = { after: mark.seq, of: generation };
      this.marks.add(key, generation, await this.reader.readMarks(query, range, mark, signal));
      mark = this.marks.findNearest(key, generation, offset);
    }
    const range = { after: mark.seq, skip: offset - mark.before, of: generation };
    const page = await this.reader.readPage(query, range, signal);
    if (page.count > 0) this.marks.add(key, generation, [{ before: offset + page.count, seq: page.last }]);
    return page;
  }

  /**
   * Reads a page of a pipeline with `$in`: by a short scan for a common value, otherwise by index.
   * @returns undefined if neither is possible
   */
  private async nearOrListedPage(
    query: SizedQuery,
    offset: number,
    { state, mark, key }: { state: CollectionState; mark: PageAnchor; key: string },
    signal?: AbortSignal,
  ): Promise<Page | undefined> {
    if (findIndexSearches(query.stages).length === 0) return undefined;
    const { generation } = state;
    const range = { after: mark.seq, until: mark.seq + NEAR, skip: offset - mark.before, of: generation };
    const near = range.skip < NEAR ? await this.reader.readPage(query, range, signal) : { ...EMPTY, last: 0 };
    if (near.count < query.pageSize) return this.listedPage(query, offset, state, signal);
    this.marks.add(key, generation, [{ before: offset + near.count, seq: near.last }]);
    return near;
  }

  private async listedPage(query: SizedQuery, offset: number, state: CollectionState, signal?: AbortSignal) {
    for (const found of findIndexSearches(query.stages)) {
      // an empty list matches nothing; a cluster cannot join with an empty list
      if (found.values.length === 0) return EMPTY;
      const seqs = await this.reader.readFound(query, found, state, signal);
      if (!seqs) continue;
      // if no later stage selects or sorts, only the documents of this page are read
      const range = isSelectedByFilters(query.stages)
        ? { found: searchNumbers(seqs.slice(offset, offset + query.pageSize)) }
        : { found: searchNumbers(seqs), skip: offset };
      return this.reader.readPage(query, { ...range, of: state.generation }, signal);
    }
    return undefined;
  }
}
