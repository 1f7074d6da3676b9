import { getAccumulatorFieldName } from '#lib/group/accumulators.ts';
import type { GroupExpression } from '#lib/group/groupSpec.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { HttpError } from '#server/httpError.ts';
import { DatabaseError, type DatabaseSession, type ServiceDatabase } from '#server/store/database.ts';
import { findCommonValueKey } from '#server/store/sql/commonValueCounter.ts';
import {
  type CollectionState,
  type DocumentPage,
  type DocumentReader,
  EMPTY_PAGE,
} from '#server/store/sql/documentReader.ts';
import { buildDocumentsSql, type DocumentQuery } from '#server/store/sql/documentSource.ts';
import { assertPageFits } from '#server/store/sql/largePages.ts';
import { listMatchConditions, SqlParameters, toSqlArrayLiteral } from '#server/store/sql/matchSql.ts';
import {
  applyStages,
  buildOrderBy,
  parseProjectSpecs,
  type SqlSource,
  type SqlStage,
  STAGE_SQL_BUILDERS,
} from '#server/store/sql/pipelineSql.ts';
import {
  GROUP_BYTES_MAX,
  GroupCache,
  type GroupList,
  hasPage,
  OUT_OF_MEMORY_SQLSTATE,
  type PageRange,
} from './groupCache.ts';
import { GroupMerger } from './groupMerger.ts';
import { GROUPS_EXCEEDED_SQLSTATE, MAX_GROUPS } from './groupSql.ts';
import type { ScannedDatabaseKind } from './groupValueColumns.ts';
import { EMBEDDED_SLICE_LIMITS, type GroupSliceLimits, readGroupsInSlices } from './readGroupsInSlices.ts';

/**
 * Number of groups that the statement for the first page reads, because often few others are requested; then of pages,
 * and bytes, that one statement reads.
 */
const FIRST_GROUPS = 200;
const PAGES_IN_ADVANCE = 200;
const BYTES_IN_ADVANCE = 32 * 1024 * 1024;

export class GroupPageReader {
  private readonly database: ServiceDatabase;
  private readonly reader: DocumentReader;
  private readonly slices: GroupSliceLimits | undefined;
  private readonly cache: GroupCache;
  private scans: ScannedDatabaseKind | undefined;

  /** Only the embedded database groups in slices. */
  constructor(
    database: ServiceDatabase,
    reader: DocumentReader,
    slices = database.kind === 'pglite' ? EMBEDDED_SLICE_LIMITS : undefined,
    bytesMax = GROUP_BYTES_MAX,
  ) {
    this.database = database;
    this.reader = reader;
    this.slices = slices;
    this.cache = new GroupCache(bytesMax);
  }

  /**
   * Reads a page. Its groups and those of further pages are kept until the first page is read again.
   * @throws HttpError for too many groups, a query that takes too long, or a page that is too large
   */
  async readPage(requested: DocumentQuery, cut: PageRange, signal?: AbortSignal): Promise<DocumentPage> {
    const query = { ...requested, stages: dropUnreadProjections(requested.stages) };
    try {
      const counted = await readGroupFromStoredCount(this.database, query, signal);
      if (counted) return cutPage(await this.applyLaterStages(query, counted, cut, signal), cut);
      const state = await this.reader.readState(query, 0, signal);
      if (!state) return EMPTY_PAGE;
      const key = stringifyJson([query.project, query.collection, query.documentID ?? null, query.stages]);
      if (cut.offset === 0) this.cache.drop(key);
      const list = await this.cache.read(key, state.generation, cut, () => this.readList(query, state, cut, signal));
      return cutPage(list, cut);
    } catch (error) {
      throw toGroupError(error, requested.stages, this.cache.bytesMax);
    }
  }

  private async readList(query: DocumentQuery, state: CollectionState, cut: PageRange, signal?: AbortSignal) {
    const { slices, cache } = this;
    if (slices) {
      const read = (current: CollectionState) =>
        readGroupsInSlices(this.database, this.reader, query, { ...current, slices, cache }, signal);
      const groups = await this.reader.readUnchanged(query, 0, read, (found) => !found, signal, state);
      if (groups) return this.applyLaterStages(query, groups, cut, signal);
    }
    this.scans ??= await findScans(this.database);
    const { scans } = this;
    const buildSource = (parameters: SqlParameters): SqlSource => {
      return { sql: buildDocumentsSql(query, {}, parameters), order: [], scans };
    };
    const names = listNames(query.stages);
    return readGroups(this.database, { ...cut, buildSource, stages: query.stages, names }, signal);
  }

