import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { DraftState } from '#features/datastore/useDraft.ts';
import { duplicateStage, insertStage, moveStage, newStage, removeStage } from '#pipeline/draft/draft.ts';
import { kindOf, type StageDraft, type StageKind } from '#pipeline/draft/stages/kinds.ts';
import { announce } from '#ui/browser/announce.tsx';

/** A stage that was deleted last, and where it was. */
export type RemovedStage = { stage: StageDraft; at: number };

/**
 * What can be done to the list of stages. The focus goes to the first field of a new card, to the neighbour of one that
 * is gone, and with one that moves.
 */
export function useStageEdits({ draft, change }: DraftState, root: RefObject<HTMLElement | null>) {
  const { stages } = draft;
  const [removed, setRemoved] = useState<RemovedStage>();
  const focusCard = useFocusNext(root);
  const add = (kind: StageKind, at: number) => {
    const stage = newStage(kind);
    focusCard(stage.key);
    setRemoved(undefined);
    change(insertStage(draft, at, stage));
  };
  const remove = (stage: StageDraft, at: number) => {
    focusCard(stages[at + 1]?.key ?? stages[at - 1]?.key ?? '');
    setRemoved({ stage, at });
    change(removeStage(draft, stage.key));
  };
  const move = (key: string, to: number, spoken = false) => {
    const stage = stages.find((one) => one.key === key);
    if (!stage || to < 0 || to >= stages.length) return;
    change(moveStage(draft, key, to));
    if (!spoken) announce(`${kindOf(stage).name} is now stage ${to + 1} of ${stages.length}`);
  };
  const duplicate = (stage: StageDraft, at: number) => {
    const copy = duplicateStage(stage);
    focusCard(copy.key);
    change(insertStage(draft, at + 1, copy));
  };
  return { removed, forget: () => setRemoved(undefined), add, remove, move, duplicate };
}

/** Has the next drawing focus a card by its key; without one of that key, what adds stages. */
function useFocusNext(root: RefObject<HTMLElement | null>) {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const card = root.current?.querySelector(`[data-card="${wanted.current}"]`);
    wanted.current = undefined;
    const field = card?.querySelector<HTMLElement>('[data-focus]') ?? card?.querySelector<HTMLElement>('[data-fold]');
    (field ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });
  return (key: string) => {
    wanted.current = key;
  };
}

/** Whoever stood in a card that an undo or a paste took away goes on with the cards that came. */
export function useFocusHeld(root: RefObject<HTMLElement | null>) {
  const inside = useRef(false);
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    root.current?.querySelector<HTMLElement>('[data-focus], [data-add]')?.focus();
  });
  return {
    onFocus: () => {
      inside.current = true;
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      inside.current = relatedTarget instanceof Node && (root.current?.contains(relatedTarget) ?? false);
    },
  };
}
