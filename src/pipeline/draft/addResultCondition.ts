import { createUnitStepper } from '#lib/group/dateTrunc.ts';
import type { DateTruncUnit } from '#lib/group/groupSpec.ts';
import { addOrReplaceValueCondition, type QueryDraft } from './queryDraft.ts';
import { type GroupDraft, type GroupKeyDraft, getGroupResultNames, isDateUnit } from './stages/group.ts';
import { createMatchCondition, type MatchCondition } from './stages/match.ts';
import { type TimeUnit, toTimeValueDraft } from './valueDraft.ts';

/**
 * Adds a condition on a field of the result. With a group stage, a field to group by is matched before the group, so
 * that fewer documents are read; a computed value is matched after it. `getTimeUnit` returns the unit of a time field,
 * or undefined if its times cannot be compared.
 */
export function addResultCondition(
  draft: QueryDraft,
  condition: MatchCondition,
  getTimeUnit: (field: string) => TimeUnit | undefined,
): QueryDraft {
  const at = draft.stages.findLastIndex(({ kind, enabled }) => kind === 'group' && enabled);
  const group = draft.stages[at];
  if (group?.kind !== 'group') return addOrReplaceValueCondition(draft, condition);
  const conditions = toDocumentConditions(group, condition, getTimeUnit);
  if (conditions) {
    const before = { ...draft, stages: draft.stages.slice(0, at) };
    const matched = conditions.reduce<QueryDraft>((each, one) => addResultCondition(each, one, getTimeUnit), before);
    return { ...draft, stages: [...matched.stages, ...draft.stages.slice(at)] };
  }
  const after = addOrReplaceValueCondition({ ...draft, stages: draft.stages.slice(at + 1) }, condition);
  return { ...draft, stages: [...draft.stages.slice(0, at + 1), ...after.stages] };
}

/**
 * Finds conditions on documents that select the same groups.
 * @returns undefined if there are none
 */
function toDocumentConditions(
  group: GroupDraft,
  condition: MatchCondition,
  getTimeUnit: (field: string) => TimeUnit | undefined,
): readonly MatchCondition[] | undefined {
  const names = getGroupResultNames(group);
  const key = group.by.find((each) => names.get(each.key) === condition.field);
  if (!key) return undefined;
  const field = key.field.trim();
  if (key.by === 'value') return [{ ...condition, field }];
  if (condition.operator !== 'is' || condition.value.type !== 'number') return undefined;
  return isDateUnit(key.by)
    ? toTimeConditions({ ...key, field, by: key.by }, Number(condition.value.text), getTimeUnit(field))
    : undefined;
}

function toTimeConditions(
  { field, by, zone }: GroupKeyDraft & { by: DateTruncUnit },
  start: number,
  unit: TimeUnit | undefined,
): MatchCondition[] | undefined {
  if (unit !== 'ms' && unit !== 'iso') return undefined;
  const end = createUnitStepper(by, zone || 'UTC')(start);
  return [
    { ...createMatchCondition(field, toTimeValueDraft(start, unit)), operator: 'atLeast' },
    { ...createMatchCondition(field, toTimeValueDraft(end, unit)), operator: 'below' },
  ];
}
