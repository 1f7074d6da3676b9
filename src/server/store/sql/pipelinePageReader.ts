import { stringifyJson } from '#lib/json/json.ts';
import { HttpError, httpError } from '#server/httpError.ts';
import { DatabaseError, type ServiceDatabase } from '#server/store/database.ts';
import { GroupPageReader } from '#server/store/sql/group/groupPageReader.ts';
import {
  type CollectionState,
  type DocumentPage,
  DocumentReader,
  EMPTY_PAGE,
  type FirstSortedDocuments,
  type PageQuery,
} from './documentReader.ts';
import type { DocumentQuery } from './documentSource.ts';
import { buildSeqSearch, isSelectedByLeadingFilters, planIndexSearches } from './indexSearch.ts';
import { ANCHOR_INTERVAL, type PageAnchor, PageAnchorCache } from './pageAnchors.ts';
import { type SqlStage, STAGE_SQL_BUILDERS } from './pipelineSql.ts';

export class PipelinePageReader {
  readonly reader: DocumentReader;
  private readonly filtered: FilteredPageReader;
  private readonly groups: GroupPageReader;
  private readonly pageSize: number;

  constructor(database: ServiceDatabase, pageSize: number, groupBytesMax?: number) {
    this.reader = new DocumentReader(database);
    this.filtered = new FilteredPageReader(this.reader);
    this.groups = new GroupPageReader(database, this.reader, undefined, groupBytesMax);
    this.pageSize = pageSize;
  }

  /**
   * Reads a page of a pipeline's result. The time does not depend on the page number: an unfiltered page is a range of
   * `seq`, a filtered page starts at an anchor. Only a sort or a group reads every matching document.
   * @throws HttpError 413 for a page that is too large, if the request specifies the page size
   */
  async readRequestedPage(request: DocumentQuery, signal?: AbortSignal): Promise<DocumentPage> {
    const { pageSize = this.pageSize } = request;
    const page = await this.readPage({ ...request, pageSize, offset: (request.page - 1) * pageSize }, signal);
    if (request.pageSize !== undefined) await this.reader.assertPageFits(request, page, signal);
    return page;
  }

  private async readPage(query: PageQuery, signal?: AbortSignal): Promise<DocumentPage> {
    const { stages, documentID, offset, pageSize } = query;
    const effects = new Set(stages.map(({ type }) => STAGE_SQL_BUILDERS[type].effect));
    if (effects.has('group')) return this.groups.readPage(query, { offset, pageSize }, signal);
    const isSorted = effects.has('order');
    const isSortedAtOnce = isSorted && !needsSlicedSort(this.reader) && planIndexSearches(stages).length === 0;
    if (documentID !== undefined || isSortedAtOnce) return this.reader.readPage(query, { skip: offset }, signal);
    if (isSorted)
      return this.readGeneration(query, (state) => readIndexedOrSortedPage(this.reader, query, state, signal), signal);
    if (effects.has('select'))
      return this.readGeneration(query, (state) => this.filtered.readPage(query, state, signal), signal);
    // `seq` has no gaps, so the page is a range of it
    return this.reader.readPage(query, { after: offset, until: offset + pageSize }, signal);
  }

  /** Reads a page with several statements. They return nothing if the collection is replaced in the meantime. */
  private async readGeneration(
    query: PageQuery,
    read: (state: CollectionState) => Promise<DocumentPage>,
    signal: AbortSignal | undefined,
  ): Promise<DocumentPage> {
    return (await this.reader.readUnchanged(query, query.offset, read, ({ count }) => count > 0, signal)) ?? EMPTY_PAGE;
  }
}

/**
 * Number of documents scanned after an anchor before the index is searched. A common value fills a page within them.
 */
const NEAR = 2000;

/** Reads pages of filtered documents in stored order, each from the nearest anchor before it. */
class FilteredPageReader {
  private readonly reader: DocumentReader;
  private readonly anchors = new PageAnchorCache();

  constructor(reader: DocumentReader) {
    this.reader = reader;
  }

  async readPage(query: PageQuery, state: CollectionState, signal?: AbortSignal): Promise<DocumentPage> {
    const { project, collection, stages, offset } = query;
    const { generation, storedAnchor } = state;
    const key = stringifyJson([project, collection, stages]);
    let anchor = this.anchors.findNearest(key, generation, offset);
    if (storedAnchor && storedAnchor.before > anchor.before) anchor = storedAnchor;
    const page = await this.readNearOrIndexedPage(query, { state, anchor, key }, signal);
    if (page) return page;
    if (offset - anchor.before > ANCHOR_INTERVAL) {
      // stored anchors reach to the last document
      if (storedAnchor) return EMPTY_PAGE;
      const range = { after: anchor.seq, generation };
      this.anchors.add(key, generation, await this.reader.readAnchors(query, range, anchor, signal));
      anchor = this.anchors.findNearest(key, generation, offset);
    }
    return this.readFromAnchor(query, { state, anchor, key }, undefined, signal);
  }

  /**
   * Reads a page of a pipeline with `$in`: with a common value by a short scan, otherwise by index.
   * @returns undefined if a scan of the collection is probably faster
   */
  private async readNearOrIndexedPage(
    query: PageQuery,
    start: PageStart,
    signal?: AbortSignal,
  ): Promise<DocumentPage | undefined> {
    const { state, anchor } = start;
    if (planIndexSearches(query.stages).length === 0) return undefined;
    if (query.offset - anchor.before < NEAR) {
      const near = await this.readFromAnchor(query, start, anchor.seq + NEAR, signal);
      if (near.count === query.pageSize) return near;
    }
    return readIndexedPage(this.reader, query, state, signal);
  }

