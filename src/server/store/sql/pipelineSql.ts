import type { StageType } from '#contract/stages.ts';
import type { GroupStage } from '#lib/group/groupSpec.ts';
import { createInvalidDataError } from '#server/httpError.ts';
import { applyGroupStage } from '#server/store/sql/group/groupSql.ts';
import type { GroupSourceSql } from '#server/store/sql/group/groupValueColumns.ts';
import { applyMatchFilters, buildFieldValueSql, type SqlParameters } from './matchSql.ts';

/** Maximum length of a statement, in characters. Planning a longer statement would take too long. */
const SQL_MAX = 200_000;
const PARAMETERS_MAX = 5000;

type SortColumn = { name: string; ascending: boolean };

/** Query under construction: rows of `seq, document_id, body`, and the columns that sort them before `seq`. */
export type SqlSource = GroupSourceSql & { order: readonly SortColumn[] };

export type SqlStage = { type: StageType; filter?: unknown; specs?: unknown } & GroupStage;

type Sorting = Record<string, 1 | -1>;

/** First sort key of the last wanted document. Documents after it need not be compared. */
export type SortBound = {
  /** Type as its number in `TYPE_ORDER`. Null if the document lacks the field. */
  type: number | null;
  /** Digits of a number, or the text itself. */
  value: string | null;
};

export const SORT_BOUND_COLUMNS = 't0, coalesce(n0::text, s0)';

/**
 * Wraps the query in the SQL of each stage in turn. The stages must already be validated by the contract's schema.
 * `document_id` is null after a project stage that drops it.
 * @throws HttpError if the stages name too many fields
 */
export function applyStages(
  source: SqlSource,
  stages: readonly SqlStage[],
  parameters: SqlParameters,
  bound?: SortBound,
): SqlSource {
  const steps = mergeMatches(stages);
  const last = steps.findLast(({ type }) => type === 'sort');
  return steps.reduce((before, step) => {
    const after = STAGE_SQL_BUILDERS[step.type].apply(before, step, parameters, step === last ? bound : undefined);
    if (after.sql.length > SQL_MAX || parameters.values.length > PARAMETERS_MAX) {
      throw createInvalidDataError('pipeline: uses more fields than the service supports in one query.', '/pipeline');
    }
    return after;
  }, source);
}

type Step = { type: StageType; filters: unknown[]; specs?: unknown; group: GroupStage };

function mergeMatches(stages: readonly SqlStage[]): Step[] {
  const steps: Step[] = [];
  for (const { type, filter, specs, ...group } of stages) {
    const before = steps.at(-1);
    if (type === 'match' && before?.type === 'match') before.filters.push(filter);
    else steps.push({ type, filters: [filter], specs, group });
  }
  return steps;
}

type StageSql = {
  effect: 'select' | 'order' | 'shape' | 'group';
  apply: (source: SqlSource, step: Step, parameters: SqlParameters, bound?: SortBound) => SqlSource;
};

export const STAGE_SQL_BUILDERS: Readonly<Record<StageType, StageSql>> = {
  match: {
    effect: 'select',
    apply: ({ sql, ...source }, { filters }, parameters) => ({
      sql: applyMatchFilters(sql, filters, parameters),
      ...source,
    }),
  },
  project: {
    effect: 'shape',
    apply: (source, { specs }, parameters) => ({
      sql: applyProject(source, specs as Record<string, unknown>, parameters),
      order: source.order,
    }),
  },
  sort: {
    effect: 'order',
    apply: ({ sql }, { specs }, parameters, bound) => applySort(sql, specs as Sorting, parameters, bound),
  },
  group: {
    effect: 'group',
    apply: (source, { group }, parameters) => ({
      sql: applyGroupStage(numberRows(source), group, buildFieldValueSql, parameters),
      order: [],
    }),
  },
};

export function buildOrderBy(order: readonly SortColumn[]): string {
  const columns = order.map(({ name, ascending }) => `${name} ${ascending ? 'asc nulls first' : 'desc nulls last'}`);
  return [...columns, 'seq'].join(', ');
}

/** Replaces `seq` by the position in the sort order. */
function numberRows({ sql, order, scans }: SqlSource): GroupSourceSql {
  if (order.length === 0) return { sql, ...(scans && { scans }) };
  const position = `row_number() over (order by ${buildOrderBy(order)})`;
  return { sql: `select ${position} as seq, document_id, body from (${sql}) s` };
}

/**
 * Sorts by added columns, because a later stage may drop the sorted field. Each value is extracted once: `offset 0`
 * prevents the planner from repeating the extraction at each use. Numbers and texts are compared as such, which is
 * several times as fast as comparing jsonb.
 */
