import type { GroupStage } from '#lib/group/groupSpec.ts';
import type { SqlParameters } from '#server/store/sql/matchSql.ts';
import { type AccumulatorSql, buildAccumulators } from './accumulatorSql.ts';
import { buildGroupKeySql, type GroupKeySql } from './groupKeySql.ts';
import { type FieldSqlBuilder, type GroupSourceSql, GroupValueColumns } from './groupValueColumns.ts';

/** Maximum number of groups. A statement with more groups fails with GROUPS_EXCEEDED_SQLSTATE. */
export const MAX_GROUPS = 1_000_000;

/** SQLSTATE of a division by zero, by which a statement with too many groups fails. */
export const GROUPS_EXCEEDED_SQLSTATE = '22012';

/** Groups with the mergeable states of their accumulators. Columns: `seq` of the first document, keys, states. */
type GroupStates = { sql: string; keys: readonly GroupKeySql[]; accumulators: readonly AccumulatorSql[] };

export function buildGroupStatesSql(
  source: GroupSourceSql,
  stage: GroupStage,
  buildField: FieldSqlBuilder,
  parameters: SqlParameters,
  keyType: 'jsonb' | 'text' = 'jsonb',
): GroupStates {
  const columns = new GroupValueColumns(buildField, parameters);
  const keys = Object.entries(stage.condition ?? {}).map(([name, expression], at) =>
    buildGroupKeySql({ name, column: `c${at}`, type: keyType }, expression, columns, parameters),
  );
  const accumulators = buildAccumulators(stage.fields ?? {}, columns, parameters);
  const documents = columns.buildSql(
    source,
    keys.map(({ value, column }) => `${value} as ${column}`),
  );
  const states = accumulators.flatMap(({ states }) => states);
  const selected = ['min(seq) as seq', ...keys.map(({ column }) => column), ...states].join(', ');
  const by = keys.length > 0 ? `group by ${keys.map(({ column }) => column).join(', ')}` : '';
  return { sql: `select ${selected} from (${documents}) s ${by} having count(*) > 0`, keys, accumulators };
}

/**
 * Wraps a query with a group stage. Each row of the result is a group: `seq` is that of its first document, and there
 * is no `document_id`. `offset 0` prevents the planner from repeating the body's expression at each use.
 */
export function applyGroupStage(
  source: GroupSourceSql,
  stage: GroupStage,
  buildField: FieldSqlBuilder,
  parameters: SqlParameters,
): string {
  const { sql, keys, accumulators } = buildGroupStatesSql(source, stage, buildField, parameters);
  const buildMember = (name: string, value: string) => `jsonb_build_object(${parameters.add(name)}::text, ${value})`;
  const keyMembers = keys.map(({ name, result, isOptional }) => {
    const member = buildMember(name, result);
    return isOptional ? `case when ${result} is null then '{}'::jsonb else ${member} end` : member;
  });
  const members = [...keyMembers, ...accumulators.map(({ name, buildResult }) => buildMember(name, buildResult()))];
  const body = members.length > 0 ? members.join(' || ') : `'{}'::jsonb`;
  const counted = `select *, count(*) over () as groups from (${sql}) s`;
  const isWithinLimit = `case when groups > ${MAX_GROUPS} then 1 / (groups - groups) = 0 else true end`;
  return `select seq, null::text as document_id, ${body} as body from (${counted}) s where ${isWithinLimit} offset 0`;
}
