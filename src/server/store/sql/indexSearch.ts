import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import { buildContainmentObject, listMatchConditions } from './matchSql.ts';
import { type SqlStage, STAGE_SQL_BUILDERS } from './pipelineSql.ts';

/** Values to look up in an index one by one, and the condition for a row to match the value `v.value`. */
export type IndexSearch = { values: readonly string[]; type: 'text' | 'jsonb' | 'bigint'; condition: string };

const SEARCHES_MAX = 3;

/**
 * Finds index searches that together find every document that passes the `$in` conditions, shortest list first.
 * Conditions after a project stage cannot use an index.
 */
export function planIndexSearches(stages: readonly SqlStage[]): IndexSearch[] {
  const lists = listMatchConditions(takeLeadingFilters(stages)).flatMap(({ field, operator, operand }) =>
    // validated by the contract's schema
    operator === '$in' ? { field, values: operand as readonly unknown[] } : [],
  );
  const ids = lists.find(({ field }) => field === 'documentID');
  if (ids) {
    const values = ids.values.filter((value) => typeof value === 'string');
    return [{ values, type: 'text', condition: 'document_id = v.value' }];
  }
  return lists
    .filter(({ values }) => values.every(hasScalar))
    .sort((a, b) => a.values.length - b.values.length)
    .slice(0, SEARCHES_MAX)
    .map(({ field, values }) => ({
      values: values.map((value) => stringifyJson(buildContainmentObject(field, value))),
      type: 'jsonb',
      // repeated, because the planner cannot see the value and would estimate any single value as common
      condition: 'body @> v.value and body @> v.value',
    }));
}

export function takeLeadingFilters(stages: readonly SqlStage[]): unknown[] {
  const changed = stages.findIndex(({ type }) => ['shape', 'group'].includes(STAGE_SQL_BUILDERS[type].effect));
  return stages
    .slice(0, changed === -1 ? undefined : changed)
    .flatMap(({ type, filter }) => (type === 'match' ? [filter] : []));
}

/** True if the leading filters alone determine the result, in stored order. */
export function isSelectedByLeadingFilters(stages: readonly SqlStage[]): boolean {
  return (
    stages.filter(({ type }) => STAGE_SQL_BUILDERS[type].effect !== 'shape').length ===
    takeLeadingFilters(stages).length
  );
}

export function buildSeqSearch(seqs: readonly string[]): IndexSearch {
  return { values: seqs, type: 'bigint', condition: 'seq = v.value' };
}

/** True if the body index has an entry for a value. Empty lists and objects have none. */
function hasScalar(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return true;
  return Object.values(value).some(hasScalar);
}
