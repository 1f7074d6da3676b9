import type { DatabaseSession } from '#server/store/database.ts';
import { findCommonValueKey } from '#server/store/sql/commonValueCounter.ts';
import type { DocumentQuery } from '#server/store/sql/documentSource.ts';
import { type SqlStage, STAGE_SQL_BUILDERS } from '#server/store/sql/pipelineSql.ts';
import { GroupMerger } from './groupMerger.ts';

/**
 * Reads the number of documents in a collection, or of those with a common value, from stored counts.
 * @returns undefined if the pipeline needs more than that
 */
export async function readGroupFromStoredCount(
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