function applySort(sql: string, specs: Sorting, parameters: SqlParameters, bound?: SortBound): SqlSource {
  const keys = Object.entries(specs).map(([field, direction], n) => ({
    value: `${buildFieldValueSql(field, parameters)} as v${n}`,
    type: `${TYPE_ORDER.replaceAll('$', `v${n}`)} as t${n}`,
    columns: `t${n}, case when t${n} = 2 then v${n}::numeric end as n${n},
      case when t${n} = 3 then (v${n} #>> '{}') collate "C" end as s${n}, case when t${n} > 3 then v${n} end as k${n}`,
    order: [`t${n}`, `n${n}`, `s${n}`, `k${n}`].map((name) => ({ name, ascending: direction === 1 })),
  }));
  const listed = (part: 'value' | 'type' | 'columns') => keys.map((key) => key[part]).join(', ');
  const values = `select seq, document_id, body, ${listed('value')} from (${sql}) s offset 0`;
  const within = bound ? `where ${applySortBound(bound, Object.values(specs)[0] === 1, parameters)}` : '';
  const typed = `select *, ${listed('type')} from (${values}) s ${within} offset 0`;
  return {
    sql: `select seq, document_id, body, ${listed('columns')} from (${typed}) s`,
    order: keys.flatMap(({ order }) => order),
  };
}

function applySortBound({ type, value }: SortBound, ascending: boolean, parameters: SqlParameters): string {
  if (type === null) return ascending ? 'v0 is null' : 'true';
  const own = TYPE_ORDER.replaceAll('$', 'v0');
  const operator = ascending ? '<=' : '>=';
  const levels: Record<number, () => string> = {
    2: () => `v0::numeric ${operator} ${parameters.add(value)}::numeric`,
    3: () => `(v0 #>> '{}') collate "C" ${operator} ${parameters.add(value)}::text`,
  };
  const level = levels[type]?.() ?? 'true';
  const before = ascending ? `coalesce((${own}) < ${type}, true)` : `(${own}) > ${type}`;
  return `case when (${own}) = ${type} then ${level} else ${before} end`;
}

/** SQL for the order of types: missing, null, numbers, text by code point, objects, lists, false, true. */
const TYPE_ORDER = `case jsonb_typeof($) when 'number' then 2 when 'string' then 3 when 'boolean' then 6
  when 'null' then 1 when 'object' then 4 when 'array' then 5 end`;

/** Tree of field names. A dotted name is a branch; `true` is a whole field. */
type NameTree = Map<string, NameTree | true>;

function addName(tree: NameTree, [name = '', ...rest]: string[]): void {
  const branch: NameTree | true = tree.get(name) ?? new Map();
  if (rest.length === 0) tree.set(name, true);
  else if (branch !== true) {
    tree.set(name, branch);
    addName(branch, rest);
  }
}

/**
 * Wraps a query with a project stage. `offset 0` prevents the planner from repeating the body's expression at each use,
 * which would multiply with each project stage.
 */
function applyProject(source: SqlSource, specs: Record<string, unknown>, parameters: SqlParameters): string {
  const { names, keeps, keepsID } = parseProjectSpecs(specs);
  const tree: NameTree = new Map();
  for (const name of names) addName(tree, name.split('.'));
  const body = (keeps ? buildKeptFields : buildDroppedFields)('body', tree, parameters, 0);
  const carried = source.order.map(({ name }) => `, ${name}`).join('');
  return `select seq, ${keepsID ? 'document_id' : 'null::text as document_id'}, ${body} as body${carried}
    from (select * from (${source.sql}) s offset 0) s`;
}

/** Determines whether a project stage keeps or drops the fields that it names, and whether it keeps documentID. */
export function parseProjectSpecs({ documentID = 1, ...flags }: Record<string, unknown>) {
  const keepsID = Boolean(documentID);
  return { names: Object.keys(flags), keeps: Boolean(Object.values(flags)[0] ?? keepsID), keepsID };
}

function buildKeptFields(object: string, tree: NameTree, parameters: SqlParameters, depth: number): string {
  const { leaves, branches } = splitPath(tree);
  const whole = `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${object})
    where key in (select jsonb_array_elements_text(${parameters.add(JSON.stringify(leaves))}::jsonb)))`;
  return [
    whole,
    ...branches.map((branch) => buildNestedField(object, branch, parameters, depth, buildKeptFields)),
  ].join(' || ');
}

function buildDroppedFields(object: string, tree: NameTree, parameters: SqlParameters, depth: number): string {
  const { leaves, branches } = splitPath(tree);
  const rest = leaves.reduce((whole, name) => `(${whole} - ${parameters.add(name)}::text)`, object);
  return branches.reduce(
    (whole, branch) => `(${whole} || ${buildNestedField(object, branch, parameters, depth, buildDroppedFields)})`,
    rest,
  );
}

/**
 * Builds the SQL for a nested field as an object in which some names are kept or dropped. Empty if the field is not an
 * object.
 */
function buildNestedField(
  object: string,
  [name, tree]: [string, NameTree],
  parameters: SqlParameters,
  depth: number,
  made: typeof buildKeptFields,
): string {
  const key = parameters.add(name);
  const value = `v${depth}`;
  return `(select case when jsonb_typeof(${value}) = 'object'
    then jsonb_build_object(${key}::text, ${made(value, tree, parameters, depth + 1)}) else '{}' end
    from (select ${object} -> ${key}::text as ${value}) o)`;
}

function splitPath(tree: NameTree) {
  const leaves = [...tree].flatMap(([name, branch]) => (branch === true ? name : []));
  const branches = [...tree].filter((entry): entry is [string, NameTree] => entry[1] !== true);
  return { leaves, branches };
}