  private async applyLaterStages(
    query: DocumentQuery,
    groups: GroupMerger,
    cut: PageRange,
    signal?: AbortSignal,
  ): Promise<GroupList> {
    const stages = query.stages.slice(query.stages.findIndex(({ type }) => type === 'group') + 1);
    if (groups.size === 0 || stages.length === 0) return groups;
    const json = `[${groups.format().join(',')}]`;
    const buildSource = (parameters: SqlParameters): SqlSource => ({
      sql: `select at as seq, null::text as document_id, value as body
        from jsonb_array_elements(${parameters.add(json)}::jsonb) with ordinality as groups(value, at)`,
      order: [],
    });
    const names = listNames(query.stages);
    return readGroups(this.database, { ...cut, buildSource, stages, names }, signal);
  }
}

type GroupRead = PageRange & {
  buildSource: (parameters: SqlParameters) => SqlSource;
  stages: readonly SqlStage[];
  names: readonly string[];
};

/** Reads the groups of a page and of others from `start` on, as far as they fit in memory. */
async function readGroups(
  database: ServiceDatabase,
  read: GroupRead,
  signal?: AbortSignal,
  start?: number,
): Promise<GroupList> {
  const { buildSource, stages, names, offset, pageSize } = read;
  const limit = offset === 0 ? Math.max(pageSize, FIRST_GROUPS) : pageSize * PAGES_IN_ADVANCE;
  const first = start ?? offset - (offset % limit);
  const parameters = new SqlParameters();
  // trailing project stages are applied to these groups only
  const cut = stages.findLastIndex(({ type }) => STAGE_SQL_BUILDERS[type].effect !== 'shape') + 1;
  const { sql, order } = applyStages(buildSource(parameters), stages.slice(0, cut), parameters);
  const by = buildOrderBy(order);
  const some = `select * from (${sql}) s order by ${by} limit ${limit + 1} offset ${parameters.add(first)}::bigint`;
  const shaped = applyStages({ sql: `select * from (${some}) s`, order }, stages.slice(cut), parameters).sql;
  const document = buildOrderedDocument(names, parameters);
  // with the group that no longer fits, and at least two, so that a page that ends there is noticed as too large
  const statement = `select document, n from (select *, count(*) over () as n, row_number() over (order by ${by}) as at,
      sum(octet_length(document)) over (order by ${by}) as bytes
      from (select p.*, ${document} as document from (${shaped}) p) g) s
    where bytes - octet_length(document) <= ${BYTES_IN_ADVANCE} or at <= 2 order by ${by}`;
  const rows = await database.query(statement, parameters.values, signal);
  const documents = rows.slice(0, limit).map(([document]) => document ?? '');
  const list: GroupList = {
    start: first,
    size: documents.length,
    bytes: documents.reduce((sum, { length }) => sum + length, 0),
    isComplete: rows.length <= limit && rows.length === Number(rows[0]?.[1] ?? 0),
    format: (from, count) => documents.slice(from, from + count),
  };
  return first === offset || hasPage(list, read) ? list : readGroups(database, read, signal, offset);
}

