import { stringifyJson } from '#lib/json/json.ts';
import { HttpError, httpError } from '#server/httpError.ts';
import { type Database, DatabaseError } from '#server/store/database.ts';
import type { DocumentPage, DocumentReader } from '#server/store/sql/documentReader.ts';
import { buildDocumentsSql, type DocumentQuery } from '#server/store/sql/documentSource.ts';
import { assertPageFits, MAX_DOCUMENT_PAGE_BYTES } from '#server/store/sql/largePages.ts';
import { SqlParameters, toSqlArrayLiteral } from '#server/store/sql/matchSql.ts';
import {
  applyStages,
  buildOrderBy,
  type SqlSource,
  type SqlStage,
  STAGE_SQL_BUILDERS,
} from '#server/store/sql/pipelineSql.ts';
import { dropUnreadProjects } from './dropUnreadProjects.ts';
import type { GroupMerger } from './groupMerger.ts';
import { GROUPS_EXCEEDED_SQLSTATE, MAX_GROUPS } from './groupSql.ts';
import type { ScannedDatabaseKind } from './groupValueColumns.ts';
import { type GroupList, KeptGroupList } from './keptGroupList.ts';
import { readGroupFromStoredCount } from './readGroupFromStoredCount.ts';
import { EMBEDDED_SLICE_LIMITS, type GroupSliceLimits, readGroupsInSlices } from './readGroupsInSlices.ts';

type Cut = { offset: number; pageSize: number };

/** Maximum number of attempts to read the groups of a collection while it is being replaced. */
const ATTEMPTS = 20;

/** Duration in ms and maximum number of groups that are kept for the further pages of a query. */
const KEPT_MS = 30_000;
const KEPT_GROUPS_MAX = 200_000;
/** Number of pages, and of bytes, that one statement reads in advance. */
const PAGES_IN_ADVANCE = 200;
const BYTES_IN_ADVANCE = 32 * 1024 * 1024;

type KeptGroups = { key: string; generation: string; groups: GroupMerger; timer: NodeJS.Timeout };

const EMPTY: DocumentPage = { json: Buffer.from('[]'), count: 0 };

export class GroupPageReader {
  private readonly database: Database;
  private readonly reader: DocumentReader;
  private readonly slices: GroupSliceLimits | undefined;
  private scans: Promise<ScannedDatabaseKind> | undefined;
  private kept: KeptGroups | undefined;
  private readonly lists = new KeptGroupList(KEPT_MS);

  /** Only the embedded database groups in slices. */
  constructor(
    database: Database,
    reader: DocumentReader,
    slices = database.kind === 'pglite' ? EMBEDDED_SLICE_LIMITS : undefined,
  ) {
    this.database = database;
    this.reader = reader;
    this.slices = slices;
  }

  /**
   * Reads a page.
   * @throws HttpError for too many groups, a query that takes too long, or a page that is too large
   */
  async readPage(requested: DocumentQuery, cut: Cut, signal?: AbortSignal): Promise<DocumentPage> {
    const query = { ...requested, stages: dropUnreadProjects(requested.stages) };
    try {
      const counted = await readGroupFromStoredCount(this.database, query, signal);
      const groups = counted ?? (this.slices && (await this.readKeptSlices(query, cut, this.slices, signal)));
      if (!groups) return await this.readWhole(query, cut, signal);
      return await this.readMerged(query, groups, cut, signal);
    } catch (error) {
      throw toGroupError(error, requested.stages);
    }
  }

  /** Reads a page in one statement. The second page reads further pages in advance and keeps them. */
  private async readWhole(query: DocumentQuery, cut: Cut, signal?: AbortSignal): Promise<DocumentPage> {
    const key = getQueryKey(query);
    if (cut.offset === 0) this.lists.drop(key);
    else {
      const state = await this.reader.readState(query, 0, signal);
      const list =
        state &&
        (await this.lists.read(key, state.generation, cut.offset + cut.pageSize, async () => {
          const { source, read } = await this.buildRead(query, cut);
          return readGroupsInAdvance(this.database, source, read, signal);
        }));
      if (list && (list.isComplete || list.documents.length >= cut.offset + cut.pageSize)) {
        return formatPage(list.documents.slice(cut.offset, cut.offset + cut.pageSize));
      }
    }
    const { source, read } = await this.buildRead(query, cut);
    return readGroups(this.database, source, read, signal);
  }

