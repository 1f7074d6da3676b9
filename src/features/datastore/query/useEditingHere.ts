import { useState } from 'react';
import { type Failing, rejectionOf } from '#features/datastore/noRows/rejection.ts';
import { useDraft } from '#features/datastore/useDraft.ts';
import { replaceStage } from '#pipeline/draft/draft.ts';
import type { Complaint } from '#pipeline/draft/stages/card.ts';
import type { StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { useKnownFields } from './fieldsStore.ts';
import { useQueryPane } from './useQueryPane.ts';
import { type Applied, useQueryRun } from './useQueryRun.ts';

export type Editing = ReturnType<typeof useEditingHere>;

/** What is edited here: the draft, how it is run, and what is wrong with it. */
export function useEditingHere(applied: Applied) {
  const { savedId, state, pages } = applied;
  const editing = useDraft(savedId, state);
  const { draft, compiled, change, sent } = editing;
  const pane = useQueryPane();
  const { complained, ...run } = useQueryRun(applied, editing, pane);
  const seen = useKnownFields(savedId, draft.collection.trim());
  const [failing, onFailing] = useState<Failing>();
  const rejected = rejectionOf(pages.current.error, { ...state, sent }, draft, failing);
  const complaints = complained && !('query' in compiled) ? compiled.complaints : undefined;
  return {
    ...editing,
    ...run,
    pane,
    /** The fields of the collection that the draft names. */
    seen,
    /** The part of the query that the service rejected. */
    rejected,
    /** The stage that an error was found to be about. */
    failing,
    onFailing,
    /** What is wrong with the `collection`, the `documentID`, or the stage of a key. */
    complaintAt: (place: string): Complaint | undefined =>
      complaints?.get(place) ?? (rejected?.at === place ? { message: rejected.message } : undefined),
    /** Leads to a stage that was rejected. */
    edit: (stage: StageDraft) =>
      pane.lead(() => {
        if (stage.collapsed) change(replaceStage(draft, { ...stage, collapsed: false }));
      }),
  };
}
