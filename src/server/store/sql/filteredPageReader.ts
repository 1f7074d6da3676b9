import { stringifyJson } from '#lib/json/json.ts';
import type { CollectionState, DocumentPage, DocumentReader, QueryWithPageSize } from './documentReader.ts';
import { planIndexSearches } from './indexSearch.ts';
import { ANCHOR_INTERVAL, type PageAnchor, PageAnchorCache } from './pageAnchors.ts';
import { EMPTY_PAGE, readIndexedPage } from './readIndexedPage.ts';

/**
 * Number of documents scanned after an anchor before the index is searched. A common value fills a page within them.
 */
const NEAR = 2000;

/** Reads pages of filtered documents in stored order, each from the nearest anchor before it. */
export class FilteredPageReader {
  private readonly reader: DocumentReader;
  private readonly anchors = new PageAnchorCache();

  constructor(reader: DocumentReader) {
    this.reader = reader;
  }

  async readPage(query: QueryWithPageSize, state: CollectionState, signal?: AbortSignal): Promise<DocumentPage> {
    const { project, collection, stages } = query;
    const { generation, storedAnchor } = state;
    const offset = (query.page - 1) * query.pageSize;
    const key = stringifyJson([project, collection, stages]);
    let anchor = this.anchors.findNearest(key, generation, offset);
    if (storedAnchor && storedAnchor.before > anchor.before) anchor = storedAnchor;
    const page = await this.readNearOrIndexedPage(query, { state, anchor, key, offset }, signal);
    if (page) return page;
    if (offset - anchor.before > ANCHOR_INTERVAL) {
      // stored anchors reach to the last document
      if (storedAnchor) return EMPTY_PAGE;
      const range = { after: anchor.seq, generation };
      this.anchors.add(key, generation, await this.reader.readAnchors(query, range, anchor, signal));
      anchor = this.anchors.findNearest(key, generation, offset);
    }
    return this.readFromAnchor(query, { state, anchor, key, offset }, undefined, signal);
  }

  /**
   * Reads a page of a pipeline with `$in`: with a common value by a short scan, otherwise by index.
   * @returns undefined if a scan of the collection is probably faster
   */
  private async readNearOrIndexedPage(
    query: QueryWithPageSize,
    start: PageStart,
    signal?: AbortSignal,
  ): Promise<DocumentPage | undefined> {
    const { state, anchor, offset } = start;
    if (planIndexSearches(query.stages).length === 0) return undefined;
    if (offset - anchor.before < NEAR) {
      const near = await this.readFromAnchor(query, start, anchor.seq + NEAR, signal);
      if (near.count === query.pageSize) return near;
    }
    return readIndexedPage(this.reader, query, state, signal);
  }

  private async readFromAnchor(
    query: QueryWithPageSize,
    { state: { generation }, anchor, key, offset }: PageStart,
    until: number | undefined,
    signal?: AbortSignal,
  ): Promise<DocumentPage> {
    const range = { after: anchor.seq, skip: offset - anchor.before, generation, ...(until && { until }) };
    const page = await this.reader.readPage(query, range, signal);
    // a page cut short by `until` says nothing about the next one
    const isWhole = until === undefined ? page.count > 0 : page.count === query.pageSize;
    if (isWhole) this.anchors.add(key, generation, [{ before: offset + page.count, seq: page.last }]);
    return page;
  }
}

type PageStart = { state: CollectionState; anchor: PageAnchor; key: string; offset: number };
