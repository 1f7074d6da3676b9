import type { OrderedObject } from '#lib/json/json.ts';
import type { Operator } from './operators.ts';
import type { ValueDraft } from './value.ts';

/** One row of a match: what must hold of a field. */
export type Condition = { key: string; field: string; operator: Operator; value: ValueDraft };

/** What every card has: an identity that survives moving it, whether it is sent, whether it is folded to a sentence. */
type Card = { key: string; enabled: boolean; collapsed: boolean };

export type MatchDraft = Card & { kind: 'match'; conditions: readonly Condition[] };

/** `keep` says what happens to the named fields; documentID stays in any case unless `documentID` is false. */
export type ProjectDraft = Card & {
  kind: 'project';
  keep: boolean;
  fields: readonly string[];
  documentID: boolean;
};

type SortField = { key: string; field: string; descending: boolean };

export type SortDraft = Card & { kind: 'sort'; fields: readonly SortField[] };

/** Whatever the builder cannot draw, as its JSON text. */
export type RawDraft = Card & { kind: 'raw'; text: string };

export type StageDraft = MatchDraft | ProjectDraft | SortDraft | RawDraft;

export type StageKind = StageDraft['kind'];

/** What is being edited, as against what was run last. */
export type Draft = { collection: string; documentID: string; stages: readonly StageDraft[] };

/** What is sent, pages apart. Stages are as they were written. */
export type Query = { collection: string; documentID: string; pipeline: readonly OrderedObject[] };

export const EMPTY_DRAFT: Draft = { collection: '', documentID: '', stages: [] };

let keys = 0;
/** A draft outlives the page that it was begun on; its keys must not meet those of the next. */
const page = Math.floor(performance.timeOrigin).toString(36);

export function newKey(): string {
  keys += 1;
  return `${page}-${keys}`;
}

export function newCard(): Card {
  return { key: newKey(), enabled: true, collapsed: false };
}

export function newCondition(field = '', value: ValueDraft = { type: 'text', text: '' }): Condition {
  return { key: newKey(), field, operator: 'is', value };
}

export function newSortField(field = '', descending = false): SortField {
  return { key: newKey(), field, descending };
}

export function newStage(kind: StageKind): StageDraft {
  const card = newCard();
  if (kind === 'match') return { ...card, kind, conditions: [newCondition()] };
  if (kind === 'project') return { ...card, kind, keep: true, fields: [], documentID: true };
  if (kind === 'sort') return { ...card, kind, fields: [newSortField()] };
  return { ...card, kind, text: '{\n  "type": ""\n}' };
}

/** The same stage once more, with identities of its own. */
export function duplicateStage(stage: StageDraft): StageDraft {
  const key = newKey();
  if (stage.kind === 'match') {
    return { ...stage, key, conditions: stage.conditions.map((condition) => ({ ...condition, key: newKey() })) };
  }
  if (stage.kind === 'sort') return { ...stage, key, fields: stage.fields.map((one) => ({ ...one, key: newKey() })) };
  return { ...stage, key };
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

/** The draft that keeps what lies within two values of a field, in the place of other such bounds of its first match. */
export function withRange(draft: Draft, field: string, from: ValueDraft, to: ValueDraft): Draft {
  const bounds: readonly Operator[] = ['above', 'atLeast', 'below', 'atMost'];
  const match = draft.stages.find((stage) => stage.kind === 'match' && stage.enabled);
  const others =
    match?.kind === 'match'
      ? replaceStage(draft, {
          ...match,
          conditions: match.conditions.filter((one) => one.field.trim() !== field || !bounds.includes(one.operator)),
        })
      : draft;
  const least = addCondition(others, { ...newCondition(field, from), operator: 'atLeast' });
  return addCondition(least, { ...newCondition(field, to), operator: 'atMost' });
}
