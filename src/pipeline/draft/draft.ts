import type { OrderedObject } from '#lib/json/json.ts';
import { newCard, newKey } from '#pipeline/draft/stages/card.ts';
import { kindOf, type StageDraft, type StageKind } from '#pipeline/draft/stages/kinds.ts';
import { type Condition, newCondition } from '#pipeline/draft/stages/match.ts';
import type { ProjectDraft } from '#pipeline/draft/stages/project.ts';
import type { Operator } from './operators.ts';

/** What is being edited, as against what was run last. */
export type Draft = { collection: string; documentID: string; stages: readonly StageDraft[] };

/** What is sent, pages apart. Stages are as they were written. */
export type Query = { collection: string; documentID: string; pipeline: readonly OrderedObject[] };

export const EMPTY_DRAFT: Draft = { collection: '', documentID: '', stages: [] };

export function newStage(kind: StageKind): StageDraft {
  return { ...newCard(), ...kindOf({ kind }).begin() };
}

/** The same stage once more, with identities of its own. */
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

/** Puts the stage at position `to` of the others. */
export function moveStage(draft: Draft, key: string, to: number): Draft {
  const moved = draft.stages.filter((stage) => stage.key === key);
  const others = draft.stages.filter((stage) => stage.key !== key);
  return { ...draft, stages: others.toSpliced(Math.max(0, to), 0, ...moved) };
}

/** Adds a condition to the first match that is sent, or a match of its own in front. */
export function addCondition(draft: Draft, condition: Condition): Draft {
  const match = draft.stages.find((stage) => stage.kind === 'match' && stage.enabled);
  if (match?.kind !== 'match') return insertStage(draft, 0, { ...newCard(), kind: 'match', conditions: [condition] });
  const rest = match.conditions.filter(({ field }) => field.trim() !== '');
  return replaceStage(draft, { ...match, collapsed: false, conditions: [...rest, condition] });
}

/**
 * Adds a condition to the first match, in the place of one that asks for another value of the field; what must not hold
 * beside such another takes the next match.
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

/** The draft whose projects keep a field as well; where nothing leaves it out it is the same draft. */
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

/** The draft that keeps what lies within two numbers of a field, in the place of other such bounds of its first match. */
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

/** The draft up to the stage with this key, itself included. */
export function upTo(draft: Draft, key: string): Draft {
  const at = draft.stages.findIndex((stage) => stage.key === key);
  return { ...draft, stages: draft.stages.slice(0, at + 1) };
}

/** The draft up to the stage before the one with this key. */
export function before(draft: Draft, key: string): Draft {
  const at = draft.stages.findIndex((stage) => stage.key === key);
  return { ...draft, stages: draft.stages.slice(0, Math.max(0, at)) };
}
