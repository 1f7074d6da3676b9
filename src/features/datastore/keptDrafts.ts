import type { Draft } from '#pipeline/draft.ts';
import type { Undoable } from '#pipeline/undo.ts';
import { currentSession, subscribe } from '#session/session.ts';

/** A draft and what became of it: the cards that were sent last, and for which query. */
export type KeptDraft = { undo: Undoable<Draft>; sent: readonly string[]; applied: string };

/** Drafts by connection, for as long as the tab lives: whoever leaves the page finds them again. */
const kept = new Map<string, KeptDraft>();

// rejected credentials must not cost anybody a draft; whoever signs out leaves nothing
subscribe(() => {
  const { connection, notice } = currentSession();
  if (!connection && notice === undefined) kept.clear();
});

export function keptDraft(connectionId: string): KeptDraft | undefined {
  return kept.get(connectionId);
}

export function keepDraft(connectionId: string, draft: KeptDraft): void {
  kept.set(connectionId, draft);
}
