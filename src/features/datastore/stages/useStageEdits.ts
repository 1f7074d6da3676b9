import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { announce } from '#lib/tasks/announce.ts';
import { duplicateStage, insertStage, moveStage, newStage, removeStage } from '#pipeline/draft/draft.ts';
import type { Complaint } from '#pipeline/draft/stages/card.ts';
import { kindOf, OFFERED_KINDS, type StageDraft, type StageKind } from '#pipeline/draft/stages/kinds.ts';

export type StageEdits = ReturnType<typeof useStageEdits>;

/** What an editor of a stage is given; what it is edited among, the page knows. */
export type StageEditorProps<Stage> = {
  stage: Stage;
  /** Its place among the others, from 0. */
  position: number;
  complaint: Complaint | undefined;
  /** Takes over the changed stage; `typing` names the place that is typed into. */
  onChange: (stage: Stage, typing?: string) => void;
};

/** Edits of the stages. The focus goes to a new card, to the neighbour of one that is gone, with one that moves. */
export function useStageEdits(root: RefObject<HTMLElement | null>) {
  const { extensions } = useDatastore();
  const { draft, change, undo } = useEditing();
  const { stages } = draft;
  const [removed, setRemoved] = useState<{ stage: StageDraft; at: number }>();
  /** Does it, then gives the focus to a card by its key; without one of that key, to what adds stages. */
  const focusAfter = (edit: () => void, key: string) => {
    flushSync(edit);
    const card = root.current?.querySelector(`[data-card="${key}"]`);
    const field = card?.querySelector<HTMLElement>('[data-focus]') ?? card?.querySelector<HTMLElement>('[data-fold]');
    (field ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  };
  return {
    /** The kinds whose stages the service runs. */
    kinds: OFFERED_KINDS.filter((kind) => {
      const { extension } = kindOf({ kind });
      return extension === undefined || extensions.includes(extension);
    }),
    removed,
    bringBack: () => {
      undo?.();
      setRemoved(undefined);
    },
    add: (kind: StageKind, at: number) => {
      const stage = newStage(kind);
      focusAfter(() => {
        setRemoved(undefined);
        change(insertStage(draft, at, stage));
      }, stage.key);
    },
    remove: (stage: StageDraft, at: number) => {
      const neighbour = stages[at + 1] ?? stages[at - 1];
      focusAfter(() => {
        setRemoved({ stage, at });
        change(removeStage(draft, stage.key));
      }, neighbour?.key ?? '');
    },
    move: (key: string, to: number, spoken = false) => {
      const stage = stages.find((other) => other.key === key);
      if (!stage || to < 0 || to >= stages.length) return;
      change(moveStage(draft, key, to));
      if (!spoken) announce(`${kindOf(stage).name} is now stage ${to + 1} of ${stages.length}`);
    },
    duplicate: (stage: StageDraft, at: number) => {
      const copy = duplicateStage(stage);
      focusAfter(() => change(insertStage(draft, at + 1, copy)), copy.key);
    },
  };
}

/** Whoever stood in a card that an undo or a paste took away goes on with the cards that came. */
export function useFocusHeld(root: RefObject<HTMLElement | null>) {
  const held = useRef<Element>(undefined);
  useLayoutEffect(() => {
    // nothing has the focus for a moment either, while Firefox moves it from one part of a date to the next
    if (!held.current || held.current.isConnected || document.activeElement !== document.body) return;
    root.current?.querySelector<HTMLElement>('[data-focus], [data-add]')?.focus();
  });
  return {
    onFocus: ({ target }: { target: Element }) => {
      held.current = target;
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget))) held.current = undefined;
    },
  };
}
