import { isJsonObject, stringifyJson } from '#lib/json/json.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { areFlags, areTexts } from '#pipeline/draft/stages/card.ts';
import { kindOf, STAGE_KINDS, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { type Undoable, undoable } from '#pipeline/draft/undo.ts';
import { keepWork } from '#session/keptWork.ts';
import { currentSession, guardWork, subscribe, workLeft } from '#session/session.ts';

/** Invalid text of the JSON editor, and the draft it was typed for. */
export type BrokenText = { text: string; draft: Draft };

/** The draft with its history; `sent` holds the stage keys of the last run, `applied` the identity of its query. */
export type KeptDraft = {
  undo: Undoable<Draft>;
  sent: readonly string[];
  applied: string;
  /** Invalid text of the JSON editor. */
  broken: BrokenText | undefined;
};

const NAME = 'draft';

/** Limits of the stored history, for undo and redo each: steps, and total characters. */
const STEPS_MAX = 50;
const STEPS_LENGTH_MAX = 500_000;

/** Size of a draft that every browser stores together with its history, in characters. */
const SURELY_KEPT = 1_000_000;

const lengths = new WeakMap<StageDraft, number>();

/** Drafts by saved connection; kept for the lifetime of the tab. */
const kept = new Map<string, KeptDraft>();

// keeps drafts when the credentials are rejected; clears them on sign-out
subscribe(() => {
  const { connection, rejected } = currentSession();
  if (!connection && !rejected) {
    kept.clear();
    guardWork(false);
  }
});
keepWork(NAME, (savedId) => {
  const draft = kept.get(savedId);
  if (!draft) return undefined;
  const { undo, sent, applied, broken } = draft;
  const [past, future] = [nearest([...undo.past].reverse()), nearest(undo.future)];
  // text that belongs to another draft is only a copy to restore, so it is not stored
  return { draft: undo.present, past, future, sent, applied, text: broken?.text };
});

export function keptDraft(savedId: string): KeptDraft | undefined {
  return kept.get(savedId) ?? read(workLeft(NAME));
}

export function keepDraft(savedId: string, draft: KeptDraft): void {
  kept.set(savedId, draft);
  const { undo, broken } = draft;
  guardWork(lengthOf(undo.present) + (broken?.text.length ?? 0) > SURELY_KEPT);
}

function lengthOf({ stages }: Draft): number {
  return stages.reduce((sum, stage) => {
    const length = lengths.get(stage) ?? stringifyJson(stage).length;
    lengths.set(stage, length);
    return sum + length;
  }, 0);
}

/** Returns the steps nearest to the present that fit into the limits. */
function nearest(steps: readonly Draft[]): readonly Draft[] {
  let length = 0;
  const end = steps.slice(0, STEPS_MAX).findIndex((step) => {
    length += stringifyJson(step).length;
    return length > STEPS_LENGTH_MAX;
  });
  return steps.slice(0, end < 0 ? STEPS_MAX : end);
}

function read(left: unknown): KeptDraft | undefined {
  if (!isJsonObject(left)) return undefined;
  const { sent, applied, text } = left;
  const draft = readDraft(left['draft']);
  if (!draft || !Array.isArray(sent) || typeof applied !== 'string') return undefined;
  return {
    undo: { ...undoable(draft), past: readSteps(left['past']).reverse(), future: readSteps(left['future']) },
    sent: sent.filter((key) => typeof key === 'string'),
    applied,
    broken: typeof text === 'string' ? { text, draft } : undefined,
  };
}

/** Stops at the first invalid step: the steps behind it would lead to another state. */
function readSteps(value: unknown): Draft[] {
  const steps = (Array.isArray(value) ? value : []).map(readDraft);
  const end = steps.indexOf(undefined);
  return steps.slice(0, end < 0 ? undefined : end).filter((step) => step !== undefined);
}

function readDraft(value: unknown): Draft | undefined {
  if (!isJsonObject(value)) return undefined;
  const { collection, documentID, stages } = value;
  if (!areTexts(collection, documentID) || !Array.isArray(stages) || !stages.every(isStage)) return undefined;
  return value as Draft; // every part was checked above
}

function isStage(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { key, enabled, collapsed } = value;
  const kind = STAGE_KINDS.find((name) => name === value['kind']);
  return kind !== undefined && areTexts(key) && areFlags(enabled, collapsed) && kindOf({ kind }).isKept(value);
}
