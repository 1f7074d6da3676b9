import { DatabaseError, type DatabaseSession } from '#server/store/database.ts';
import type { CollectionState, DocumentReader } from '#server/store/sql/documentReader.ts';
import { buildDocumentsSql, type DocumentQuery, type DocumentRange } from '#server/store/sql/documentSource.ts';
import { takeLeadingFilters } from '#server/store/sql/indexSearch.ts';
import { buildFieldValueSql, listMatchConditions, SqlParameters } from '#server/store/sql/matchSql.ts';
import { applyStages, type SqlSource, type SqlStage, STAGE_SQL_BUILDERS } from '#server/store/sql/pipelineSql.ts';
import { GroupMerger } from './groupMerger.ts';
import { buildGroupStatesSql, GROUPS_EXCEEDED_SQLSTATE, MAX_GROUPS } from './groupSql.ts';

/** Documents per slice, maximum number of groups passed to later stages as a parameter, and total time in ms. */
export type GroupSliceLimits = { documents: number; passed: number; patience: number };

export const EMBEDDED_SLICE_LIMITS: GroupSliceLimits = { documents: 50_000, passed: 200_000, patience: 10_000 };

/**
 * Groups a large collection of the embedded database in slices. The database runs one statement at a time, so other
 * requests can run between slices.
 * @returns undefined if one statement is better: few documents, a sort, or too many groups for the later stages
 */
export async function readGroupsInSlices(
  session: DatabaseSession,
  reader: DocumentReader,
  query: DocumentQuery,
  { generation, size, slices }: CollectionState & { slices: GroupSliceLimits },
  signal?: AbortSignal,
): Promise<GroupMerger | undefined> {
  const at = query.stages.findIndex(({ type }) => type === 'group');
  const [before, stage] = [query.stages.slice(0, at), query.stages[at]];
  const isOrdered = before.some(({ type }) => STAGE_SQL_BUILDERS[type].effect === 'order');
  if (!stage || isOrdered || query.documentID !== undefined || size <= slices.documents) return undefined;
  if (await hasFewMatches(reader, { ...query, stages: before }, slices.documents, signal)) return undefined;
  const isLast = at === query.stages.length - 1;
  const groups = new GroupMerger(stage);
  const start = performance.now();
  for (let after = 0; after < size; after += slices.documents) {
    const range = { after, until: after + slices.documents, generation };
    const { sql, values } = buildSlice({ ...query, stages: before }, stage, range);
    groups.merge(await session.query(sql, values, signal));
    if (groups.size > MAX_GROUPS)
      throw new DatabaseError('statement', 'There are too many groups.', GROUPS_EXCEEDED_SQLSTATE);
    if (!isLast && groups.size > slices.passed) return undefined;
    if (performance.now() - start > slices.patience) throw new DatabaseError('timeout', 'The grouping took too long.');
  }
  return groups;
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
  const columns = ['seq', ...texts, ...accumulators.flatMap(({ columns }) => columns)];
  return { sql: `select ${columns.join(', ')} from (${sql}) s order by seq`, values: parameters.values };
}
