import { DatabaseError, type ServiceDatabase } from '#server/store/database.ts';
import type { CollectionState, DocumentReader } from '#server/store/sql/documentReader.ts';
import { buildDocumentsSql, type DocumentQuery, type DocumentRange } from '#server/store/sql/documentSource.ts';
import { takeLeadingFilters } from '#server/store/sql/indexSearch.ts';
import { buildFieldValueSql, listMatchConditions, SqlParameters } from '#server/store/sql/matchSql.ts';
import { applyStages, type SqlSource, type SqlStage, STAGE_SQL_BUILDERS } from '#server/store/sql/pipelineSql.ts';
import type { GroupCache } from './groupCache.ts';
import { GroupMerger } from './groupMerger.ts';
import { buildGroupStatesSql, GROUPS_EXCEEDED_SQLSTATE, MAX_GROUPS } from './groupSql.ts';

/**
 * - `few`: number of documents up to which one statement is used
 * - `most`: maximum number of documents in a slice
 * - `passedBytes`: maximum memory of the groups that are passed to later stages as a parameter
 * - `patience`: total time without waiting, in ms
 */
export type GroupSliceLimits = { few: number; most: number; passedBytes: number; patience: number };

export const EMBEDDED_SLICE_LIMITS: GroupSliceLimits = {
  few: 50_000,
  most: 200_000,
  passedBytes: 64 * 1024 * 1024,
  patience: 20_000,
};

/**
 * Duration of a slice in ms. A request of another client has several statements, and each may wait for a slice. Long
 * slices are faster in total.
 */
const SLICE_MS = { beside: 60, alone: 200 };
const SLICE_GROWTH = 1.3;

const FIRST_SLICE = 10_000;
const SMALLEST_SLICE = 1000;

/**
 * Groups a large collection of the embedded database in slices. The database runs one statement at a time, so other
 * requests can run between slices.
 * @returns undefined if one statement is better: few documents, a sort, or too many groups for the later stages
 */
export async function readGroupsInSlices(
  database: ServiceDatabase,
  reader: DocumentReader,
  query: DocumentQuery,
  { generation, size, slices, cache }: CollectionState & { slices: GroupSliceLimits; cache: GroupCache },
  signal?: AbortSignal,
): Promise<GroupMerger | undefined> {
  const at = query.stages.findIndex(({ type }) => type === 'group');
  const [before, stage] = [query.stages.slice(0, at), query.stages[at]];
  const isOrdered = before.some(({ type }) => STAGE_SQL_BUILDERS[type].effect === 'order');
  if (!stage || isOrdered || query.documentID !== undefined || size <= slices.few) return undefined;
  if (await hasFewMatches(reader, { ...query, stages: before }, slices.few, signal)) return undefined;
  const isLast = at === query.stages.length - 1;
  const groups = new GroupMerger(stage);
  return cache.grow(groups, async (assertFits) => {
    let documents = Math.min(slices.most, FIRST_SLICE);
    let left = slices.patience;
    let aim = SLICE_MS.beside;
    for (let after = 0; after < size; ) {
      const range = { after, until: after + documents, generation };
      const { sql, values } = buildSlice({ ...query, stages: before }, stage, range);
      const turns = database.getTurnCount?.() ?? 0;
      const sent = performance.now();
      const rows = await database.query(sql, values, signal);
      const received = performance.now();
      groups.merge(rows);
      assertFits();
      if (groups.size > MAX_GROUPS)
        throw new DatabaseError('statement', 'there are too many groups', GROUPS_EXCEEDED_SQLSTATE);
      if (!isLast && groups.bytes > slices.passedBytes) return undefined;
      // without the time in the queue, if known
      const ms = Number(rows[0]?.[0] ?? received - sent) + performance.now() - received;
      left -= ms;
      if (left < 0) throw new DatabaseError('timeout', 'the grouping took too long');
      after += documents;
      const isAlone = (database.getTurnCount?.() ?? 0) - turns <= 1;
      aim = isAlone ? Math.min(SLICE_MS.alone, aim * SLICE_GROWTH) : SLICE_MS.beside;
      const wanted = Math.ceil(documents * Math.min(4, aim / Math.max(ms, 1)));
      documents = Math.min(slices.most, Math.max(SMALLEST_SLICE, wanted));
    }
    return groups;
  });
}

/** True if an index search for a value finds so few documents that it is faster than slices. */
async function hasFewMatches(
  reader: DocumentReader,
  query: DocumentQuery,
  few: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const isIndexed = listMatchConditions(takeLeadingFilters(query.stages)).some(({ operator }) => operator === '$eq');
  if (!isIndexed) return false;
  return (await reader.countMatches(query, few + 1, signal)) <= few;
}

function buildSlice(query: DocumentQuery, stage: SqlStage, range: DocumentRange) {
  const parameters = new SqlParameters();
  const documents: SqlSource = { sql: buildDocumentsSql(query, range, parameters), order: [], scans: 'embedded' };
  const source = applyStages(documents, query.stages, parameters);
  const { sql, keys, accumulators } = buildGroupStatesSql(source, stage, buildFieldValueSql, parameters, 'text');
  const texts = keys.map(({ result }) => `(${result})::text`);
  const ms = 'round(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)';
  const columns = [ms, ...texts, ...accumulators.flatMap(({ columns }) => columns)];
  return { sql: `select ${columns.join(', ')} from (${sql}) s order by seq`, values: parameters.values };
}
