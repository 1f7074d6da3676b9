import { isJsonObject, stringifyJson } from '#lib/json/json.ts';
import type { Draft } from '#pipeline/draft/draft.ts';
import { areFlags, areTexts } from '#pipeline/draft/stages/card.ts';
import { kindOf, STAGE_KINDS, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { type Undoable, undoable } from '#pipeline/draft/undo.ts';
import { keepWork } from '#session/keptWork.ts';
import { currentSession, guardWork, subscribe, workLeft } from '#session/session.ts';

/** Text that is no pipeline, and the draft that it was left beside. */
export type BrokenText = { text: string; draft: Draft };

/** A draft and what became of it: the cards that were sent last, and for which query. */
export type KeptDraft = {
  undo: Undoable<Draft>;
  sent: readonly string[];
  applied: string;
  /** What stands in the JSON editor and is no pipeline. */
  broken: BrokenText | undefined;
};

const NAME = 'draft';

/** Steps of either way that go over a reload, and characters of all of them. */
const STEPS_MAX = 50;
const STEPS_LENGTH_MAX = 500_000;

/** Characters of a draft that every browser stores, steps and all. */
const SURELY_KEPT = 1_000_000;

/** Characters of stages, each of which is measured once. */
const lengths = new WeakMap<StageDraft, number>();

/** Drafts by saved connection, for as long as the tab lives: whoever leaves the page finds them again. */
const kept = new Map<string, KeptDraft>();

// rejected credentials must not cost anybody a draft; whoever signs out leaves nothing
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
  // text that was left beside another draft is only a copy that may be brought back
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

/** The steps that are taken first, as far as there is room for them. */
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

/** As far as they can be read: a step behind one that cannot would lead elsewhere. */
function readSteps(value: unknown): Draft[] {
  const steps = (Array.isArray(value) ? value : []).map(readDraft);
  const end = steps.indexOf(undefined);
  return steps.slice(0, end < 0 ? undefined : end).filter((step) => step !== undefined);
}

/** A draft that was written as JSON, or none where it is not what this console writes. */
function readDraft(value: unknown): Draft | undefined {
  if (!isJsonObject(value)) return undefined;
  const { collection, documentID, stages } = value;
  if (!areTexts(collection, documentID) || !Array.isArray(stages) || !stages.every(isStage)) return undefined;
  return value as Draft; // every part was just looked at
}

function isStage(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { key, enabled, collapsed } = value;
  const kind = STAGE_KINDS.find((name) => name === value['kind']);
  return kind !== undefined && areTexts(key) && areFlags(enabled, collapsed) && kindOf({ kind }).isKept(value);
}
