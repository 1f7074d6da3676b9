import { createUnitStepper } from '#lib/group/dateTrunc.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { getResultSort } from '#pipeline/draft/compileDraft.ts';
import type { PipelineQuery } from '#pipeline/draft/queryDraft.ts';
import { findResultGrouping, isAdditiveGroupValue, leavesOutGroups, type ResultGroupKey } from './resultGrouping.ts';

const GROUPS_MAX = 10_000;

/**
 * Creates the groups of the times without documents, between the first and the last time, for each combination of the
 * other keys: counts and sums are 0, other values are missing. Creates none if the pipeline leaves out groups, if not
 * exactly one key is a time, or if there would be too many.
 */
export function createEmptyGroups(
  pipeline: PipelineQuery['pipeline'],
  groups: readonly JsonObject[],
): readonly JsonObject[] {
  const grouping = findResultGrouping(pipeline);
  const [time, ...furtherTimes] = grouping?.keys.filter(isTimeKey) ?? [];
  if (!grouping || !time || furtherTimes.length > 0 || leavesOutGroups(pipeline, grouping)) return [];
  const zeros = grouping.values.filter(isAdditiveGroupValue).map(({ name }) => [name, 0]);
  const series = new Map<string, { keys: JsonObject; times: Set<unknown> }>();
  for (const group of groups) {
    const names = grouping.keys.map(({ name }) => name).filter((name) => Object.hasOwn(group, name));
    const keys = Object.fromEntries(names.filter((name) => name !== time.name).map((name) => [name, group[name]]));
    const id = stringifyJson(keys);
    const known = series.get(id) ?? { keys, times: new Set() };
    series.set(id, known);
    known.times.add(group[time.name]);
  }
  const times = groups.map((group) => group[time.name]).filter((at) => typeof at === 'number');
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const getNext = createUnitStepper(time.per, time.zone);
  const found: JsonObject[] = [];
  for (let at = first; at <= last; at = getNext(at)) {
    for (const { keys, times: known } of series.values()) {
      if (!known.has(at)) found.push({ ...keys, [time.name]: at, ...Object.fromEntries(zeros) });
    }
    if (found.length > GROUPS_MAX) return [];
  }
  return found;
}

/** Adds the groups of times without documents, in the order of times, or at the end if the query has another order. */
export function addEmptyGroups(
  pipeline: PipelineQuery['pipeline'],
  groups: readonly JsonObject[],
): readonly JsonObject[] {
  const all = [...groups, ...createEmptyGroups(pipeline, groups)];
  const time = findResultGrouping(pipeline)?.keys.find(isTimeKey)?.name;
  const [sort] = getResultSort(pipeline);
  if (all.length === groups.length || time === undefined || (sort && sort.field !== time)) return all;
  const direction = sort?.descending ? -1 : 1;
  return all.sort((one, other) => direction * (Number(one[time]) - Number(other[time])));
}

function isTimeKey(key: ResultGroupKey): key is Extract<ResultGroupKey, { kind: 'time' }> {
  return key.kind === 'time';
}