  private async buildRead(query: DocumentQuery, cut: Cut): Promise<{ source: SqlSource; read: GroupRead }> {
    const parameters = new SqlParameters();
    this.scans ??= findScans(this.database);
    const source = { sql: buildDocumentsSql(query, {}, parameters), order: [], scans: await this.scans };
    return { source, read: { ...cut, stages: query.stages, names: listNames(query.stages), parameters } };
  }

  /**
   * Reads the groups. Further pages of the last query reuse its groups, because each page would otherwise group the
   * whole collection again.
   */
  private async readKeptSlices(
    query: DocumentQuery,
    { offset, pageSize }: Cut,
    slices: GroupSliceLimits,
    signal?: AbortSignal,
  ) {
    const key = getQueryKey(query);
    const { kept } = this;
    if (offset > 0 && kept?.key === key) {
      const state = await this.reader.readState(query, 0, signal);
      if (state?.generation === kept.generation) return kept.groups;
    }
    const read = await this.readSlices(query, slices, signal);
    if (read && read.groups.size > offset + pageSize && read.groups.size <= KEPT_GROUPS_MAX) {
      clearTimeout(this.kept?.timer);
      const timer = setTimeout(() => {
        this.kept = undefined;
      }, KEPT_MS).unref();
      this.kept = { key, ...read, timer };
    }
    return read?.groups;
  }

  /**
   * Reads one state of a collection in several statements. Starts again if the collection is replaced in the meantime.
   */
  private async readSlices(query: DocumentQuery, slices: GroupSliceLimits, signal?: AbortSignal) {
    let state = await this.reader.readState(query, 0, signal);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const groups =
        state && (await readGroupsInSlices(this.database, this.reader, query, { ...state, slices }, signal));
      if (!state || !groups) return undefined;
      const { generation } = state;
      state = await this.reader.readState(query, 0, signal);
      if (state?.generation === generation) return { groups, generation };
    }
    throw httpError(503, 'SERVER-UNAVAILABLE');
  }

  private async readMerged(
    query: DocumentQuery,
    groups: GroupMerger,
    cut: Cut,
    signal?: AbortSignal,
  ): Promise<DocumentPage> {
    const stages = query.stages.slice(query.stages.findIndex(({ type }) => type === 'group') + 1);
    if (groups.size === 0) return EMPTY;
    if (stages.length === 0) {
      return formatPage(groups.format(cut.offset, cut.pageSize));
    }
    const parameters = new SqlParameters();
    const list = `${parameters.add(`[${groups.format().join(',')}]`)}::jsonb`;
    const sql = `select at as seq, null::text as document_id, value as body
      from jsonb_array_elements(${list}) with ordinality as groups(value, at)`;
    const names = listNames(query.stages);
    return readGroups(this.database, { sql, order: [] }, { ...cut, stages, names, parameters }, signal);
  }
}

type GroupRead = Cut & { stages: readonly SqlStage[]; names: readonly string[]; parameters: SqlParameters };

async function readGroups(
  database: Database,
  source: SqlSource,
  { stages, names, parameters, offset, pageSize }: GroupRead,
  signal?: AbortSignal,
): Promise<DocumentPage> {
  // trailing project stages are applied to the page only
  const cut = stages.findLastIndex(({ type }) => STAGE_SQL_BUILDERS[type].effect !== 'shape') + 1;
  const { sql, order } = applyStages(source, stages.slice(0, cut), parameters);
  const by = buildOrderBy(order);
  const rows = `select * from (${sql}) s order by ${by} limit ${pageSize} offset ${parameters.add(offset)}::bigint`;
  const page = applyStages({ sql: `select * from (${rows}) s`, order }, stages.slice(cut), parameters).sql;
  const document = buildOrderedDocument(names, parameters);
  const statement = `with page as materialized (select *, ${document} as document from (${page}) p)
    select case when size <= ${MAX_DOCUMENT_PAGE_BYTES} or n = 1 then
      (select '[' || coalesce(string_agg(document, ',' order by ${by}), '') || ']' from page) else '' end, n, size, longest
    from (select count(*) as n, coalesce(sum(octet_length(document) + 1), 0) + 1 as size,
      max(octet_length(document)) as longest from page) s`;
  const { json, rest } = await database.queryJsonRow(statement, parameters.values, signal);
  const [count = 0, size = 0, longest = 0] = rest.map(Number);
  assertPageFits({ count, size, longest: () => longest });
  return { json, count };
}

