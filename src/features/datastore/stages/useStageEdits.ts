import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { announce } from '#lib/tasks/announce.ts';
import type { ObservedFields } from '#pipeline/documents/observedFields.ts';
import { createStageDraft, duplicateStage, insertStage, moveStage, removeStage } from '#pipeline/draft/queryDraft.ts';
import type { DraftError } from '#pipeline/draft/stages/stageBase.ts';
import {
  ADDABLE_STAGE_KINDS,
  getStageDefinition,
  type StageDraft,
  type StageKind,
} from '#pipeline/draft/stages/stageRegistry.ts';
import { focusAfter, focusFirst } from '#ui/browser/focus/focusAfter.ts';

export type StageEdits = ReturnType<typeof useStageEdits>;

export type StageEditorProps<Stage> = {
  stage: Stage;
  position: number;
  error: DraftError | undefined;
  fields: ObservedFields;
  /** Replaces the stage. `typing` identifies the input, so that consecutive keystrokes are one undo step. */
  onChange: (stage: Stage, typing?: string) => void;
};

/** Stage edits that also move the focus: to a new or moved card, or to the neighbor of a deleted one. */
export function useStageEdits() {
  const { extensions } = useQueryService();
  const { draft, change } = useQueryEditorContext();
  const { stages } = draft;
  const [removed, setRemoved] = useState<{ stage: StageDraft; at: number }>();
  const editThenFocus = (edit: () => void, key: string | undefined) =>
    focusAfter(edit, `[data-card="${key}"] [data-focus]`, `[data-card="${key}"] [data-fold]`, '[data-add]');
  return {
    kinds: ADDABLE_STAGE_KINDS.filter((kind) => {
      const { extension } = getStageDefinition({ kind });
      // the page forms groups itself if the service does not
      return extension === undefined || extension === 'group' || extensions.includes(extension);
    }),
    // undone by other means if the draft has the stage again
    removed: stages.some(({ key }) => key === removed?.stage.key) ? undefined : removed,
    restore: () => {
      if (removed) change(insertStage(draft, removed.at, removed.stage));
      setRemoved(undefined);
    },
    add: (kind: StageKind, at: number) => {
      const stage = createStageDraft(kind);
      editThenFocus(() => {
        setRemoved(undefined);
        change(insertStage(draft, at, stage));
      }, stage.key);
      // a new field is empty, so its form opens at once
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && activeElement.dataset['opens'] !== undefined) activeElement.click();
    },
    remove: (stage: StageDraft, at: number) => {
      const neighbor = stages[at + 1] ?? stages[at - 1];
      editThenFocus(() => {
        setRemoved({ stage, at });
        change(removeStage(draft, stage.key));
      }, neighbor?.key);
    },
    move: (key: string, to: number, spoken = false) => {
      const stage = stages.find((other) => other.key === key);
      if (!stage || to < 0 || to >= stages.length) return;
      change(moveStage(draft, key, to));
      if (!spoken) announce(`${getStageDefinition(stage).name} is now stage ${to + 1} of ${stages.length}`);
    },
    duplicate: (stage: StageDraft, at: number) => {
      const copy = duplicateStage(stage);
      editThenFocus(() => change(insertStage(draft, at + 1, copy)), copy.key);
    },
  };
}

/** Moves the focus to the first card if an undo or a paste removed the focused one. */
export function useRestoreStageFocus(root: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    // Firefox also has no active element for a moment when the focus moves between the parts of a date input
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return;
    focusFirst(root.current, ['[data-focus], [data-add]']);
  });
  return {
    onFocus: ({ target }: { target: Element }) => {
      focused.current = target;
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget))) focused.current = undefined;
    },
  };
}
