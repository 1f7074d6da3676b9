import { httpError } from '#server/httpError.ts';
import { DatabaseError, type ServiceDatabase } from '#server/store/database.ts';
import { findCommonValueKey } from './commonValueCounter.ts';
import { buildDocumentsSql, DOCUMENT_JSON_SQL, type DocumentQuery, type DocumentRange } from './documentSource.ts';
import { type IndexSearch, takeLeadingFilters } from './indexSearch.ts';
import {
  assertPageFits,
  buildPageSql,
  type ChunkWriter,
  type LargePage,
  measureLongestItem,
  planLargePageParts,
  writeLargePage,
} from './largePages.ts';
import { buildMatchConditions, SqlParameters } from './matchSql.ts';
import { ANCHOR_INTERVAL, type PageAnchor } from './pageAnchors.ts';
import { applyStages, buildOrderBy, SORT_BOUND_COLUMNS, type SortBound, STAGE_SQL_BUILDERS } from './pipelineSql.ts';

export type PageQuery = DocumentQuery & { offset: number; pageSize: number };

export type DocumentPage = {
  /** JSON list of the documents. Empty if the page is large. */
  json: Uint8Array;
  count: number;
  large?: LargePage | undefined;
};

export const EMPTY_PAGE: DocumentPage = { json: Buffer.from('[]'), count: 0 };

/** First documents of a partial sort. If they are as many as wanted, `bound` is the sort key of the last one. */
export type FirstSortedDocuments = { seqs: readonly string[]; bound?: SortBound };

/** State of a collection. Its generation changes with any change except appending. */
export type CollectionState = { generation: string; size: number; storedAnchor: PageAnchor | undefined };

/** Maximum number of attempts to read a result while its collection is being replaced. */
const ATTEMPTS = 20;

/** Maximum number of documents from an index search. If there are more, scanning the collection is cheaper. */
const FOUND_MAX = 4000;

/**
 * Number of values that are searched first to estimate the total time, and maximum of that estimate in ms, which is
 * about the duration of a scan of the collection.
 */
const SEARCHED_FIRST = 50;
const SEARCH_MS = { least: 50, perDocument: 0.001 };

/** SQLSTATE of a statement that a Citus cluster cannot distribute. */
const NOT_SUPPORTED = '0A000';

export class DocumentReader {
  readonly kind: ServiceDatabase['kind'];
  private readonly database: ServiceDatabase;

  constructor(database: ServiceDatabase) {
    this.database = database;
    this.kind = database.kind;
  }

  /**
   * Reads the state of a collection. `storedAnchor` is the last one of a common value at or before `offset`.
   * Undefined if the collection does not exist.
   */
  async readState(query: DocumentQuery, offset: number, signal?: AbortSignal): Promise<CollectionState | undefined> {
    const { project, collection, stages } = query;
    const [row] = await this.database.query(
      `select generation, documents, before, seq from collection c left join lateral
         (select before, seq from page_mark m
          where m.project = c.project and m.collection = c.name and m.generation = c.generation
            and value = $3 and before <= $4::bigint
          order by before desc limit 1) m on true
       where c.project = $1 and c.name = $2`,
      [project, collection, findCommonValueKey(stages) ?? null, offset],
      signal,
    );
    const [generation, size, before, seq] = row ?? [];
    if (!generation) return;
    const stored = before ? { before: Number(before), seq: Number(seq) } : undefined;
    return { generation, size: Number(size), storedAnchor: stored };
  }

