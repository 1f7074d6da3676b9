import { type OrderedJsonObject, stringifyJson } from '#lib/json/json.ts';
import { createMatchCondition, type MatchCondition, type MatchDraft } from '#pipeline/draft/stages/match.ts';
import type { ProjectDraft } from '#pipeline/draft/stages/project.ts';
import { createSortField } from '#pipeline/draft/stages/sort.ts';
import { createDraftKey, createStageBase } from '#pipeline/draft/stages/stageBase.ts';
import { getStageDefinition, type StageDraft, type StageKind } from '#pipeline/draft/stages/stageRegistry.ts';
import type { ConditionOperator } from './operators.ts';

export type QueryDraft = { collection: string; documentID: string; stages: readonly StageDraft[] };

/** Query as sent, without the page number. Stages keep their exact JSON text. */
export type PipelineQuery = { collection: string; documentID: string; pipeline: readonly OrderedJsonObject[] };

const pipelineTexts = new WeakMap<PipelineQuery['pipeline'], string>();

export function getPipelineQueryKey({ collection, documentID, pipeline }: PipelineQuery): string {
  const text = pipelineTexts.get(pipeline) ?? stringifyJson(pipeline);
  pipelineTexts.set(pipeline, text);
  return JSON.stringify([collection, documentID, text]);
}

export const EMPTY_DRAFT: QueryDraft = { collection: '', documentID: '', stages: [] };

export function createStageDraft(kind: StageKind): StageDraft {
  return { ...createStageBase(), ...getStageDefinition({ kind }).createContent() };
}

export function duplicateStage(stage: StageDraft): StageDraft {
  const renewed = getStageDefinition(stage).renewKeys?.(stage) ?? stage;
  return { ...renewed, key: createDraftKey() };
}

export function replaceStage(draft: QueryDraft, stage: StageDraft): QueryDraft {
  return { ...draft, stages: draft.stages.map((old) => (old.key === stage.key ? stage : old)) };
}

export function insertStage(draft: QueryDraft, at: number, stage: StageDraft): QueryDraft {
  return { ...draft, stages: draft.stages.toSpliced(at, 0, stage) };
}

export function removeStage(draft: QueryDraft, key: string): QueryDraft {
  return { ...draft, stages: draft.stages.filter((stage) => stage.key !== key) };
}

export type ResultSort = { field: string; descending: boolean };

/** Sorts the result by its last enabled stage, if that sorts, or by a new one. Removes that stage without fields. */
export function setResultSort(draft: QueryDraft, sort: readonly ResultSort[]): QueryDraft {
  const last = draft.stages.findLast(({ enabled }) => enabled);
  const fields = sort.map(({ field, descending }) => createSortField(field, descending));
  if (last?.kind === 'sort')
    return sort.length > 0 ? replaceStage(draft, { ...last, fields }) : removeStage(draft, last.key);
  if (sort.length === 0) return draft;
  const stage = { ...createStageBase(), kind: 'sort' as const, fields, collapsed: true };
  return insertStage(draft, draft.stages.length, stage);
}

export function moveStage(draft: QueryDraft, key: string, to: number): QueryDraft {
  const moved = draft.stages.filter((stage) => stage.key === key);
  const others = draft.stages.filter((stage) => stage.key !== key);
  return { ...draft, stages: others.toSpliced(Math.max(0, to), 0, ...moved) };
}

/**
 * Finds the first enabled match stage that applies to documents. A match stage after a group stage applies to groups.
 */
function findFirstMatch({ stages }: QueryDraft): MatchDraft | undefined {
  const group = stages.findIndex(({ kind, enabled }) => kind === 'group' && enabled);
  const ofDocuments = group < 0 ? stages : stages.slice(0, group);
  return ofDocuments.find((stage): stage is MatchDraft => stage.kind === 'match' && stage.enabled);
}

/** Adds a condition to the first enabled match stage, or to a new one at the start. */
export function addCondition(draft: QueryDraft, condition: MatchCondition): QueryDraft {
  const match = findFirstMatch(draft);
  if (!match) return insertStage(draft, 0, { ...createStageBase(), kind: 'match', conditions: [condition] });
  const rest = match.conditions.filter(({ field }) => field.trim() !== '');
  return replaceStage(draft, { ...match, collapsed: false, conditions: [...rest, condition] });
}

/**
 * Adds a condition to the first match stage. One for a single value, or for its absence, replaces another such condition
 * on the same field. If the field already has a condition with the same operator, the next match stage is used.
 */
export function addOrReplaceValueCondition(draft: QueryDraft, condition: MatchCondition): QueryDraft {
  const { field, operator, value } = condition;
  const first = findFirstMatch(draft);
  if (!first) return addCondition(draft, condition);
  for (let at = draft.stages.indexOf(first); ; at++) {
    const stage = draft.stages[at];
    if (stage?.kind !== 'match' || !stage.enabled) {
      return insertStage(draft, at, { ...createStageBase(), kind: 'match', conditions: [condition] });
    }
    const same = stage.conditions.find(
      (each) =>
        each.field.trim() === field && (each.operator === operator || (selectsOne(each) && selectsOne(condition))),
    );
    const others = stage.conditions.filter((each) => each.field.trim() !== '' && each !== same);
    if (!same || selectsOne(condition)) {
      const conditions = same
        ? stage.conditions.map((each) => (each === same ? { ...same, operator, value } : each))
        : [...others, condition];
      return replaceStage(draft, { ...stage, collapsed: false, conditions });
    }
    if (same.value.type === value.type && same.value.text === value.text) return draft;
  }
}

function selectsOne({ operator, value }: MatchCondition): boolean {
  return operator === 'is' || (operator === 'exists' && value.text === 'false');
}

export function keepFieldInProjectStages(draft: QueryDraft, name: string): QueryDraft {
  const leaves = (stage: StageDraft): stage is ProjectDraft =>
    stage.kind === 'project' &&
    stage.enabled &&
    stage.keep &&
    name !== 'documentID' &&
    stage.fields.length > 0 &&
    !stage.fields.some((field) => field === name || name.startsWith(`${field}.`));
  if (!draft.stages.some(leaves)) return draft;
  const stages = draft.stages.map((stage) => (leaves(stage) ? { ...stage, fields: [...stage.fields, name] } : stage));
  return { ...draft, stages };
}

export function setFieldRangeConditions(draft: QueryDraft, field: string, from: number, to: number): QueryDraft {
  const bounds: readonly ConditionOperator[] = ['above', 'atLeast', 'below', 'atMost'];
  const match = findFirstMatch(draft);
  const others = match
    ? replaceStage(draft, {
        ...match,
        conditions: match.conditions.filter((each) => each.field.trim() !== field || !bounds.includes(each.operator)),
      })
    : draft;
  const bound = (value: number) => createMatchCondition(field, { type: 'number', text: String(value) });
  const least = addCondition(others, { ...bound(from), operator: 'atLeast' });
  return addCondition(least, { ...bound(to), operator: 'atMost' });
}

export function cutAfterStage(draft: QueryDraft, key: string): QueryDraft {
  const at = draft.stages.findIndex((stage) => stage.key === key);
  return { ...draft, stages: draft.stages.slice(0, at + 1) };
}

export function cutBeforeStage(draft: QueryDraft, key: string): QueryDraft {
  const at = draft.stages.findIndex((stage) => stage.key === key);
  return { ...draft, stages: draft.stages.slice(0, Math.max(0, at)) };
}
