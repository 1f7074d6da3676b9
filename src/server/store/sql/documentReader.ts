import { type Database, DatabaseError } from '#server/store/database.ts';
import { getCommonValueName } from './commonValues.ts';
import { type IndexSearch, takeFilters } from './indexedLists.ts';
import { buildPageSql, getLargePage, type LargePage, type PieceWriter, readLargePage } from './largePages.ts';
import { getMatchConditions, Parameters, toArrayLiteral } from './matchSql.ts';
import { ANCHOR_INTERVAL, type PageAnchor } from './pageAnchors.ts';
import { applyStages, SORT_BOUND_COLUMNS, type SortBound, STAGES, type Stage } from './pipelineSql.ts';

export type Query = {
  project: string;
  collection: string;
  documentID?: string | undefined;
  stages: readonly Stage[];
  page: number;
};

export type Page = {
  /** A JSON list; empty if the page is large. */
  json: Uint8Array;
  count: number;
  large?: LargePage | undefined;
};

/**
 * Documents with `seq` in (after, until], those in `among`, or those that an index search finds, without the first
 * `skip`. Empty if the collection is no longer of generation `of`.
 */
type Range = {
  after?: number;
  until?: number;
  among?: readonly string[];
  found?: IndexSearch;
  skip?: number;
  of?: string;
};

/** The first documents of a partial sort; with a bound, as many as wanted. */
export type Best = { seqs: readonly string[]; bound?: SortBound };

/** State of a collection: its generation changes with any change except appending. */
export type CollectionState = { generation: string; size: number; stored: PageAnchor | undefined };

/** Maximum number of documents from an index search; above it a scan of the collection is cheaper. */
const FOUND_MAX = 4000;

/**
 * Number of values that are searched first to estimate the total time, and the maximum of that estimate, in ms: about
 * as long as a scan of the collection.
 */
const SEARCHED_FIRST = 50;
const SEARCH_MS = { least: 50, perDocument: 0.001 };

/** SQLSTATE of a statement that a Citus cluster cannot distribute. */
const NOT_SUPPORTED = '0A000';

export class DocumentReader {
  readonly kind: Database['kind'];
  private readonly database: Database;
  private readonly pageSize: number;

  constructor(database: Database, pageSize: number) {
    this.database = database;
    this.kind = database.kind;
    this.pageSize = pageSize;
  }

  /** `stored` is the last anchor at or before `offset` for a common value. Undefined if the collection does not exist. */
  async readState(query: Query, offset: number, signal?: AbortSignal): Promise<CollectionState | undefined> {
    const { project, collection, stages } = query;
    const [row] = await this.database.query(
      `select generation, documents, before, seq from collection c left join lateral
         (select before, seq from page_mark m
          where m.project = c.project and m.collection = c.name and m.generation = c.generation
            and value = $3 and before <= $4::bigint
          order by before desc limit 1) m on true
       where c.project = $1 and c.name = $2`,
      [project, collection, getCommonValueName(stages) ?? null, offset],
      signal,
    );
    const [generation, size, before, seq] = row ?? [];
    if (!generation) return;
    const stored = before ? { before: Number(before), seq: Number(seq) } : undefined;
    return { generation, size: Number(size), stored };
  }

  async readPage(query: Query, range: Range, signal?: AbortSignal): Promise<Page & { last: number }> {
    const parameters = new Parameters();
    // trailing project stages are applied to the page only, not to all documents before the cut
    const cut = query.stages.findLastIndex(({ type }) => STAGES[type].does !== 'shape') + 1;
    const { sql, order } = buildSource({ ...query, stages: query.stages.slice(0, cut) }, range, parameters);
    const by = [...order, 'seq'].join(', ');
    const rows = `select * from (${sql}) s order by ${by} limit ${this.pageSize}
      offset ${parameters.add(range.skip ?? 0)}::bigint`;
    const page = applyStages({ sql: `select * from (${rows}) s`, order }, query.stages.slice(cut), parameters).sql;
    const statement = buildPageSql({ ...query, page, by, document: DOCUMENT }, parameters);
    const { json, rest } = await this.database.json(statement, parameters.values, signal);
    const [count, last, sizes, generation] = rest;
    return { json, count: Number(count), last: Number(last), large: getLargePage(sizes, generation) };
  }

  /** Writes `head` and the JSON list of a large page. Only project stages remain to be applied to its documents. */
  readLarge(query: Query, large: LargePage, head: string, write: PieceWriter, signal?: AbortSignal): Promise<void> {
    const stages = query.stages.filter(({ type }) => STAGES[type].does === 'shape');
    const build = (among: readonly string[]) => {
      const parameters = new Parameters();
      const { sql } = buildSource({ ...query, stages }, { among, of: large.generation }, parameters);
      return { sql, values: parameters.values };
    };
    return readLargePage({ session: this.database, large, head, build, document: DOCUMENT, write, signal });
  }

