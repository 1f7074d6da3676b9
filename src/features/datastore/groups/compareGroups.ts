import { createTimeTruncater } from '#lib/group/dateTrunc.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { BUCKET_WIDTH_OPTIONS } from '#pipeline/documents/chartOptions.ts';
import { getGroupId } from '#pipeline/documents/describeGroup.ts';
import { createEmptyGroups } from '#pipeline/documents/emptyGroups.ts';
import {
  isAdditiveGroupValue,
  leavesOutGroups,
  type ResultGrouping,
  type ResultGroupValue,
} from '#pipeline/documents/resultGrouping.ts';
import type { ShiftedPeriod } from '#pipeline/draft/timeRange.ts';
import type { DatastoreState } from '#urls/datastore.ts';
import { toBarLength } from './formatGroupValue.ts';
import type { GroupedResult } from './useResultGroups.ts';

/** Groups of a period, and whether it has more of them. */
export type PeriodGroups = { groups: readonly JsonObject[]; hasMore: boolean };

/** Groups of the period before, at the times that they are compared with. */
export type GroupComparison = PeriodGroups & {
  text: string;
  /** Keys of the groups that only the period before has. None unless all groups of the result are loaded. */
  gone: readonly JsonObject[];
  /** Key that is a time. */
  timeName: string | undefined;
  /**
   * Compares a value of a group with the same group in the period before. If a period does not have the group, the value
   * is 0 for counts and sums, otherwise NaN.
   */
  compare: (
    group: JsonObject,
    value: ResultGroupValue,
  ) => { now: number; past: number; before: JsonObject | undefined };
};

/** Pairs the groups of the period before with those of a result. `all` are its groups, if all are loaded. */
export function compareGroups(
  { groups: grouping, query }: GroupedResult,
  { groups: read, hasMore }: PeriodGroups,
  { toCurrent, text }: ShiftedPeriod,
  all: readonly JsonObject[] | undefined,
): GroupComparison {
  const { keys } = grouping;
  const time = keys.find((key) => key.kind === 'time');
  const truncate = time && createTimeTruncater(time.per, time.zone);
  const moved = read.map((group) => {
    const at = time && group[time.name];
    return truncate && typeof at === 'number' ? { ...group, [time.name]: truncate(toCurrent(at, time.zone)) } : group;
  });
  // a count of a time without documents is 0
  const groups = hasMore ? moved : [...moved, ...createEmptyGroups(query.pipeline, moved)];
  const getId = (group: JsonObject) => getGroupId(keys, group);
  const byId = new Map(groups.map((group) => [getId(group), group]));
  const ids = new Set(all?.map(getId));
  const gone = all ? moved.filter((group) => !ids.has(getId(group))) : [];
  const isComplete = !leavesOutGroups(query.pipeline, grouping);
  return {
    groups,
    hasMore,
    text: `compared with the period ${text}`,
    gone: gone.map((group) =>
      Object.fromEntries(Object.entries(group).filter(([name]) => keys.some((key) => key.name === name))),
    ),
    timeName: time?.name,
    compare: (group, value) => {
      const none = isComplete && isAdditiveGroupValue(value) ? 0 : Number.NaN;
      const before = byId.get(getId(group));
      const past = before || !hasMore ? toBarLength(before?.[value.name] ?? none) : Number.NaN;
      return { now: toBarLength(group[value.name] ?? none), past, before };
    },
  };
}

/** Explains why the groups of a chart cannot be compared with those of the period before. */
export function explainNoComparison(
  { keys }: ResultGrouping,
  { field }: ShiftedPeriod,
  { per, by }: Pick<DatastoreState, 'per' | 'by'>,
): string | undefined {
  const time = keys.find((key) => key.kind === 'time');
  if (!time) return undefined;
  if (time.field !== field) return `The time range is of ${field}, and the groups are of ${time.field}.`;
  if (time.per === 'month')
    return 'Months differ in length, so they are not compared with a period of the same length.';
  if (by === '' && keys.length > 1) return 'Without a split, each time has several groups, which cannot be compared.';
  const isMerged = per !== time.per && BUCKET_WIDTH_OPTIONS.some(([name]) => name === per);
  return isMerged ? `The chart has one value per ${per}, and the groups are per ${time.per}.` : undefined;
}
