import { stringifyJson } from '#lib/json/json.ts';
import { httpError } from '#server/httpError.ts';
import type { Database } from '#server/store/database.ts';
import { type CollectionState, DocumentReader, type Page, type Query } from './documentReader.ts';
import { findIndexSearches, isSelectedByFilters, searchNumbers } from './indexedLists.ts';
import type { LargePage, PieceWriter } from './largePages.ts';
import { ANCHOR_INTERVAL, type PageAnchor, PageAnchors } from './pageAnchors.ts';
import { chooseAccessPath } from './pipelineSql.ts';
import { needsSlicedSort, readSortedPage } from './sortedPages.ts';

/** How often a page is begun anew because its collection was replaced meanwhile. */
const ATTEMPTS = 20;

/** Documents behind a mark that are walked before an index is searched for a list: a common value fills a page there. */
const NEAR = 2000;

const EMPTY: Page = { json: Buffer.from('[]'), count: 0 };

/** Answers pipelines, a page at a time. */
export class Documents {
  private readonly reader: DocumentReader;
  private readonly pageSize: number;
  private readonly marks = new PageAnchors();

  constructor(database: Database, pageSize: number) {
    this.reader = new DocumentReader(database, pageSize);
    this.pageSize = pageSize;
  }

  /** Writes `head` and the JSON list of a large page, a part at a time. */
  readLarge(query: Query, large: LargePage, head: string, write: PieceWriter, signal?: AbortSignal): Promise<void> {
    return this.reader.readLarge(query, large, head, write, signal);
  }

  /**
   * A page of what a pipeline leaves. How long it takes does not grow with the page: an unfiltered page is a range of
   * `seq`, a filtered one begins at a mark. Only a sort has to look at every match.
   */
  async page(query: Query, signal?: AbortSignal): Promise<Page> {
    const offset = (query.page - 1) * this.pageSize;
    switch (chooseAccessPath(query.stages, query.documentID)) {
      case 'numbers':
        // numbered without a gap, so the page is known by its numbers
        return this.reader.readPage(query, { after: offset, until: offset + this.pageSize }, signal);
      case 'marks':
        return this.readGeneration(query, offset, signal, (state) => this.filteredPage(query, offset, state, signal));
      case 'slices':
        if (!needsSlicedSort(this.reader) && findIndexSearches(query.stages).length === 0) break;
        return this.readGeneration(query, offset, signal, (state) => this.sortedPage(query, offset, state, signal));
      case 'whole':
        break;
    }
    return this.reader.readPage(query, { skip: offset }, signal);
  }

  /**
   * Reads a page of one state of a collection with several statements, each of which finds nothing once the collection
   * is another one: then what was found before is worth nothing, and the page is begun anew.
   */
  private async readGeneration(
    query: Query,
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

  private async sortedPage(query: Query, offset: number, state: CollectionState, signal?: AbortSignal): Promise<Page> {
    const listed = await this.listedPage(query, offset, state, signal);
    if (listed) return listed;
    return readSortedPage(this.reader, query, { ...state, offset, pageSize: this.pageSize }, signal);
  }

  private async filteredPage(query: Query, offset: number, state: CollectionState, signal?: AbortSignal) {
    const { project, collection, stages } = query;
    const { generation, stored } = state;
    const key = stringifyJson([project, collection, stages]);
    let mark = this.marks.findNearest(key, generation, offset);
    if (stored && stored.before > mark.before) mark = stored;
    const listed = await this.nearOrListedPage(query, offset, { state, mark, key }, signal);
    if (listed) return listed;
    if (offset - mark.before > ANCHOR_INTERVAL) {
      // stored marks go on to the last document
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

  /** A page of a pipeline with a list: of a common value a few documents hold it, of others an index finds them. */
  private async nearOrListedPage(
    query: Query,
    offset: number,
    { state, mark, key }: { state: CollectionState; mark: PageAnchor; key: string },
    signal?: AbortSignal,
  ): Promise<Page | undefined> {
    if (findIndexSearches(query.stages).length === 0) return undefined;
    const { generation } = state;
    const range = { after: mark.seq, until: mark.seq + NEAR, skip: offset - mark.before, of: generation };
    const near = range.skip < NEAR ? await this.reader.readPage(query, range, signal) : { ...EMPTY, last: 0 };
    if (near.count < this.pageSize) return this.listedPage(query, offset, state, signal);
    this.marks.add(key, generation, [{ before: offset + near.count, seq: near.last }]);
    return near;
  }

  /** A page of what an index finds for a list of the pipeline; undefined where it has none, or may find too much. */
  private async listedPage(query: Query, offset: number, state: CollectionState, signal?: AbortSignal) {
    for (const found of findIndexSearches(query.stages)) {
      // a list of nothing matches nothing; a cluster cannot join with an empty list
      if (found.values.length === 0) return EMPTY;
      const seqs = await this.reader.readFound(query, found, state, signal);
      if (!seqs) continue;
      // what no later stage selects from or sorts is read for this page alone
      const range = isSelectedByFilters(query.stages)
        ? { found: searchNumbers(seqs.slice(offset, offset + this.pageSize)) }
        : { found: searchNumbers(seqs), skip: offset };
      return this.reader.readPage(query, { ...range, of: state.generation }, signal);
    }
    return undefined;
  }
}
