import { isOperatorObject, type MatchOperator } from '#contract/stages.ts';
import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import type { BindValue } from '#server/store/database.ts';

/** Collects bind parameters; what goes in comes out as `$n`. Nothing a caller sent ever becomes SQL text. */
export class Parameters {
  readonly values: BindValue[] = [];

  add(value: BindValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** A query with the conditions of match filters around it, all of which a document must meet. */
export function applyMatch(sql: string, filters: readonly unknown[], parameters: Parameters): string {
  const conditions = getMatchConditions(filters, parameters);
  return conditions.length === 0 ? sql : `select * from (${sql}) s where ${conditions.join(' and ')}`;
}

type Condition = { field: string; operator: MatchOperator; operand: unknown };

/** The conditions of match filters; a plain value and a list of one are an `$eq`. */
export function listConditions(filters: readonly unknown[]): Condition[] {
  return filters.flatMap((filter) =>
    Object.entries(filter ?? {}).flatMap(([field, value]): Condition[] => {
      if (!isOperatorObject(value)) return [{ field, operator: '$eq', operand: value }];
      return Object.entries(value).map(([operator, operand]) =>
        operator === '$in' && Array.isArray(operand) && operand.length === 1
          ? { field, operator: '$eq', operand: operand[0] }
          : // the contract's schema has accepted the operators
            { field, operator: operator as MatchOperator, operand },
      );
    }),
  );
}

/**
 * The conditions of match filters as SQL, over a row with `document_id` and `body`. Only what an index serves stands
 * alone. For everything else the planner has no statistics and would multiply one guess by the next, until a page that
 * the first documents fill looks like a search of the whole collection; in a `case` they count as one condition.
 */
export function getMatchConditions(filters: readonly unknown[], parameters: Parameters): string[] {
  const indexed: string[] = [];
  const others: string[] = [];
  const excluded = new Map<string, unknown[]>();
  for (const { field, operator, operand } of listConditions(filters)) {
    if (operator === '$ne') excluded.set(field, [...(excluded.get(field) ?? []), operand]);
    else if (operator === '$eq') addEquality(field, operand, parameters, indexed, others);
    else others.push(buildCondition(field, operator, operand, parameters));
  }
  for (const [field, values] of excluded) others.push(buildExclusion(field, values, parameters));
  return others.length === 0 ? indexed : [...indexed, `case when ${others.join(' and ')} then true else false end`];
}

function buildCondition(
  field: string,
  operator: Exclude<MatchOperator, '$eq' | '$ne'>,
  operand: unknown,
  parameters: Parameters,
): string {
  if (operator === '$in') {
    // the contract's schema has accepted the list
    return buildListComparison(field, operand as readonly unknown[], parameters, '= any');
  }
  const stored = buildFieldSql(field, parameters);
  if (operator === '$exists') return `(${stored}) is ${operand ? 'not null' : 'null'}`;
  const value = `${parameters.add(stringifyJson(operand))}::jsonb`;
  return buildComparison(stored, COMPARISONS[operator], value, operand);
}

const COMPARISONS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

/** A missing field differs from every value. */
function buildExclusion(field: string, values: readonly unknown[], parameters: Parameters): string {
  return `coalesce(${buildListComparison(field, values, parameters, '<> all')}, true)`;
}

/** A field's value compared with a list; null where the document lacks the field. */
function buildListComparison(
  field: string,
  values: readonly unknown[],
  parameters: Parameters,
  comparison: '= any' | '<> all',
): string {
  if (field === 'documentID') {
    const texts = values.filter((value) => typeof value === 'string');
    return `document_id ${comparison} (${parameters.add(toHashedList(texts))}::text[])`;
  }
  const list = toHashedList(values.map((value) => stringifyJson(value)));
  return `${buildFieldSql(field, parameters)} ${comparison} (${parameters.add(list)}::jsonb[])`;
}

/** PostgreSQL looks up a value in a list of so many by its hash, in shorter ones by comparing with each. */
const HASHED_FROM = 9;

/** A list to compare with; a short one repeats a value for as long as it takes to be hashed. */
function toHashedList(texts: readonly string[]): string {
  const [first = ''] = texts;
  const missing = texts.length > 2 ? Math.max(0, HASHED_FROM - texts.length) : 0;
  return toArrayLiteral([...texts, ...Array<string>(missing).fill(first)]);
}

/** Texts as the text form of an array. */
export function toArrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/**
 * Containment finds the rows by index. Of a single value it means equality; of a list or an object it does not, so
 * those are compared as well.
 */
function addEquality(field: string, value: unknown, parameters: Parameters, indexed: string[], others: string[]): void {
  if (field === 'documentID') {
    indexed.push(typeof value === 'string' ? `document_id = ${parameters.add(value)}` : 'false');
    return;
  }
  indexed.push(`body @> ${parameters.add(stringifyJson(toContained(field, value)))}::jsonb`);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return;
  others.push(`(${buildFieldSql(field, parameters)}) = ${parameters.add(stringifyJson(value))}::jsonb`);
}

/** An object that every document contains whose field equals a value. */
export function toContained(field: string, value: unknown): unknown {
  return field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

/** Only values of one type compare; text by code point, whatever the database's locale. */
function buildComparison(stored: string, operator: string, value: string, operand: unknown): string {
  const sameType = `jsonb_typeof(${stored}) = jsonb_typeof(${value})`;
  const compared =
    typeof operand === 'string'
      ? `(${stored} #>> '{}') collate "C" ${operator} (${value} #>> '{}')`
      : `(${stored}) ${operator} ${value}`;
  return `case when ${sameType} then ${compared} else false end`;
}

/** A field's value as jsonb, null when the document lacks it. Dotted names reach into objects, never into lists. */
export function buildFieldSql(field: string, parameters: Parameters): string {
  if (field === 'documentID') return 'to_jsonb(document_id)';
  return `(body${field
    .split('.')
    .map((name) => ` -> ${parameters.add(name)}::text`)
    .join('')})`;
}
