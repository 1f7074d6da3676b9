import { getAccumulatorFieldName } from '#lib/group/accumulators.ts';
import type { GroupExpression } from '#lib/group/groupSpec.ts';
import { listMatchConditions } from '#server/store/sql/matchSql.ts';
import { parseProjectSpecs, type SqlStage } from '#server/store/sql/pipelineSql.ts';

/**
 * Drops the project stages before a group stage that leave every field unchanged that is read up to that group,
 * because building the body of each document takes several times as long as grouping.
 */
export function dropUnreadProjects(stages: readonly SqlStage[]): SqlStage[] {
  return stages.filter((stage, at) => {
    const group = stages.findIndex(({ type }, later) => type === 'group' && later > at);
    if (stage.type !== 'project' || group < 0) return true;
    const fields = stages.slice(at + 1, group + 1).flatMap(listReadFields);
    return !fields.every((field) => isUnchanged(field, stage.specs as Record<string, unknown>));
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

function isUnchanged(field: string, specs: Record<string, unknown>): boolean {
  const { names, keeps, keepsID } = parseProjectSpecs(specs);
  if (field === 'documentID') return keepsID;
  const isWithin = (inner: string, outer: string) => `${inner}.`.startsWith(`${outer}.`);
  if (keeps) return names.some((name) => isWithin(field, name));
  return !names.some((name) => isWithin(field, name) || isWithin(name, field));
}