/** Reads the groups from the first one to some pages after `offset`, as far as they fit in memory. */
async function readGroupsInAdvance(
  database: Database,
  source: SqlSource,
  { stages, names, parameters, offset, pageSize }: GroupRead,
  signal?: AbortSignal,
): Promise<GroupList> {
  const limit = Math.min(KEPT_GROUPS_MAX, offset + PAGES_IN_ADVANCE * pageSize);
  const { sql, order } = applyStages(source, stages, parameters);
  const by = buildOrderBy(order);
  const document = buildOrderedDocument(names, parameters);
  const groups = `select p.*, ${document} as document from (select * from (${sql}) s order by ${by} limit ${limit + 1}) p`;
  const statement = `select document, n from (select *, count(*) over () as n,
      sum(octet_length(document)) over (order by ${by}) as bytes from (${groups}) g) s
    where bytes <= ${BYTES_IN_ADVANCE} order by ${by}`;
  const rows = await database.query(statement, parameters.values, signal);
  const documents = rows.slice(0, limit).map(([document]) => document ?? '');
  return { documents, isComplete: rows.length <= limit && rows.length === Number(rows[0]?.[1]) };
}

function formatPage(documents: readonly string[]): DocumentPage {
  const json = Buffer.from(`[${documents.join(',')}]`);
  const longest = () => Math.max(...documents.map((document) => Buffer.byteLength(document)));
  assertPageFits({ count: documents.length, size: json.byteLength, longest });
  return { json, count: documents.length };
}

function getQueryKey({ project, collection, documentID, stages }: DocumentQuery): string {
  return stringifyJson([project, collection, documentID ?? null, stages]);
}

/** Lists the names in the result of the last group stage, those of the condition first. */
function listNames(stages: readonly SqlStage[]): string[] {
  const { condition, fields } = stages.findLast(({ type }) => type === 'group') ?? {};
  return [condition ?? {}, fields ?? {}].flatMap((members) => Object.keys(members));
}

/**
 * Builds the SQL for a group as JSON text with its members in the order of `names`, because jsonb orders them by
 * length.
 */
function buildOrderedDocument(names: readonly string[], parameters: SqlParameters): string {
  const list = `unnest(${parameters.add(toSqlArrayLiteral(names))}::text[]) with ordinality as names(name, at)`;
  const members = `string_agg(to_json(name) || ': ' || (body -> name)::text, ', ' order by at)`;
  return `(select '{' || coalesce(${members}, '') || '}' from ${list} where body -> name is not null)`;
}

/** Determines if documents may be distributed over the nodes of a cluster. */
async function findScans(database: Database): Promise<ScannedDatabaseKind> {
  if (database.kind === 'pglite') return 'embedded';
  const cluster = await database.query(`select 1 from pg_extension where extname = 'citus'`);
  return cluster.length > 0 ? 'cluster' : 'server';
}

const NARROW = 'Put a match before the group that leaves fewer documents, or group by fewer or coarser values.';

function toGroupError(error: unknown, stages: readonly SqlStage[]): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const at = `/pipeline/${stages.findIndex(({ type }) => type === 'group')}`;
  if (error.sqlState === GROUPS_EXCEEDED_SQLSTATE) {
    const message = `The query has more than ${MAX_GROUPS.toLocaleString('en')} groups. ${NARROW}`;
    return new HttpError(400, 'QUERY-TOO-COSTLY', message, {}, at);
  }
  if (error.fault !== 'timeout') return error;
  const message = `The query took longer than the service allows and was canceled. ${NARROW}`;
  return new HttpError(504, 'QUERY-TIMEOUT', message, {}, at);
}
