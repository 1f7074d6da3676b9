import { useCallback, useEffect, useMemo, useState } from 'react';
import { type BrokenText, type KeptDraft, keepDraft, keptDraft } from '#features/datastore/shelf/keptDrafts.ts';
import { stringifyJson } from '#lib/json/json.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import type { Draft, Query } from '#pipeline/draft/draft.ts';
import { compile, draftOf } from '#pipeline/draft/query.ts';
import { changed, redone, undoable, undone } from '#pipeline/draft/undo.ts';

/** Changes the draft, or what it is by then; `typing` names the place that is typed into. */
type ChangeDraft = (next: Draft | ((draft: Draft) => Draft), typing?: string) => void;

/** What is being edited, how it is changed, and how it stands to what is shown. */
export type DraftState = ReturnType<typeof useDraft>;

/** A query as a link has it, with the stages that are switched off. */
type Linked = Query & Pick<DatastoreState, 'off'>;

/** The draft starts as the applied query, or as it was left, and becomes the applied one when that is navigated to. */
export function useDraft(savedId: string, applied: Linked) {
  const appliedText = identity(applied);
  const [held, setHeld] = useState(() => initial(savedId, applied));
  const [expected, setExpected] = useState<string>();
  let now = held;
  if (now.applied !== appliedText) {
    now = expected === appliedText ? { ...now, applied: appliedText } : taken(now, applied);
    setHeld(now);
    // whoever comes back to it later comes from another query
    setExpected(undefined);
  }
  // outside React it outlives the page, and a reload
  useEffect(() => keepDraft(savedId, now), [savedId, now]);
  const change: ChangeDraft = useCallback((next, typing) => {
    setHeld((old) => {
      const draft = typeof next === 'function' ? next(old.undo.present) : next;
      return { ...old, undo: changed(old.undo, draft, typing) };
    });
  }, []);
  const { undo } = now;
  const compiled = useMemo(() => compile(undo.present), [undo.present]);
  const step = (way: typeof undone) => () => setHeld((old) => ({ ...old, undo: way(old.undo) }));
  return {
    draft: undo.present,
    compiled,
    /** Whether a run would ask for something else than what is shown. */
    edited: !('query' in compiled) || identity(compiled.query) !== appliedText,
    sent: now.sent,
    broken: now.broken,
    breakOff: (broken: BrokenText | undefined) => setHeld((old) => ({ ...old, broken })),
    change,
    undo: undo.past.length > 0 ? step(undone) : undefined,
    redo: undo.future.length > 0 ? step(redone) : undefined,
    /** Says that the page is about to show this query, made of these cards. */
    expect: (query: Query, cards: readonly string[]) => {
      setExpected(identity(query));
      setHeld((old) => ({ ...old, sent: cards }));
    },
  };
}

/** The draft of a query that was navigated to, with the way back to what was there. */
function taken(old: KeptDraft, applied: Linked): KeptDraft {
  const undo = changed(old.undo, draftOf(applied, applied.off));
  return { undo, sent: keysOf(undo.present), applied: identity(applied), broken: old.broken };
}

/** Stages as text, which may be long and is asked for with every drawing. */
const texts = new WeakMap<Query['pipeline'], string>();

/** Equal queries have equal texts. */
export function identity({ collection, documentID, pipeline }: Query): string {
  const text = texts.get(pipeline) ?? stringifyJson(pipeline);
  texts.set(pipeline, text);
  return JSON.stringify([collection, documentID, text]);
}

function initial(savedId: string, applied: Linked): KeptDraft {
  const kept = keptDraft(savedId);
  // a link to the page alone brings back what was left there
  if (kept && (applied.collection === '' || kept.applied === identity(applied))) {
    return { ...kept, applied: identity(applied) };
  }
  const draft = draftOf(applied, applied.off);
  return { undo: undoable(draft), sent: keysOf(draft), applied: identity(applied), broken: undefined };
}

/** The keys of the stages that are sent. */
function keysOf({ stages }: Draft): readonly string[] {
  return stages.flatMap(({ key, enabled }) => (enabled ? key : []));
}
