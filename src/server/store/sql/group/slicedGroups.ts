import { DatabaseError, type Session } from '#server/store/database.ts';
import type { CollectionState, DocumentReader } from '#server/store/sql/documentReader.ts';
import { buildDocuments, type DocumentRange, type Query } from '#server/store/sql/documentSource.ts';
import { takeFilters } from '#server/store/sql/indexSearch.ts';
import { buildFieldSql, listConditions, SqlParameters } from '#server/store/sql/matchSql.ts';
import { applyStages, type Source, STAGES, type Stage } from '#server/store/sql/pipelineSql.ts';
import { buildGroupStates, GROUPS_EXCEEDED, GROUPS_MAX } from './groupSql.ts';
import { MergedGroups } from './groupStates.ts';

/** Documents per slice, number of groups that later stages accept as a parameter, and total time in ms. */
export type GroupSlices = { documents: number; passed: number; patience: number };

export const EMBEDDED_SLICES: GroupSlices = { documents: 50_000, passed: 200_000, patience: 10_000 };

/**
 * Groups a large collection of the embedded database in slices. The database runs one statement at a time, so other
 * requests can run between slices.
 * @returns undefined if one statement is better: for few documents, an order, or too many groups for the later stages
 */
export async function readGroupsInSlices(
  session: Session,
  reader: DocumentReader,
  query: Query,
  { generation, size, slices }: CollectionState & { slices: GroupSlices },
  signal?: AbortSignal,
): Promise<MergedGroups | undefined> {
  const at = query.stages.findIndex(({ type }) => type === 'group');
  const [before, stage] = [query.stages.slice(0, at), query.stages[at]];
  const isOrdered = before.some(({ type }) => STAGES[type].does === 'order');
  if (!stage || isOrdered || query.documentID !== undefined || size <= slices.documents) return undefined;
  if (await hasFewMatches(reader, { ...query, stages: before }, slices.documents, signal)) return undefined;
  const isLast = at === query.stages.length - 1;
  const groups = new MergedGroups(stage);
  const start = performance.now();
  for (let after = 0; after < size; after += slices.documents) {
    const range = { after, until: after + slices.documents, of: generation };
    const { sql, values } = buildSlice({ ...query, stages: before }, stage, range);
    groups.merge(await session.query(sql, values, signal));
    if (groups.size > GROUPS_MAX) throw new DatabaseError('statement', 'There are too many groups.', GROUPS_EXCEEDED);
    if (!isLast && groups.size > slices.passed) return undefined;
    if (performance.now() - start > slices.patience) throw new DatabaseError('timeout', 'The grouping took too long.');
  }
  return groups;
}

/** True if an index search for a value finds so few documents that it is faster than slices. */
async function hasFewMatches(
  reader: DocumentReader,
  query: Query,
  few: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const isIndexed = listConditions(takeFilters(query.stages)).some(({ operator }) => operator === '$eq');
  if (!isIndexed) return false;
  return (await reader.countMatches(query, few + 1, signal)) <= few;
}

function buildSlice(query: Query, stage: Stage, range: DocumentRange) {
  const parameters = new SqlParameters();
  const documents: Source = { sql: buildDocuments(query, range, parameters), order: [], scans: 'embedded' };
  const source = applyStages(documents, query.stages, parameters);
  const { sql, keys, accumulators } = buildGroupStates(source, stage, buildFieldSql, parameters, 'text');
  const texts = keys.map(({ result }) => `(${result})::text`);
  const columns = ['seq', ...texts, ...accumulators.flatMap(({ columns }) => columns)];
  return { sql: `select ${columns.join(', ')} from (${sql}) s order by seq`, values: parameters.values };
}
