import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  getStoredDraft,
  type InvalidText,
  type StoredDraft,
  storeDraft,
} from '#features/datastore/savedQueries/draftStore.ts';
import { stringifyJson } from '#lib/json/json.ts';
import { compileDraft, createDraftFromQuery } from '#pipeline/draft/compileDraft.ts';
import type { PipelineQuery, QueryDraft } from '#pipeline/draft/draft.ts';
import { createUndoHistory, pushState, redo, undo } from '#pipeline/draft/undoHistory.ts';
import type { DatastoreState } from '#urls/datastore.ts';

/** Changes the draft; `typing` identifies the input, so that consecutive keystrokes are one undo step. */
type ChangeDraft = (next: QueryDraft | ((draft: QueryDraft) => QueryDraft), typing?: string) => void;

export type DraftState = ReturnType<typeof useDraft>;

type LinkedQuery = PipelineQuery & Pick<DatastoreState, 'off'>;

/** Draft with undo. It starts as the applied query or the stored draft, and is replaced when another query is navigated to. */
export function useDraft(savedId: string, applied: LinkedQuery) {
  const appliedText = getQueryKey(applied);
  const [stored, setStored] = useState(() => createInitialDraft(savedId, applied));
  const [expected, setExpected] = useState<string>();
  let now = stored;
  if (now.applied !== appliedText) {
    now = expected === appliedText ? { ...now, applied: appliedText } : replaceDraft(now, applied);
    setStored(now);
    // a later navigation to that query replaces the draft again
    setExpected(undefined);
  }
  // stored outside React, so that it outlives the page and a reload
  useEffect(() => storeDraft(savedId, now), [savedId, now]);
  const change: ChangeDraft = useCallback((next, typing) => {
    setStored((old) => {
      const draft = typeof next === 'function' ? next(old.undoHistory.present) : next;
      return { ...old, undoHistory: pushState(old.undoHistory, draft, typing) };
    });
  }, []);
  const { undoHistory } = now;
  const compiled = useMemo(() => compileDraft(undoHistory.present), [undoHistory.present]);
  const step = (move: typeof undo) => () => setStored((old) => ({ ...old, undoHistory: move(old.undoHistory) }));
  return {
    draft: undoHistory.present,
    compiled,
    /** True if a run would send a query other than the applied one. */
    edited: !('query' in compiled) || getQueryKey(compiled.query) !== appliedText,
    sent: now.sent,
    invalidText: now.invalidText,
    setInvalidText: (broken: InvalidText | undefined) => setStored((old) => ({ ...old, invalidText: broken })),
    change,
    undo: undoHistory.past.length > 0 ? step(undo) : undefined,
    redo: undoHistory.future.length > 0 ? step(redo) : undefined,
    /** Announces that the URL is about to change to this query, so that the draft is not replaced. `cards` are its stage keys. */
    expectQuery: (query: PipelineQuery, cards: readonly string[]) => {
      setExpected(getQueryKey(query));
      setStored((old) => ({ ...old, sent: cards }));
    },
  };
}

/** Replaces the draft by the applied query; the previous draft stays in the undo history. */
function replaceDraft(old: StoredDraft, applied: LinkedQuery): StoredDraft {
  const undoHistory = pushState(old.undoHistory, createDraftFromQuery(applied, applied.off));
  return {
    undoHistory,
    sent: getEnabledStageKeys(undoHistory.present),
    applied: getQueryKey(applied),
    invalidText: old.invalidText,
  };
}

const pipelineTexts = new WeakMap<PipelineQuery['pipeline'], string>();

export function getQueryKey({ collection, documentID, pipeline }: PipelineQuery): string {
  const text = pipelineTexts.get(pipeline) ?? stringifyJson(pipeline);
  pipelineTexts.set(pipeline, text);
  return JSON.stringify([collection, documentID, text]);
}

function createInitialDraft(savedId: string, applied: LinkedQuery): StoredDraft {
  const kept = getStoredDraft(savedId);
  // a link without a query restores the stored draft
  if (kept && (applied.collection === '' || kept.applied === getQueryKey(applied))) {
    return { ...kept, applied: getQueryKey(applied) };
  }
  const draft = createDraftFromQuery(applied, applied.off);
  return {
    undoHistory: createUndoHistory(draft),
    sent: getEnabledStageKeys(draft),
    applied: getQueryKey(applied),
    invalidText: undefined,
  };
}

function getEnabledStageKeys({ stages }: QueryDraft): readonly string[] {
  return stages.flatMap(({ key, enabled }) => (enabled ? key : []));
}
