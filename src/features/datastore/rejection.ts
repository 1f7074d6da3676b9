import { ApiError } from '#api/apiError.ts';
import type { Draft } from '#pipeline/draft.ts';

/** What the service rejected of the query that was run last, and its words. */
export type Rejection = {
  /** Where it says so: `collection`, `documentID`, or a stage's key. */
  at: string;
  /** In a sentence, such as `stage 2`, by where it was when the query was run. */
  name: string;
  message: string;
};

/** The query that was run, and the keys of the cards that its stages were sent from. */
type Ran = { collection: string; documentID: string; sent: readonly string[] };

/**
 * A rejection that names a part of the query belongs to that part, for as long as it is there as it was run: `collection`
 * and `index.documentID` to their inputs, `pipeline[N]` to that stage's card, wherever it has been moved since.
 */
export function rejectionOf(error: Error | null, ran: Ran, draft: Draft): Rejection | undefined {
  if (!(error instanceof ApiError) || error.kind !== 'invalid') return undefined;
  const { message } = error;
  if (/^collection\b/i.test(message)) {
    if (draft.collection.trim() !== ran.collection) return undefined;
    return { at: 'collection', name: 'the collection', message };
  }
  if (/^index\b/.test(message)) {
    if (draft.documentID.trim() !== ran.documentID) return undefined;
    return { at: 'documentID', name: 'the documentID', message };
  }
  const position = Number(/^pipeline\[(\d+)\]/.exec(message)?.[1] ?? -1);
  const key = ran.sent[position];
  if (key === undefined || !draft.stages.some((stage) => stage.key === key)) return undefined;
  return { at: key, name: `stage ${position + 1}`, message };
}
