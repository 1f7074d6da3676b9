import { IconPlus } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import type { Rejection } from '#features/datastore/noRows/rejection.ts';
import type { Ask } from '#features/datastore/useAsk.ts';
import type { DraftState } from '#features/datastore/useDraft.ts';
import { standingFields } from '#pipeline/ask/standingFields.ts';
import type { FieldsSeen } from '#pipeline/documents/fieldsSeen.ts';
import { replaceStage } from '#pipeline/draft/draft.ts';
import { kindOf, STAGE_KINDS, type StageKind } from '#pipeline/draft/stages/kinds.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sortable } from '#ui/controls/Sortable.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import { StageCard } from './StageCard.tsx';
import { StageGap } from './StageGap.tsx';
import classes from './StageList.module.css';
import { type RemovedStage, useFocusHeld, useStageEdits } from './useStageEdits.ts';

export type StageListProps = {
  editing: DraftState;
  seen: FieldsSeen;
  /** What the service runs beyond the interface. */
  extensions: readonly string[];
  /** What the service said about a stage of the query that was run last. */
  rejected: Rejection | undefined;
  /** How often a run was refused because something is missing. */
  complained: number;
  ask: Ask;
};

/** The stages as cards, with places between them where others can be put. */
export function StageList({ editing, seen, extensions, rejected, complained, ask }: StageListProps) {
  const { draft, compiled, change } = editing;
  const { stages } = draft;
  const root = useRef<HTMLDivElement>(null);
  const edits = useStageEdits(editing, root);
  const kinds = offeredKinds(extensions);
  const complaints = complained > 0 && !('query' in compiled) ? compiled.complaints : undefined;
  const goneAt = (at: number) => <Gone removed={edits.removed} at={at} onUndo={editing.undo} onDone={edits.forget} />;
  const fields = standingFields(draft, seen);
  const nameOf = (key: string) => kindOf(stages.find((stage) => stage.key === key) ?? { kind: 'raw' }).name;

  return (
    <div ref={root} className={classes['list']} {...useFocusHeld(root)}>
      <Sortable ids={stages.map(({ key }) => key)} nameOf={nameOf} onMove={(key, to) => edits.move(key, to, true)}>
        <ol aria-label="Stages">
          {stages.map((stage, position) => (
            <Fragment key={stage.key}>
              {goneAt(position)}
              <StageCard
                stage={stage}
                position={position}
                count={stages.length}
                seen={seen}
                extensions={extensions}
                complaint={
                  complaints?.get(stage.key) ?? (rejected?.at === stage.key ? { message: rejected.message } : undefined)
                }
                onChange={(next, typing) => change(replaceStage(draft, next), typing)}
                onMove={(to) => edits.move(stage.key, to)}
                onDuplicate={() => edits.duplicate(stage, position)}
                onRemove={() => edits.remove(stage, position)}
              />
              <StageGap
                draft={draft}
                stage={stage}
                position={position}
                kinds={kinds}
                fields={fields.get(stage.key)}
                ask={ask}
                onAdd={(kind) => edits.add(kind, position + 1)}
              />
            </Fragment>
          ))}
          {goneAt(stages.length)}
        </ol>
      </Sortable>
      <AddStage kinds={kinds} onAdd={(kind) => edits.add(kind, stages.length)} />
    </div>
  );
}

/** The kinds whose stages the service runs. */
function offeredKinds(extensions: readonly string[]): readonly StageKind[] {
  return STAGE_KINDS.filter((kind) => {
    const { extension } = kindOf({ kind });
    return extension === undefined || extensions.includes(extension);
  });
}

function AddStage({ kinds, onAdd }: { kinds: readonly StageKind[]; onAdd: (kind: StageKind) => void }) {
  return (
    <div className={classes['add']}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          data-add
          look="link"
          icon={<IconPlus size={14} aria-hidden />}
          aria-label={`Add ${kindOf({ kind }).name} stage`}
          onClick={() => onAdd(kind)}
        >
          {kindOf({ kind }).name}
        </Button>
      ))}
    </div>
  );
}

type GoneProps = {
  removed: RemovedStage | undefined;
  at: number;
  onUndo: (() => void) | undefined;
  onDone: () => void;
};

/** Where a stage was that has just been deleted. */
function Gone({ removed, at, onUndo, onDone }: GoneProps) {
  if (removed?.at !== at) return null;
  return (
    <li>
      <UndoNotice
        onUndo={() => {
          onUndo?.();
          onDone();
        }}
      >
        {`Stage ${at + 1}, ${kindOf(removed.stage).name}, deleted`}
      </UndoNotice>
    </li>
  );
}