  /** Scans all matches of a range, and returns anchors at regular intervals. */
  async readMarks(query: Query, range: Range, from: PageAnchor, signal?: AbortSignal): Promise<PageAnchor[]> {
    const parameters = new Parameters();
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
   * Finds the `seq` of all documents of an index search that also pass the pipeline's first filters, in order.
   * @returns undefined if a scan of the collection is probably faster
   */
  async readFound(
    query: Query,
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
      const range = { found: { ...search, values: portion }, of: generation };
      const result = await this.search(query, range, room, signal);
      room -= result?.count ?? Number.POSITIVE_INFINITY;
      if (!result || room < 0) return undefined;
      for (const seq of result.seqs) found.add(seq);
    }
    return [...found].sort((a, b) => Number(a) - Number(b));
  }

  /**
   * Counts the documents of an index search, up to `most` + 1, and lists those that pass the filters.
   * @returns undefined if the documents of a collection are distributed over servers, where a search by value is
   * impossible
   */
  private async search(query: Query, range: Range, most: number, signal?: AbortSignal) {
    const parameters = new Parameters();
    const candidates = `select * from (${buildBase(query, range, parameters)}) s limit ${most + 1}`;
    const met = getMatchConditions(takeFilters(query.stages), parameters).join(' and ');
    const sql = `select count(*), string_agg(seq::text, ',') filter (where ${met}) from (${candidates}) c`;
    const rows = await this.database.query(sql, parameters.values, signal).catch((error: unknown) => {
      if (error instanceof DatabaseError && error.sqlState === NOT_SUPPORTED) return undefined;
      throw error;
    });
    if (!rows) return undefined;
    const [[count, seqs] = []] = rows;
    return { count: Number(count), seqs: seqs ? seqs.split(',') : [] };
  }

  async countMatches(query: Query, most: number, signal?: AbortSignal): Promise<number> {
    const parameters = new Parameters();
    const stages = query.stages.filter(({ type }) => type !== 'sort');
    const { sql } = buildSource({ ...query, stages }, {}, parameters);
    const count = `select count(*) from (select from (${sql}) s limit ${most}) s`;
    const [[matches] = []] = await this.database.query(count, parameters.values, signal);
    return Number(matches);
  }

  /** Finds the first `wanted` documents of a sort over a range and the best ones before it. */
  async readBest(query: Query, range: Range, before: Best, wanted: number, signal?: AbortSignal): Promise<Best> {
    const parameters = new Parameters();
    const carried = range.of === undefined ? { among: before.seqs } : { among: before.seqs, of: range.of };
    const base = [carried, range].map((part) => buildBase(query, part, parameters)).join(' union all ');
    const { sql, order } = applyStages({ sql: base, order: [] }, query.stages, parameters, before.bound);
    const rows = await this.database.query(
      `select seq, ${SORT_BOUND_COLUMNS} from (${sql}) s order by ${[...order, 'seq'].join(', ')} limit ${wanted}`,
      parameters.values,
      signal,
    );
    const [, type = null, value = null] = rows[wanted - 1] ?? [];
    return {
      seqs: rows.map(([seq]) => seq ?? ''),
      ...(rows.length === wanted && { bound: { type: type === null ? null : Number(type), value } }),
    };
  }
}

function buildSource(query: Query, range: Range, parameters: Parameters) {
  return applyStages({ sql: buildBase(query, range, parameters), order: [] }, query.stages, parameters);
}

/** SQL for the documents of a range. An index search looks up each value separately, against the planner's choice. */
function buildBase({ project, collection, documentID }: Query, range: Range, parameters: Parameters): string {
  const conditions = [`project = ${parameters.add(project)}`, `collection = ${parameters.add(collection)}`];
  if (documentID !== undefined) conditions.push(`document_id = ${parameters.add(documentID)}`);
  if (range.after) conditions.push(`seq > ${parameters.add(range.after)}::bigint`);
  if (range.until) conditions.push(`seq <= ${parameters.add(range.until)}::bigint`);
  if (range.among) conditions.push(`seq = any(${parameters.add(`{${range.among.join(',')}}`)}::bigint[])`);
  if (range.of !== undefined) conditions.push(buildGenerationCheck(project, collection, range.of, parameters));
  if (range.found) conditions.push(range.found.condition);
  const documents = `select seq, document_id, body from document where ${conditions.join(' and ')}`;
  if (!range.found) return documents;
  const { values, type } = range.found;
  return `select s.* from unnest(${parameters.add(toArrayLiteral(values))}::${type}[]) v(value) cross join lateral (${documents} offset 0) s`;
}

function buildGenerationCheck(project: string, collection: string, generation: string, parameters: Parameters): string {
  const [id, name, of] = [project, collection, generation].map((value) => parameters.add(value));
  // a cluster that distributes documents fetches this column, and cannot fetch zero columns
  return `exists (select 1 from collection c where c.project = ${id} and c.name = ${name} and c.generation = ${of}::uuid)`;
}

/** A document as JSON text, documentID first. */
export const DOCUMENT = `case when document_id is null then body::text
  when body = '{}' then '{"documentID": ' || to_json(document_id) || '}'
  else '{"documentID": ' || to_json(document_id) || ', ' || substr(body::text, 2) end`;