  /**
   * Reads a result from one state of a collection with several statements. If the collection was replaced in the
   * meantime, reads again, unless the result `isFinal`.
   * @returns undefined if the collection no longer exists
   */
  async readUnchanged<Result>(
    query: DocumentQuery,
    offset: number,
    read: (state: CollectionState) => Promise<Result>,
    isFinal: (result: Result) => boolean,
    signal: AbortSignal | undefined,
    first?: CollectionState,
  ): Promise<Result | undefined> {
    let state = first ?? (await this.readState(query, offset, signal));
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!state) return undefined;
      const result = await read(state);
      if (isFinal(result)) return result;
      const { generation }: CollectionState = state;
      state = await this.readState(query, offset, signal);
      if (state?.generation === generation) return result;
    }
    throw httpError(503, 'SERVER-UNAVAILABLE');
  }

  async readPage(
    query: PageQuery,
    range: DocumentRange,
    signal?: AbortSignal,
  ): Promise<DocumentPage & { last: number }> {
    const parameters = new SqlParameters();
    // trailing project stages are applied to the page only, not to all documents before the cut
    const cut = query.stages.findLastIndex(({ type }) => STAGE_SQL_BUILDERS[type].effect !== 'shape') + 1;
    const { sql, order } = buildSource({ ...query, stages: query.stages.slice(0, cut) }, range, parameters);
    const by = buildOrderBy(order);
    const rows = `select * from (${sql}) s order by ${by} limit ${query.pageSize}
      offset ${parameters.add(range.skip ?? 0)}::bigint`;
    const page = applyStages({ sql: `select * from (${rows}) s`, order }, query.stages.slice(cut), parameters).sql;
    const statement = buildPageSql({ ...query, page, by, document: DOCUMENT_JSON_SQL }, parameters);
    const { json, rest } = await this.database.queryJsonRow(statement, parameters.values, signal);
    const [count, last, sizes, generation] = rest;
    return { json, count: Number(count), last: Number(last), large: planLargePageParts(sizes, generation) };
  }

  /**
   * Checks that a page does not exceed its maximum size.
   * @throws HttpError 413
   */
  async assertPageFits(
    query: DocumentQuery,
    { json, count, large }: DocumentPage,
    signal?: AbortSignal,
  ): Promise<void> {
    if (!large) return assertPageFits({ count, size: json.byteLength, longest: () => measureLongestItem(json) });
    const { sql, values } = this.buildPart(query, large.parts.flat(), large);
    const length = `octet_length(${DOCUMENT_JSON_SQL})`;
    const sizes = `select count(*), coalesce(sum(${length} + 1), 0) + 1, max(${length}) from (${sql}) s`;
    const [row = []] = await this.database.query(sizes, values, signal);
    const [found = 0, size = 0, longest = 0] = row.map(Number);
    assertPageFits({ count: found, size, longest: () => longest });
  }

  /**
   * Writes `head` and the JSON list of a large page. Only project stages remain to be applied to its documents.
   */
  writeLargePage(
    query: DocumentQuery,
    large: LargePage,
    head: string,
    write: ChunkWriter,
    signal?: AbortSignal,
  ): Promise<void> {
    const build = (among: readonly string[]) => this.buildPart(query, among, large);
    return writeLargePage({ session: this.database, large, head, build, document: DOCUMENT_JSON_SQL, write, signal });
  }

  private buildPart(query: DocumentQuery, among: readonly string[], { generation }: LargePage) {
    const parameters = new SqlParameters();
    const stages = query.stages.filter(({ type }) => STAGE_SQL_BUILDERS[type].effect === 'shape');
    const { sql } = buildSource({ ...query, stages }, { seqs: among, generation }, parameters);
    return { sql, values: parameters.values };
  }

  /**
   * Scans all matching documents of a range.
   * @returns page anchors at regular intervals
   */
  async readAnchors(
    query: DocumentQuery,
    range: DocumentRange,
    from: PageAnchor,
    signal?: AbortSignal,
  ): Promise<PageAnchor[]> {
    const parameters = new SqlParameters();
    const { sql } = buildSource(query, range, parameters);
    const rows = await this.database.query(
      `select n, seq from (select seq, row_number() over (order by seq) as n from (${sql}) s) c
       where n % ${ANCHOR_INTERVAL} = 0 order by n`,
      parameters.values,
      signal,
    );
    return rows.map(([n, seq]) => ({ before: from.before + Number(n), seq: Number(seq) }));
  }

  /**
   * Finds the `seq` of all documents that an index search finds and that pass the first filters of the pipeline, in
   * order.
   * @returns undefined if a scan of the collection is probably faster
   */
  async searchIndex(
    query: DocumentQuery,
    { values, ...search }: IndexSearch,
    { generation, size }: CollectionState,
    signal?: AbortSignal,
  ): Promise<string[] | undefined> {
    const found = new Set<string>();
    let room = FOUND_MAX;
    const start = performance.now();
    for (const portion of [values.slice(0, SEARCHED_FIRST), values.slice(SEARCHED_FIRST)]) {
      if (portion.length === 0) break;
      const expected = ((performance.now() - start) / SEARCHED_FIRST) * portion.length;
      if (expected > SEARCH_MS.least + size * SEARCH_MS.perDocument) return undefined;
      const range = { search: { ...search, values: portion }, generation };
      const result = await this.search(query, range, room, signal);
      room -= result?.count ?? Number.POSITIVE_INFINITY;
      if (!result || room < 0) return undefined;
      for (const seq of result.seqs) found.add(seq);
    }
    return [...found].sort((a, b) => Number(a) - Number(b));
  }

  /**
   * Counts the documents that an index search finds, up to `most` + 1, and lists those that pass the filters.
   * @returns undefined if the documents of a collection are distributed over several servers, where an index search is
   * impossible
   */
  private async search(query: DocumentQuery, range: DocumentRange, most: number, signal?: AbortSignal) {
    const parameters = new SqlParameters();
    const candidates = `select * from (${buildDocumentsSql(query, range, parameters)}) s limit ${most + 1}`;
    const met = buildMatchConditions(takeLeadingFilters(query.stages), parameters).join(' and ');
    const sql = `select count(*), string_agg(seq::text, ',') filter (where ${met}) from (${candidates}) c`;
    const rows = await this.database.query(sql, parameters.values, signal).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.sqlState === NOT_SUPPORTED) return undefined;
      throw error;
    });
    if (!rows) return undefined;
    const [[count, seqs] = []] = rows;
    return { count: Number(count), seqs: seqs ? seqs.split(',') : [] };
  }

  async countMatches(query: DocumentQuery, max: number, signal?: AbortSignal): Promise<number> {
    const parameters = new SqlParameters();
    const stages = query.stages.filter(({ type }) => type !== 'sort');
    const { sql } = buildSource({ ...query, stages }, {}, parameters);
    const count = `select count(*) from (select from (${sql}) s limit ${max}) s`;
    const [[matches] = []] = await this.database.query(count, parameters.values, signal);
    return Number(matches);
  }

  /** Finds the first `count` documents in sort order, from a range and the best documents of earlier ranges. */
  async readFirstDocuments(
    query: DocumentQuery,
    range: DocumentRange,
    before: FirstSortedDocuments,
    count: number,
    signal?: AbortSignal,
  ): Promise<FirstSortedDocuments> {
    const parameters = new SqlParameters();
    const carried =
      range.generation === undefined ? { seqs: before.seqs } : { seqs: before.seqs, generation: range.generation };
    const base = [carried, range].map((part) => buildDocumentsSql(query, part, parameters)).join(' union all ');
    const { sql, order } = applyStages({ sql: base, order: [] }, query.stages, parameters, before.bound);
    const rows = await this.database.query(
      `select seq, ${SORT_BOUND_COLUMNS} from (${sql}) s order by ${buildOrderBy(order)} limit ${count}`,
      parameters.values,
      signal,
    );
    const [, type = null, value = null] = rows[count - 1] ?? [];
    return {
      seqs: rows.map(([seq]) => seq ?? ''),
      ...(rows.length === count && { bound: { type: type === null ? null : Number(type), value } }),
    };
  }
}

function buildSource(query: DocumentQuery, range: DocumentRange, parameters: SqlParameters) {
  return applyStages({ sql: buildDocumentsSql(query, range, parameters), order: [] }, query.stages, parameters);
}
