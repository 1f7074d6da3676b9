import { isOperatorObject, type MatchOperator } from '#contract/stages.ts';
import { ExactNumber, stringify } from '#lib/json/json.ts';
import type { Value } from '#server/store/database.ts';

/** Collects bind parameters; what goes in comes out as `$n`. Nothing a caller sent ever becomes SQL text. */
export class Parameters {
  readonly values: Value[] = [];

  add(value: Value): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** A query with the conditions of a match filter around it. */
export function matched(sql: string, filter: unknown, parameters: Parameters): string {
  const conditions = filterConditions(filter, parameters);
  return conditions.length === 0 ? sql : `select * from (${sql}) s where ${conditions.join(' and ')}`;
}

/** The conditions of a match filter, over a row with `document_id` and `body`. */
function filterConditions(filter: unknown, parameters: Parameters): string[] {
  return Object.entries(filter ?? {}).flatMap(([field, value]) =>
    isOperatorObject(value)
      ? Object.entries(value).flatMap(([operator, operand]) =>
          condition(field, operator as MatchOperator, operand, parameters),
        )
      : condition(field, '$eq', value, parameters),
  );
}

function condition(field: string, operator: MatchOperator, operand: unknown, parameters: Parameters): string[] {
  if (operator === '$exists') return [`(${fieldSql(field, parameters)}) is ${operand ? 'not null' : 'null'}`];
  if (operator === '$eq') return equality(field, operand, parameters);
  const value = `${parameters.add(stringify(operand))}::jsonb`;
  const stored = fieldSql(field, parameters);
  if (operator === '$in') return [`(${stored}) in (select jsonb_array_elements(${value}))`];
  if (operator === '$ne') return [`(${stored}) is distinct from ${value}`];
  return [comparison(stored, COMPARISONS[operator], value, operand)];
}

const COMPARISONS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

/**
 * Containment finds the rows by index. Of a single value it means equality; of a list or an object it does not, so
 * those are compared as well. The comparison hides in `coalesce` because the planner would take it for rare.
 */
function equality(field: string, value: unknown, parameters: Parameters): string[] {
  if (field === 'documentID') {
    return [typeof value === 'string' ? `document_id = ${parameters.add(value)}` : 'false'];
  }
  const path = field.split('.');
  const containing = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const contains = `body @> ${parameters.add(stringify(containing))}::jsonb`;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return [contains];
  const equal = `(${fieldSql(field, parameters)}) = ${parameters.add(stringify(value))}::jsonb`;
  return [contains, `coalesce(${equal}, false)`];
}

/** Only values of one type compare; text by code point, whatever the database's locale. */
function comparison(stored: string, operator: string, value: string, operand: unknown): string {
  const sameType = `jsonb_typeof(${stored}) = jsonb_typeof(${value})`;
  const compared =
    typeof operand === 'string'
      ? `(${stored} #>> '{}') collate "C" ${operator} (${value} #>> '{}')`
      : `(${stored}) ${operator} ${value}`;
  return `case when ${sameType} then ${compared} else false end`;
}

/** A field's value as jsonb, null when the document lacks it. Dotted names reach into objects, never into lists. */
export function fieldSql(field: string, parameters: Parameters): string {
  if (field === 'documentID') return 'to_jsonb(document_id)';
  return `(body${field
    .split('.')
    .map((name) => ` -> ${parameters.add(name)}::text`)
    .join('')})`;
}
