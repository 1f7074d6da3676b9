import { DATE_TRUNC_END_MS, MIN_DATE_TRUNC_MS } from '#lib/group/dateTrunc.ts';
import type { DateTruncSpec, GroupExpression } from '#lib/group/groupSpec.ts';
import type { SqlParameters } from '#server/store/sql/matchSql.ts';
import type { GroupValueColumns } from './groupValueColumns.ts';

export type GroupKeySql = {
  name: string;
  column: string;
  /** SQL for the value to group by, from the columns of fields. */
  value: string;
  /** SQL for the key as jsonb, from its column. Null for a missing value if `isOptional`. */
  result: string;
  isOptional: boolean;
};

export function buildGroupKeySql(
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
    const number = buildNumberSql(columns.addField(of));
    const rest = `mod(${number}, ${width})`;
    // exact, unlike the rounded quotient
    const value = `${number} - ${rest} - case when ${rest} < 0 then ${width} else 0 end`;
    return { ...key, value, result: `coalesce(to_jsonb(trim_scale(${column})), 'null')`, isOptional: false };
  }
  const { date, unit, timezone } = expression.$dateTrunc;
  const zone = `${parameters.add(timezone ?? 'UTC')}::text`;
  const time = buildTimeSql(columns.addField(date));
  const value = `date_trunc('${unit}', ${time}, ${zone})`;
  const start = buildFirstReading(column, unit, zone);
  const result = `coalesce(to_jsonb((extract(epoch from ${start}) * 1000)::bigint), 'null')`;
  return { ...key, value, result, isOptional: false };
}

/** Builds the SQL for the number in a jsonb value. Null for any other value. */
function buildNumberSql(value: string): string {
  return `(case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end)`;
}

/**
 * Builds the SQL for the start of a unit. On a day that starts with a repeated hour, PostgreSQL returns the second
 * midnight, but documents exist after the first. Hours and minutes keep their offset from UTC, so that repeated ones
 * stay distinct.
 */
function buildFirstReading(time: string, unit: DateTruncSpec['unit'], zone: string): string {
  if (unit === 'minute' || unit === 'hour') return time;
  const earlier = `${time} - interval '1 hour'`;
  return `case when timezone(${zone}, ${earlier}) = timezone(${zone}, ${time}) then ${earlier} else ${time} end`;
}

/**
 * Pattern of ISO 8601 with a time zone. The range of each part is checked, because a failing cast would fail the query.
 */
const ISO_TIME =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?(Z|[+-](0[0-9]|1[0-4])(:?[0-5][0-9])?)$';

/** Seconds from year 1 to 1970. Times are counted from year 1 while dividing, so that integer division rounds down. */
const ERA_S = -MIN_DATE_TRUNC_MS / 1000;

/** Builds the SQL for the time in a jsonb value, to the second. Null for a value that is not a time. */
function buildTimeSql(value: string): string {
  const number = `${value}::numeric`;
  const seconds = `((floor(${number})::bigint + ${-MIN_DATE_TRUNC_MS}) / 1000 - ${ERA_S})::float8`;
  const ofNumber = `case when ${number} >= ${MIN_DATE_TRUNC_MS} and ${number} < ${DATE_TRUNC_END_MS} then to_timestamp(${seconds}) end`;
  const text = `(${value} #>> '{}')`;
  const firstOfMonth = `make_date(left(${text}, 4)::int, substr(${text}, 6, 2)::int, 1)`;
  const lastOfMonth = `extract(day from ${firstOfMonth} + interval '1 month - 1 day')`;
  // removes the fraction of a second, which rounding could move to the next minute
  const time = `regexp_replace(${text}, '\\.[0-9]+', '')::timestamptz`;
  const inRange = `extract(epoch from ${time}) * 1000 >= ${MIN_DATE_TRUNC_MS} and extract(epoch from ${time}) * 1000 < ${DATE_TRUNC_END_MS}`;
  const ofText = `case when ${text} ~ '${ISO_TIME}' and ${text} not like '0000%' then
    case when substr(${text}, 9, 2)::int <= ${lastOfMonth} then case when ${inRange} then ${time} end end end`;
  return `case jsonb_typeof(${value}) when 'number' then ${ofNumber} when 'string' then ${ofText} end`;
}
