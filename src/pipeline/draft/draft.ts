import type { OrderedObject } from '#lib/json/json.ts';
import { newCard, newKey } from '#pipeline/draft/stages/card.ts';
import { kindOf, type StageDraft, type StageKind } from '#pipeline/draft/stages/kinds.ts';
import { type Condition, newCondition } from '#pipeline/draft/stages/match.ts';
import type { ProjectDraft } from '#pipeline/draft/stages/project.ts';
import type { Operator } from './operators.ts';

export type Draft = { collection: string; documentID: string; stages: readonly StageDraft[] };

/** The query as sent, without the page; stages keep their exact form. */
export type Query = { collection: string; documentID: string; pipeline: readonly OrderedObject[] };

export const EMPTY_DRAFT: Draft = { collection: '', documentID: '', stages: [] };

export function newStage(kind: StageKind): StageDraft {
  return { ...newCard(), ...kindOf({ kind }).begin() };
}

export function duplicateStage(stage: StageDraft): StageDraft {
  const renewed = kindOf(stage).renew?.(stage) ?? stage;
  return { ...renewed, key: newKey() };
}

export function replaceStage(draft: Draft, stage: StageDraft): Draft {
  return { ...draft, stages: draft.stages.map((old) => (old.key === stage.key ? stage : old)) };
}

export function insertStage(draft: Draft, at: number, stage: StageDraft): Draft {
  return { ...draft, stages: draft.stages.toSpliced(at, 0, stage) };
}

export function removeStage(draft: Draft, key: string): Draft {
  return { ...draft, stages: draft.stages.filter((stage) => stage.key !== key) };
}

export function moveStage(draft: Draft, key: string, to: number): Draft {
  const moved = draft.stages.filter((stage) => stage.key === key);
  const others = draft.stages.filter((stage) => stage.key !== key);
  return { ...draft, stages: others.toSpliced(Math.max(0, to), 0, ...moved) };
}

/** Adds a condition to the first enabled match, or in a new match at the start. */
export function addCondition(draft: Draft, condition: Condition): Draft {
  const match = draft.stages.find((stage) => stage.kind === 'match' && stage.enabled);
  if (match?.kind !== 'match') return insertStage(draft, 0, { ...newCard(), kind: 'match', conditions: [condition] });
  const rest = match.conditions.filter(({ field }) => field.trim() !== '');
  return replaceStage(draft, { ...match, collapsed: false, conditions: [...rest, condition] });
}

/**
 * Adds a condition to the first match, replacing an `is` condition on the same field. If the field already has another condition
 * with the same operator, the new one goes into the next match.
 */
export function addValueCondition(draft: Draft, condition: Condition): Draft {
  const { field, operator, value } = condition;
  const first = draft.stages.findIndex((stage) => stage.kind === 'match' && stage.enabled);
  if (first < 0) return addCondition(draft, condition);
  for (let at = first; ; at++) {
    const stage = draft.stages[at];
    if (stage?.kind !== 'match' || !stage.enabled) {
      return insertStage(draft, at, { ...newCard(), kind: 'match', conditions: [condition] });
    }
    const same = stage.conditions.find((each) => each.field.trim() === field && each.operator === operator);
    const others = stage.conditions.filter((each) => each.field.trim() !== '' && each !== same);
    if (!same || operator === 'is') {
      const conditions = same
        ? stage.conditions.map((each) => (each === same ? { ...same, value } : each))
        : [...others, condition];
      return replaceStage(draft, { ...stage, collapsed: false, conditions });
    }
    if (same.value.type === value.type && same.value.text === value.text) return draft;
  }
}

/** Adds a field to projects that would drop it; returns the same draft if there are none. */
export function withKeptField(draft: Draft, name: string): Draft {
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

/** Restricts a field to a range, replacing its bounds in the first match. */
export function withRange(draft: Draft, field: string, from: number, to: number): Draft {
  const bounds: readonly Operator[] = ['above', 'atLeast', 'below', 'atMost'];
  const match = draft.stages.find((stage) => stage.kind === 'match' && stage.enabled);
  const others =
    match?.kind === 'match'
      ? replaceStage(draft, {
          ...match,
          conditions: match.conditions.filter((each) => each.field.trim() !== field || !bounds.includes(each.operator)),
        })
      : draft;
  const bound = (value: number) => newCondition(field, { type: 'number', text: String(value) });
  const least = addCondition(others, { ...bound(from), operator: 'atLeast' });
  return addCondition(least, { ...bound(to), operator: 'atMost' });
}

/** The draft through the given stage, inclusive. */
export function upTo(draft: Draft, key: string): Draft {
  const at = draft.stages.findIndex((stage) => stage.key === key);
  return { ...draft, stages: draft.stages.slice(0, at + 1) };
}

/** The draft before the given stage. */
export function before(draft: Draft, key: string): Draft {
  const at = draft.stages.findIndex((stage) => stage.key === key);
  return { ...draft, stages: draft.stages.slice(0, Math.max(0, at)) };
}
