import { useCallback, useMemo, useRef, useState } from 'react';
import { type BrokenText, type KeptDraft, keepDraft, keptDraft } from '#features/datastore/shelf/keptDrafts.ts';
import { stringify } from '#lib/json/json.ts';
import { type Compiled, compile } from '#pipeline/draft/compile.ts';
import type { Draft, Query } from '#pipeline/draft/draft.ts';
import { draftOf } from '#pipeline/draft/drawStage.ts';
import { changed, redone, type Undoable, undoable, undone } from '#pipeline/draft/undo.ts';

/** What is being edited, how it is changed, and how it stands to what is shown. */
export type DraftState = {
  draft: Draft;
  compiled: Compiled;
  /** Whether a run would ask for something else than what is shown. */
  edited: boolean;
  /** Keys of the cards that the query that is shown was made of. */
  sent: readonly string[];
  /** Text in the JSON editor that is no pipeline. */
  broken: BrokenText | undefined;
  breakOff: (broken: BrokenText | undefined) => void;
  /** `typing` names the place that is typed into. */
  change: (draft: Draft, typing?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Says that the page is about to show this query, made of these cards. */
  expect: (query: Query, cards: readonly string[]) => void;
};

/** The draft starts as the applied query, or as it was left, and becomes the applied one when that is navigated to. */
export function useDraft(savedId: string, applied: Query): DraftState {
  const shown = identity(applied);
  const [state, setState] = useState(() => initial(savedId, applied));
  const expected = useRef<string>(undefined);
  let now = state;
  if (now.applied !== shown) {
    const own = expected.current === shown;
    now = own
      ? { ...now, applied: shown }
      : { ...fresh(applied), broken: now.broken, undo: changed(now.undo, draftOf(applied)) };
    if (!own) now = { ...now, sent: now.undo.present.stages.map(({ key }) => key) };
    setState(now);
  }
  keepDraft(savedId, now);
  const step = (undo: Undoable<Draft>) => setState((old) => ({ ...old, undo }));
  const change = useCallback((draft: Draft, typing?: string) => {
    setState((old) => ({ ...old, undo: changed(old.undo, draft, typing) }));
  }, []);
  const { undo } = now;
  const compiled = useMemo(() => compile(undo.present), [undo.present]);
  return {
    draft: undo.present,
    compiled,
    edited: !('query' in compiled) || identity(compiled.query) !== shown,
    sent: now.sent,
    broken: now.broken,
    breakOff: (broken) => setState((old) => ({ ...old, broken })),
    change,
    undo: undo.past.length > 0 ? () => step(undone(undo)) : undefined,
    redo: undo.future.length > 0 ? () => step(redone(undo)) : undefined,
    expect: (query, cards) => {
      expected.current = identity(query);
      setState((old) => ({ ...old, sent: cards }));
    },
  };
}

/** Stages as text, which may be long and is asked for with every drawing. */
const texts = new WeakMap<Query['pipeline'], string>();

/** Equal queries have equal texts. */
export function identity({ collection, documentID, pipeline }: Query): string {
  const text = texts.get(pipeline) ?? stringify(pipeline);
  texts.set(pipeline, text);
  return JSON.stringify([collection, documentID, text]);
}

function initial(savedId: string, applied: Query): KeptDraft {
  const kept = keptDraft(savedId);
  // a link to the page alone brings back what was left there
  if (kept && (applied.collection === '' || kept.applied === identity(applied))) {
    return { ...kept, applied: identity(applied) };
  }
  return fresh(applied);
}

function fresh(applied: Query): KeptDraft {
  const draft = draftOf(applied);
  const sent = draft.stages.map(({ key }) => key);
  return { undo: undoable(draft), sent, applied: identity(applied), broken: undefined };
}
