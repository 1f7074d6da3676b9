import { ExactNumber, stringifyJson } from '#lib/json/json.ts';
import { listConditions, toContained } from './matchSql.ts';
import { STAGES, type Stage } from './pipelineSql.ts';

/** Values that an index is searched for one by one, and the condition that a row meets for `v.value`, one of them. */
export type IndexSearch = { values: readonly string[]; type: 'text' | 'jsonb' | 'bigint'; condition: string };

/** Lists that are searched for at most, one after the other, before the collection is walked. */
const SEARCHES_MAX = 3;

/**
 * The index searches that find every document which the `$in` conditions of a pipeline can leave, the most promising
 * first. Conditions behind a stage that changes documents are not served by an index.
 */
export function findIndexSearches(stages: readonly Stage[]): IndexSearch[] {
  const lists = listConditions(takeFilters(stages)).flatMap(({ field, operator, operand }) =>
    // the contract's schema has accepted the list
    operator === '$in' ? { field, values: operand as readonly unknown[] } : [],
  );
  const ids = lists.find(({ field }) => field === 'documentID');
  if (ids) return [searchIds(ids.values)];
  return lists
    .filter(({ values }) => values.every(hasScalar))
    .sort((a, b) => a.values.length - b.values.length)
    .slice(0, SEARCHES_MAX)
    .map(({ field, values }) => searchBodies(values.map((value) => stringifyJson(toContained(field, value)))));
}

/** The filters that apply to documents as they are stored. */
export function takeFilters(stages: readonly Stage[]): unknown[] {
  const changed = stages.findIndex(({ type }) => STAGES[type].does === 'shape');
  return stages
    .slice(0, changed === -1 ? undefined : changed)
    .flatMap(({ type, filter }) => (type === 'match' ? [filter] : []));
}

/** Whether those filters alone decide which documents a pipeline leaves, in the order in which they are stored. */
export function isSelectedByFilters(stages: readonly Stage[]): boolean {
  return stages.filter(({ type }) => STAGES[type].does !== 'shape').length === takeFilters(stages).length;
}

export function searchNumbers(seqs: readonly string[]): IndexSearch {
  return { values: seqs, type: 'bigint', condition: 'seq = v.value' };
}

function searchIds(values: readonly unknown[]): IndexSearch {
  const ids = values.filter((value) => typeof value === 'string');
  return { values: ids, type: 'text', condition: 'document_id = v.value' };
}

/** The condition stands twice because the planner, which cannot see the value, would take a single one for common. */
function searchBodies(contained: readonly string[]): IndexSearch {
  return { values: contained, type: 'jsonb', condition: 'body @> v.value and body @> v.value' };
}

/** Whether the index of bodies has an entry for a value; it has none for empty lists and objects. */
function hasScalar(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return true;
  return Object.values(value).some(hasScalar);
}
