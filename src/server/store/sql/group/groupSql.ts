import { DATE_TRUNC_END_MS, MIN_DATE_TRUNC_MS } from '#lib/group/dateTrunc.ts';
import type { DateTruncSpec, GroupExpression, GroupStage } from '#lib/group/groupSpec.ts';
import { getZonePeriods } from '#lib/time/zonePeriods.ts';
import type { SqlParameters } from '#server/store/sql/matchSql.ts';
import { type AccumulatorSql, buildAccumulators } from './accumulatorSql.ts';
import { type FieldSqlBuilder, type GroupSourceSql, GroupValueColumns } from './groupValueColumns.ts';

/** Maximum number of groups. A statement with more groups fails with GROUPS_EXCEEDED_SQLSTATE. */
export const MAX_GROUPS = 1_000_000;

/** SQLSTATE of a division by zero, by which a statement with too many groups fails. */
export const GROUPS_EXCEEDED_SQLSTATE = '22012';

type GroupKeySql = {
  name: string;
  column: string;
  /** SQL for the value to group by, from the columns of fields. */
  value: string;
  /** SQL for the key as jsonb, from its column. Null for a missing value if `isOptional`. */
  result: string;
  isOptional: boolean;
};

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
  const documents = columns.buildSql(source);
  const states = accumulators.flatMap(({ states }) => states);
  const selected = ['min(seq) as seq', ...keys.map(({ value, column }) => `${value} as ${column}`), ...states].join(
    ', ',
  );
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

function buildGroupKeySql(
  { type, ...key }: { name: string; column: string; type: 'jsonb' | 'text' },
  expression: GroupExpression,
  columns: GroupValueColumns,
  parameters: SqlParameters,
): GroupKeySql {
  const { column } = key;
  if (typeof expression === 'string') {
    const field = columns.addField(expression);
    // hashing jsonb takes several times as long
    const value = type === 'text' ? `${field}::text` : field;
    return { ...key, value, result: column, isOptional: true };
  }
  if ('$bucket' in expression) {
    const { of, by } = expression.$bucket;
    const width = `${parameters.add(String(by))}::numeric`;
    const number = columns.addNumber(of);
    const rest = `mod(${number}, ${width})`;
    // exact, unlike the rounded quotient; most numbers are not negative
    const value = `${number} - ${rest} - case when ${number} < 0 and ${rest} < 0 then ${width} else 0 end`;
    return { ...key, value, result: `coalesce(to_jsonb(trim_scale(${column})), 'null')`, isOptional: false };
  }
  const { date, unit, timezone } = expression.$dateTrunc;
  const time = columns.addConverted(date, buildTimeSql);
  const { value, start } = buildTimeTruncation(time, unit, timezone ?? 'UTC', parameters);
  return { ...key, value, result: `coalesce(to_jsonb(${start(column)}), 'null')`, isOptional: false };
}

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 86_400_000 };

/** A Monday before all times, in ms before 1970. Times are counted from it while dividing, which then rounds down. */
const ERA_MS = UNIT_MS.week - MIN_DATE_TRUNC_MS;

/**
 * Builds the SQL that truncates a time in ms. Groups by `value`: hours and minutes start where the clocks change too, so
 * that repeated ones stay distinct; days, weeks and months are wall clock times. `start` converts a value to the start of
 * the unit. Uses the periods of the service, because each database has its own rules of time zones.
 */
function buildTimeTruncation(time: string, unit: DateTruncSpec['unit'], zone: string, parameters: SqlParameters) {
  const { starts, offsets, wallEnds } = getZonePeriods(zone);
  const isChanging = offsets.length > 1;
  const bind = (values: readonly number[]) => `(${parameters.add(`{${values.join()}}`)}::bigint[])`;
  const [since, shifts] = isChanging ? [bind(starts), bind(offsets)] : [];
  const period = `width_bucket(${time}, ${since})`;
  const wall = `${time} + ${isChanging ? `${shifts}[${period}]` : offsets[0]}`;
  const rest = `mod(${wall} + ${ERA_MS}, ${UNIT_MS[unit]})`;
  if (unit === 'minute' || unit === 'hour') {
    const value = `${time} - ${rest}`;
    return { value: isChanging ? `greatest(${value}, ${since}[${period}])` : value, start: (column: string) => column };
  }
  const day = `date '1970-01-01' + ((${wall} + ${ERA_MS}) / ${UNIT_MS.day} - ${ERA_MS / UNIT_MS.day})::int`;
  const month = `(date_trunc('month', (${day})::timestamp)::date - date '1970-01-01')::bigint * ${UNIT_MS.day}`;
  const value = unit === 'month' ? month : `${wall} - ${rest}`;
  if (!isChanging) return { value, start: (column: string) => `${column} - ${offsets[0]}` };
  const ends = bind(wallEnds);
  const start = (column: string) =>
    `(select greatest(${since}[n], ${column} - ${shifts}[n])
      from (select width_bucket(${column}, ${ends}) + 1 as n offset 0) p)`;
  return { value, start };
}

/**
 * Pattern of ISO 8601 with a time zone. The range of each part is checked, because a failing cast would fail the query.
 */
const ISO_TIME =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?(Z|[+-](0[0-9]|1[0-4])(:?[0-5][0-9])?)$';

/** Builds the SQL for the time in a jsonb value, in ms. Null for a value that is not a time. */
function buildTimeSql(value: string): string {
  const inRange = (time: string) => `${time} >= ${MIN_DATE_TRUNC_MS} and ${time} < ${DATE_TRUNC_END_MS}`;
  const number = `${value}::numeric`;
  const ofNumber = `case when ${inRange(number)} then floor(${number})::bigint end`;
  const text = `(${value} #>> '{}')`;
  const firstOfMonth = `make_date(left(${text}, 4)::int, substr(${text}, 6, 2)::int, 1)`;
  const lastOfMonth = `extract(day from ${firstOfMonth} + interval '1 month - 1 day')`;
  // without the fraction of a second, which rounding could move to the next minute
  const time = `extract(epoch from regexp_replace(${text}, '\\.[0-9]+', '')::timestamptz)::bigint * 1000`;
  const ofText = `case when ${text} ~ '${ISO_TIME}' and ${text} not like '0000%' then
    case when substr(${text}, 9, 2)::int <= ${lastOfMonth} then case when ${inRange(time)} then ${time} end end end`;
  return `case jsonb_typeof(${value}) when 'number' then ${ofNumber} when 'string' then ${ofText} end`;
}
