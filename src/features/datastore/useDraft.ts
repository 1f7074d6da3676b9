import { useCallback, useEffect, useMemo, useState } from 'react';
import { type BrokenText, type KeptDraft, keepDraft, keptDraft } from '#features/datastore/shelf/keptDrafts.ts';
import { stringifyJson } from '#lib/json/json.ts';
import type { DatastoreState } from '#paths/datastore.ts';
import type { Draft, Query } from '#pipeline/draft/draft.ts';
import { compile, draftOf } from '#pipeline/draft/query.ts';
import { changed, redone, undoable, undone } from '#pipeline/draft/undo.ts';

/** Changes the draft; `typing` identifies the input, so that consecutive keystrokes are one undo step. */
type ChangeDraft = (next: Draft | ((draft: Draft) => Draft), typing?: string) => void;

export type DraftState = ReturnType<typeof useDraft>;

type Linked = Query & Pick<DatastoreState, 'off'>;

/** Draft with undo. It starts as the applied query or the stored draft, and is replaced when another query is navigated to. */
export function useDraft(savedId: string, applied: Linked) {
  const appliedText = identity(applied);
  const [held, setHeld] = useState(() => initial(savedId, applied));
  const [expected, setExpected] = useState<string>();
  let now = held;
  if (now.applied !== appliedText) {
    now = expected === appliedText ? { ...now, applied: appliedText } : taken(now, applied);
    setHeld(now);
    // a later navigation to that query replaces the draft again
    setExpected(undefined);
  }
  // stored outside React, so that it outlives the page and a reload
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
    /** True if a run would send a query other than the applied one. */
    edited: !('query' in compiled) || identity(compiled.query) !== appliedText,
    sent: now.sent,
    broken: now.broken,
    breakOff: (broken: BrokenText | undefined) => setHeld((old) => ({ ...old, broken })),
    change,
    undo: undo.past.length > 0 ? step(undone) : undefined,
    redo: undo.future.length > 0 ? step(redone) : undefined,
    /** Announces that the URL is about to change to this query, so that the draft is not replaced. `cards` are its stage keys. */
    expect: (query: Query, cards: readonly string[]) => {
      setExpected(identity(query));
      setHeld((old) => ({ ...old, sent: cards }));
    },
  };
}

/** Replaces the draft by the applied query; the previous draft stays in the undo history. */
function taken(old: KeptDraft, applied: Linked): KeptDraft {
  const undo = changed(old.undo, draftOf(applied, applied.off));
  return { undo, sent: keysOf(undo.present), applied: identity(applied), broken: old.broken };
}

const texts = new WeakMap<Query['pipeline'], string>();

export function identity({ collection, documentID, pipeline }: Query): string {
  const text = texts.get(pipeline) ?? stringifyJson(pipeline);
  texts.set(pipeline, text);
  return JSON.stringify([collection, documentID, text]);
}

function initial(savedId: string, applied: Linked): KeptDraft {
  const kept = keptDraft(savedId);
  // a link without a query restores the stored draft
  if (kept && (applied.collection === '' || kept.applied === identity(applied))) {
    return { ...kept, applied: identity(applied) };
  }
  const draft = draftOf(applied, applied.off);
  return { undo: undoable(draft), sent: keysOf(draft), applied: identity(applied), broken: undefined };
}

function keysOf({ stages }: Draft): readonly string[] {
  return stages.flatMap(({ key, enabled }) => (enabled ? key : []));
}