function cutPage(list: GroupList, { offset, pageSize }: PageRange): DocumentPage {
  const documents = list.format(offset - list.start, pageSize);
  const json = Buffer.from(`[${documents.join(',')}]`);
  const longest = () => Math.max(...documents.map((document) => Buffer.byteLength(document)));
  assertPageFits({ count: documents.length, size: json.byteLength, longest });
  return { json, count: documents.length };
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
async function findScans(database: ServiceDatabase): Promise<ScannedDatabaseKind> {
  if (database.kind === 'pglite') return 'embedded';
  const cluster = await database.query(`select 1 from pg_extension where extname = 'citus'`);
  return cluster.length > 0 ? 'cluster' : 'server';
}

const NARROW =
  'Put a match before the group that leaves fewer documents, group by fewer or coarser values, or compute fewer fields.';

function toGroupError(error: unknown, stages: readonly SqlStage[], bytesMax: number): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const at = `/pipeline/${stages.findIndex(({ type }) => type === 'group')}`;
  if (error.sqlState === GROUPS_EXCEEDED_SQLSTATE) {
    const message = `The query has more than ${MAX_GROUPS.toLocaleString('en')} groups. ${NARROW}`;
    return new HttpError(400, 'QUERY-TOO-COSTLY', message, {}, at);
  }
  if (error.sqlState === OUT_OF_MEMORY_SQLSTATE) {
    const message = `The groups of the query need more than ${(bytesMax / 2 ** 20).toLocaleString('en')} MB of memory. ${NARROW}`;
    return new HttpError(400, 'QUERY-TOO-COSTLY', message, {}, at);
  }
  if (error.fault !== 'timeout') return error;
  const message = `The query took longer than the service allows and was canceled. ${NARROW}`;
  return new HttpError(504, 'QUERY-TIMEOUT', message, {}, at);
}

/**
 * Drops the project stages before a group stage that leave every field unchanged that is read up to that group,
 * because building the body of each document takes several times as long as grouping.
 */
export function dropUnreadProjections(stages: readonly SqlStage[]): SqlStage[] {
  return stages.filter((stage, at) => {
    const group = stages.findIndex(({ type }, later) => type === 'group' && later > at);
    if (stage.type !== 'project' || group < 0) return true;
    const fields = stages.slice(at + 1, group + 1).flatMap(listReadFields);
    return !fields.every((field) => isFieldUnchanged(field, stage.specs as Record<string, unknown>));
  });
}

function listReadFields({ type, filter, specs, condition, fields }: SqlStage): string[] {
  if (type === 'match') return listMatchConditions([filter]).map(({ field }) => field);
  if (type === 'sort') return Object.keys(specs ?? {});
  const keys = Object.values(condition ?? {}).map(getExpressionField);
  return [...keys, ...Object.values(fields ?? {}).flatMap((field) => getAccumulatorFieldName(field) ?? [])];
}

function getExpressionField(expression: GroupExpression): string {
  if (typeof expression === 'string') return expression.slice(1);
  return ('$bucket' in expression ? expression.$bucket.of : expression.$dateTrunc.date).slice(1);
}

function isFieldUnchanged(field: string, specs: Record<string, unknown>): boolean {
  const { names, keeps, keepsID } = parseProjectSpecs(specs);
  if (field === 'documentID') return keepsID;
  const isWithin = (inner: string, outer: string) => `${inner}.`.startsWith(`${outer}.`);
  if (keeps) return names.some((name) => isWithin(field, name));
  return !names.some((name) => isWithin(field, name) || isWithin(name, field));
}

/**
 * Reads the number of documents in a collection, or of those with a common value, from stored counts.
 * @returns undefined if the pipeline needs more than that
 */
async function readGroupFromStoredCount(
  session: DatabaseSession,
  { project, collection, documentID, stages }: DocumentQuery,
  signal?: AbortSignal,
): Promise<GroupMerger | undefined> {
  const at = stages.findIndex(({ type }) => type === 'group');
  const [before, stage] = [stages.slice(0, at), stages[at]];
  if (!stage || documentID !== undefined || !isCount(stage)) return undefined;
  const name = findCommonValueKey(before);
  if (name === undefined && before.some(({ type }) => STAGE_SQL_BUILDERS[type].effect !== 'shape')) return undefined;
  const sql = `select case when $3::text is null then documents else (common ->> $3::text)::bigint end
    from collection where project = $1 and name = $2`;
  const [[count = null] = ['0']] = await session.query(sql, [project, collection, name ?? null], signal);
  if (count === null) return undefined;
  const groups = new GroupMerger(stage);
  const columns = Object.keys(stage.fields ?? {}).map(() => count);
  if (count !== '0') groups.merge([['1', ...columns]]);
  return groups;
}

function isCount({ condition, fields }: SqlStage): boolean {
  const isCounter = (accumulator: object) =>
    '$count' in accumulator || ('$sum' in accumulator && typeof accumulator.$sum !== 'string');
  return Object.keys(condition ?? {}).length === 0 && Object.values(fields ?? {}).every(isCounter);
}
