import { isOperatorObject, type MatchOperator } from '#contract/stages.ts';
import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import type { BindValue } from '#server/store/database.ts';

/**
 * Collects bind parameters and returns their placeholders `$n`. Input from a caller is never inserted into the SQL
 * text.
 */
export class SqlParameters {
  readonly values: BindValue[] = [];

  add(value: BindValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

export function applyMatchFilters(sql: string, filters: readonly unknown[], parameters: SqlParameters): string {
  const conditions = buildMatchConditions(filters, parameters);
  return conditions.length === 0 ? sql : `select * from (${sql}) s where ${conditions.join(' and ')}`;
}

type Condition = { field: string; operator: MatchOperator; operand: unknown };

export function listMatchConditions(filters: readonly unknown[]): Condition[] {
  return filters.flatMap((filter) =>
    Object.entries(filter ?? {}).flatMap(([field, value]): Condition[] => {
      if (!isOperatorObject(value)) return [{ field, operator: '$eq', operand: value }];
      return Object.entries(value).map(([operator, operand]) =>
        operator === '$in' && Array.isArray(operand) && operand.length === 1
          ? { field, operator: '$eq', operand: operand[0] }
          : // validated by the contract's schema
            { field, operator: operator as MatchOperator, operand },
      );
    }),
  );
}

/**
 * Builds the SQL conditions of match filters, for rows with `document_id` and `body`. Only conditions that an index can
 * serve are separate; the others are combined in one `case`. The planner has no statistics for them and would multiply
 * its estimates, until it searches the whole collection for a page that the first documents fill.
 */
export function buildMatchConditions(filters: readonly unknown[], parameters: SqlParameters): string[] {
  const indexed: string[] = [];
  const others: string[] = [];
  const excluded = new Map<string, unknown[]>();
  for (const { field, operator, operand } of listMatchConditions(filters)) {
    if (operator === '$ne') excluded.set(field, [...(excluded.get(field) ?? []), operand]);
    else if (operator === '$eq') addEquality(field, operand, parameters, indexed, others);
    else others.push(buildCondition(field, operator, operand, parameters));
  }
  for (const [field, values] of excluded)
    others.push(`coalesce(${buildListComparison(field, values, parameters, '<> all')}, true)`);
  return others.length === 0 ? indexed : [...indexed, `case when ${others.join(' and ')} then true else false end`];
}

function buildCondition(
  field: string,
  operator: Exclude<MatchOperator, '$eq' | '$ne'>,
  operand: unknown,
  parameters: SqlParameters,
): string {
  if (operator === '$in') {
    // validated by the contract's schema
    return buildListComparison(field, operand as readonly unknown[], parameters, '= any');
  }
  const stored = buildFieldValueSql(field, parameters);
  if (operator === '$exists') return `(${stored}) is ${operand ? 'not null' : 'null'}`;
  const value = `${parameters.add(stringifyJson(operand))}::jsonb`;
  return buildComparison(stored, COMPARISONS[operator], value, operand);
}

const COMPARISONS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

/** Compares the value of a field with a list. Null if the document lacks the field. */
function buildListComparison(
  field: string,
  values: readonly unknown[],
  parameters: SqlParameters,
  comparison: '= any' | '<> all',
): string {
  if (field === 'documentID') {
    const texts = values.filter((value) => typeof value === 'string');
    return `document_id ${comparison} (${parameters.add(toHashedList(texts))}::text[])`;
  }
  const list = toHashedList(values.map((value) => stringifyJson(value)));
  return `${buildFieldValueSql(field, parameters)} ${comparison} (${parameters.add(list)}::jsonb[])`;
}

/** Minimum length of a list that PostgreSQL searches by hash. In shorter lists it compares each value. */
const HASHED_FROM = 9;

/**
 * Creates an array literal for a comparison. Pads a short list with repeated values, so that PostgreSQL searches it by
 * hash.
 */
function toHashedList(texts: readonly string[]): string {
  const [first = ''] = texts;
  const missing = texts.length > 2 ? Math.max(0, HASHED_FROM - texts.length) : 0;
  return toSqlArrayLiteral([...texts, ...Array<string>(missing).fill(first)]);
}

export function toSqlArrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/**
 * Adds a containment condition, which uses the index. For a scalar it means equality; lists and objects are also
 * compared.
 */
function addEquality(
  field: string,
  value: unknown,
  parameters: SqlParameters,
  indexed: string[],
  others: string[],
): void {
  if (field === 'documentID') {
    indexed.push(typeof value === 'string' ? `document_id = ${parameters.add(value)}` : 'false');
    return;
  }
  indexed.push(`body @> ${parameters.add(stringifyJson(buildContainmentObject(field, value)))}::jsonb`);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return;
  others.push(`(${buildFieldValueSql(field, parameters)}) = ${parameters.add(stringifyJson(value))}::jsonb`);
}

export function buildContainmentObject(field: string, value: unknown): unknown {
  return field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

/** Compares only values of one type. Text is compared by code point, independent of the database's locale. */
function buildComparison(stored: string, operator: string, value: string, operand: unknown): string {
  const sameType = `jsonb_typeof(${stored}) = jsonb_typeof(${value})`;
  const compared =
    typeof operand === 'string'
      ? `(${stored} #>> '{}') collate "C" ${operator} (${value} #>> '{}')`
      : `(${stored}) ${operator} ${value}`;
  return `case when ${sameType} then ${compared} else false end`;
}

/**
 * Builds the SQL for the value of a field as jsonb. Null if the document lacks the field. Dotted names refer to members
 * of objects, never of lists.
 */
export function buildFieldValueSql(field: string, parameters: SqlParameters): string {
  if (field === 'documentID') return 'to_jsonb(document_id)';
  return `(body${field
    .split('.')
    .map((name) => ` -> ${parameters.add(name)}::text`)
    .join('')})`;
}