  private async readFromAnchor(
    query: PageQuery,
    { state: { generation }, anchor, key }: PageStart,
    until: number | undefined,
    signal?: AbortSignal,
  ): Promise<DocumentPage> {
    const { offset } = query;
    const range = { after: anchor.seq, skip: offset - anchor.before, generation, ...(until && { until }) };
    const page = await this.reader.readPage(query, range, signal);
    // a page cut short by `until` says nothing about the next one
    const isWhole = until === undefined ? page.count > 0 : page.count === query.pageSize;
    if (isWhole) this.anchors.add(key, generation, [{ before: offset + page.count, seq: page.last }]);
    return page;
  }
}

type PageStart = { state: CollectionState; anchor: PageAnchor; key: string };

/**
 * Limits of sorts in the embedded database: documents per slice, best documents carried from slice to slice, matching
 * documents sorted at once for a later page, documents sorted without a match stage, and total time in ms.
 */
const SORT = { slice: 50_000, best: 1000, whole: 250_000, most: 2_000_000, patience: 25_000 };

/** True for the embedded database. PostgreSQL runs a sort in parallel with other statements, so it needs no slices. */
function needsSlicedSort({ kind }: DocumentReader): boolean {
  return kind === 'pglite';
}

/**
 * Reads a page of a sort, if possible by index. The embedded database runs one statement at a time, so it sorts in slices, between which
 * other statements run; each slice includes the best documents so far. For a page too far from the start, the whole
 * result is sorted at once, provided it is small enough. The page is empty if the collection is replaced in the
 * meantime.
 */
async function readIndexedOrSortedPage(
  reader: DocumentReader,
  query: PageQuery,
  state: CollectionState,
  signal?: AbortSignal,
): Promise<DocumentPage> {
  const indexed = await readIndexedPage(reader, query, state, signal);
  if (indexed) return indexed;
  const { generation, size } = state;
  const { offset, pageSize } = query;
  const readWhole = () => reader.readPage(query, { skip: offset, generation }, signal);
  if (!needsSlicedSort(reader) || size <= SORT.slice) return readWhole();
  const selects = query.stages.some(({ type }) => STAGE_SQL_BUILDERS[type].effect === 'select');
  if (size > SORT.most && !selects) throw httpError(400, 'QUERY-TOO-COSTLY');
  const wanted = offset + pageSize;
  if (wanted > SORT.best) {
    if ((await reader.countMatches(query, SORT.whole + 1, signal)) > SORT.whole) throw refusePage(selects, pageSize);
    return readWhole();
  }
  const among = await readAllSlices(reader, query, { generation, size, wanted }, signal);
  return reader.readPage(query, { seqs: among, skip: offset, generation }, signal);
}

function refusePage(selects: boolean, pageSize: number): HttpError {
  const [last, most] = [SORT.best / pageSize, SORT.whole].map((count) => Math.floor(count).toLocaleString('en'));
  const advice = selects
    ? `the match returns more. Narrow the match, or request a page from 1 to ${last}.`
    : `the collection has more. Put a match before the sort, or request a page from 1 to ${last}.`;
  const reason = `Pages after ${last} of a sorted result are available for at most ${most} documents, and ${advice}`;
  return new HttpError(400, 'QUERY-TOO-COSTLY', reason);
}

async function readAllSlices(
  reader: DocumentReader,
  query: DocumentQuery,
  { generation, size, wanted }: { generation: string; size: number; wanted: number },
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const slices = Math.ceil(size / SORT.slice);
  const start = performance.now();
  let best: FirstSortedDocuments = { seqs: [] };
  for (let done = 0; done < slices; done++) {
    // the wanted documents are often the newest; finding them first avoids most comparisons
    const slice = isDescending(query.stages) ? slices - 1 - done : done;
    const range = { after: slice * SORT.slice, until: (slice + 1) * SORT.slice, generation };
    best = await reader.readFirstDocuments(query, range, best, wanted, signal);
    if (performance.now() - start > SORT.patience) throw new DatabaseError('timeout', 'the sort took too long');
  }
  return best.seqs;
}

function isDescending(stages: readonly SqlStage[]): boolean {
  const specs = stages.findLast(({ type }) => type === 'sort')?.specs ?? {};
  return Object.values(specs)[0] === -1;
}

/**
 * Reads a page of a pipeline with `$in` by looking up its values in an index.
 * @returns undefined if a scan of the collection is probably faster
 */
async function readIndexedPage(
  reader: DocumentReader,
  query: PageQuery,
  state: CollectionState,
  signal?: AbortSignal,
): Promise<DocumentPage | undefined> {
  const { offset, pageSize } = query;
  for (const search of planIndexSearches(query.stages)) {
    // an empty list matches nothing; a cluster cannot join with an empty list
    if (search.values.length === 0) return EMPTY_PAGE;
    const seqs = await reader.searchIndex(query, search, state, signal);
    if (!seqs) continue;
    // if no later stage selects or sorts, only this page's documents are read
    const range = isSelectedByLeadingFilters(query.stages)
      ? { search: buildSeqSearch(seqs.slice(offset, offset + pageSize)) }
      : { search: buildSeqSearch(seqs), skip: offset };
    return reader.readPage(query, { ...range, generation: state.generation }, signal);
  }
  return undefined;
}
