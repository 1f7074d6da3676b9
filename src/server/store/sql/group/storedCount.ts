import type { Session } from '#server/store/database.ts';
import { getCommonValueName } from '#server/store/sql/commonValues.ts';
import type { Query } from '#server/store/sql/documentSource.ts';
import { STAGES, type Stage } from '#server/store/sql/pipelineSql.ts';
import { MergedGroups } from './groupStates.ts';

/**
 * Reads the number of documents in a collection, or of those with a common value, from stored counts.
 * @returns undefined if the pipeline needs more than that
 */
export async function readStoredCount(
  session: Session,
  { project, collection, documentID, stages }: Query,
  signal?: AbortSignal,
): Promise<MergedGroups | undefined> {
  const at = stages.findIndex(({ type }) => type === 'group');
  const [before, stage] = [stages.slice(0, at), stages[at]];
  if (!stage || documentID !== undefined || !isCount(stage)) return undefined;
  const name = getCommonValueName(before);
  if (name === undefined && before.some(({ type }) => STAGES[type].does !== 'shape')) return undefined;
  const sql = `select case when $3::text is null then documents else (common ->> $3::text)::bigint end
    from collection where project = $1 and name = $2`;
  const [[count = null] = ['0']] = await session.query(sql, [project, collection, name ?? null], signal);
  if (count === null) return undefined;
  const groups = new MergedGroups(stage);
  const columns = Object.keys(stage.fields ?? {}).map(() => count);
  if (count !== '0') groups.merge([['1', ...columns]]);
  return groups;
}

/** True for a group of all documents whose result is only their number. */
function isCount({ condition, fields }: Stage): boolean {
  const isCounter = (accumulator: object) =>
    '$count' in accumulator || ('$sum' in accumulator && typeof accumulator.$sum !== 'string');
  return Object.keys(condition ?? {}).length === 0 && Object.values(fields ?? {}).every(isCounter);
}
