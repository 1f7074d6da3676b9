import { stringifyJson } from '#lib/json/json.ts';
import type { CollectionState, DocumentReader, Page, SizedQuery } from './documentReader.ts';
import { EMPTY_PAGE, readIndexedPage } from './indexedPages.ts';
import { findIndexSearches } from './indexSearch.ts';
import { ANCHOR_INTERVAL, type PageAnchor, PageAnchors } from './pageAnchors.ts';

/** Documents after an anchor that are scanned before the index is searched: a common value fills a page there. */
const NEAR = 2000;

/** Reads pages of filtered documents in stored order, each from the nearest anchor before it. */
export class FilteredPages {
  private readonly reader: DocumentReader;
  private readonly anchors = new PageAnchors();

  constructor(reader: DocumentReader) {
    this.reader = reader;
  }

  async readPage(query: SizedQuery, state: CollectionState, signal?: AbortSignal): Promise<Page> {
    const { project, collection, stages } = query;
    const { generation, stored } = state;
    const offset = (query.page - 1) * query.pageSize;
    const key = stringifyJson([project, collection, stages]);
    let anchor = this.anchors.findNearest(key, generation, offset);
    if (stored && stored.before > anchor.before) anchor = stored;
    const page = await this.readNearOrIndexedPage(query, { state, anchor, key, offset }, signal);
    if (page) return page;
    if (offset - anchor.before > ANCHOR_INTERVAL) {
      // stored anchors reach to the last document
      if (stored) return EMPTY_PAGE;
      const range = { after: anchor.seq, of: generation };
      this.anchors.add(key, generation, await this.reader.readAnchors(query, range, anchor, signal));
      anchor = this.anchors.findNearest(key, generation, offset);
    }
    return this.readFromAnchor(query, { state, anchor, key, offset }, undefined, signal);
  }

  /** Reads a page of a pipeline with `$in`: by a short scan for a common value, else by index; undefined if neither works. */
  private async readNearOrIndexedPage(
    query: SizedQuery,
    start: PageStart,
    signal?: AbortSignal,
  ): Promise<Page | undefined> {
    const { state, anchor, offset } = start;
    if (findIndexSearches(query.stages).length === 0) return undefined;
    if (offset - anchor.before < NEAR) {
      const near = await this.readFromAnchor(query, start, anchor.seq + NEAR, signal);
      if (near.count === query.pageSize) return near;
    }
    return readIndexedPage(this.reader, query, state, signal);
  }

  private async readFromAnchor(
    query: SizedQuery,
    { state: { generation }, anchor, key, offset }: PageStart,
    until: number | undefined,
    signal?: AbortSignal,
  ): Promise<Page> {
    const range = { after: anchor.seq, skip: offset - anchor.before, of: generation, ...(until && { until }) };
    const page = await this.reader.readPage(query, range, signal);
    // a page cut short by `until` says nothing about the next one
    const isWhole = until === undefined ? page.count > 0 : page.count === query.pageSize;
    if (isWhole) this.anchors.add(key, generation, [{ before: offset + page.count, seq: page.last }]);
    return page;
  }
}

type PageStart = { state: CollectionState; anchor: PageAnchor; key: string; offset: number };
