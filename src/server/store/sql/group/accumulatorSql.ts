import { MEAN_SIGNIFICANT_DIGITS } from '#lib/group/decimal.ts';
import type { AccumulatorSpec, GroupStage } from '#lib/group/groupSpec.ts';
import type { SqlParameters } from '#server/store/sql/matchSql.ts';
import type { GroupValueColumns } from './groupValueColumns.ts';

export type AccumulatorSql = {
  name: string;
  columns: readonly string[];
  /** SQL of the aggregates that make up the state. A cluster computes each one on its nodes and merges the results. */
  states: readonly string[];
  /** Builds the SQL for the result as jsonb, from the columns of the state. */
  buildResult: () => string;
};

export function buildAccumulators(
  fields: NonNullable<GroupStage['fields']>,
  columns: GroupValueColumns,
  parameters: SqlParameters,
): AccumulatorSql[] {
  return Object.entries(fields).map(([name, accumulator], at) => {
    const { aggregates, buildResult } = buildAccumulator(accumulator, `a${at}`, columns, parameters);
    const columnNames = Object.keys(aggregates);
    const states = Object.entries(aggregates).map(([column, aggregate]) => `${aggregate} as ${column}`);
    return { name, columns: columnNames, states, buildResult };
  });
}

type StateSql = { aggregates: Record<string, string>; buildResult: () => string };

function buildAccumulator(
  accumulator: AccumulatorSpec,
  column: string,
  columns: GroupValueColumns,
  parameters: SqlParameters,
): StateSql {
  if ('$count' in accumulator) {
    return { aggregates: { [`${column}n`]: 'count(*)' }, buildResult: () => `to_jsonb(${column}n)` };
  }
  if ('$sum' in accumulator) {
    const { $sum } = accumulator;
    if (typeof $sum === 'string') {
      const aggregates = { [`${column}s`]: `sum(${columns.addNumber($sum)})` };
      return { aggregates, buildResult: () => `to_jsonb(trim_scale(coalesce(${column}s, 0)))` };
    }
    // added only where the result is built, because an unused parameter has no type
    const buildResult = () => `to_jsonb(trim_scale(${parameters.add(String($sum))}::numeric * ${column}n))`;
    return { aggregates: { [`${column}n`]: 'count(*)' }, buildResult };
  }
  if ('$avg' in accumulator) {
    const number = columns.addNumber(accumulator.$avg);
    return {
      aggregates: { [`${column}s`]: `sum(${number})`, [`${column}n`]: `count(${number})` },
      buildResult: () => `coalesce(to_jsonb(${buildMean(`${column}s`, `${column}n`)}), 'null')`,
    };
  }
  if ('$min' in accumulator) return buildExtreme('min', accumulator.$min, columns, column);
  if ('$max' in accumulator) return buildExtreme('max', accumulator.$max, columns, column);
  if ('$first' in accumulator) return buildNth('min', columns.addField(accumulator.$first), column);
  return buildNth('max', columns.addField(accumulator.$last), column);
}

/** Decimal places of the quotient beyond those of the sum. Rounding to MEAN_SIGNIFICANT_DIGITS cannot depend on further places. */
const QUOTIENT_PLACES = 52;

/** Builds the SQL for the mean, rounded to MEAN_SIGNIFICANT_DIGITS. PostgreSQL's own quotient has fewer digits for some numbers. */
function buildMean(sum: string, count: string): string {
  const quotient = `round(${sum}, scale(${sum}) + ${QUOTIENT_PLACES}) / nullif(${count}, 0)`;
  const decimals = `split_part(abs(q)::text, '.', 2)`;
  // position of the first significant digit, as an exponent of 10
  const exponent = `case when abs(q) >= 1 then length(trunc(abs(q))::text) - 1
    else length(ltrim(${decimals}, '0')) - length(${decimals}) - 1 end`;
  return `(select trim_scale(round(q, ${MEAN_SIGNIFICANT_DIGITS - 1} - (${exponent}))) from (select ${quotient} as q offset 0) q)`;
}

/**
 * Builds the state of a minimum or maximum. Numbers, texts (by code point) and booleans are kept separately; the result
 * has the most frequent type.
 */
function buildExtreme(extreme: 'min' | 'max', reference: string, values: GroupValueColumns, column: string): StateSql {
  const [value, number] = [values.addField(reference), values.addNumber(reference)];
  // most values are numbers, and their type need not be determined again
  const buildOther = (type: string, converted: string) =>
    `case when ${number} is null then case when jsonb_typeof(${value}) = '${type}' then ${converted} end end`;
  const text = buildOther('string', `(${value} #>> '{}') collate "C"`);
  const flag = buildOther('boolean', `${value}::boolean`);
  const [numbers, texts, flags] = [`${column}n`, `${column}t`, `${column}f`];
  return {
    aggregates: {
      [`${column}x`]: `${extreme}(${number})`,
      [numbers]: `count(${number})`,
      [`${column}y`]: `${extreme}(${text})`,
      [texts]: `count(${text})`,
      [`${column}z`]: `${extreme === 'min' ? 'bool_and' : 'bool_or'}(${flag})`,
      [flags]: `count(${flag})`,
    },
    buildResult: () => `case when greatest(${numbers}, ${texts}, ${flags}) = 0 then 'null'
      when ${numbers} >= ${texts} and ${numbers} >= ${flags} then to_jsonb(trim_scale(${column}x))
      when ${texts} >= ${flags} then to_jsonb(${column}y) else to_jsonb(${column}z) end`,
  };
}

/** Number of digits of a `seq` in text, so that texts sort like numbers. */
export const SEQ_DIGITS = 19;

/**
 * Builds the state of a first or last value: the minimum or maximum of a text that joins position and value, because
 * the nodes of a cluster can merge it.
 */
function buildNth(extreme: 'min' | 'max', value: string, column: string): StateSql {
  const placed = `(lpad(seq::text, ${SEQ_DIGITS}, '0') || ${value}::text) collate "C"`;
  return {
    aggregates: { [`${column}v`]: `${extreme}(${placed})` },
    buildResult: () => `coalesce(substr(${column}v, ${SEQ_DIGITS + 1})::jsonb, 'null')`,
  };
}
