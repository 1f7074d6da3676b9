import { IconPlus } from '@tabler/icons-react';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import {
  duplicateStage,
  insertStage,
  moveStage,
  newStage,
  removeStage,
  replaceStage,
  type StageDraft,
  type StageKind,
} from '#pipeline/draft.ts';
import type { FieldsSeen } from '#pipeline/fieldsSeen.ts';
import { STAGE_NAMES } from '#pipeline/sentence.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';
import { UndoNotice } from '#ui/UndoNotice.tsx';
import { Peek } from './Peek.tsx';
import type { Rejection } from './rejection.ts';
import { StageCard } from './StageCard.tsx';
import classes from './StageList.module.css';
import type { Ask } from './useAsk.ts';
import type { DraftState } from './useDraft.ts';

type Props = {
  editing: DraftState;
  seen: FieldsSeen;
  extensions: readonly string[];
  rejected: Rejection | undefined;
  complained: number;
  ask: Ask;
};

const KINDS: readonly StageKind[] = ['match', 'project', 'sort', 'raw'];

/** The stages as cards, with places between them where others can be put. */
export function StageList({ editing, seen, extensions, rejected, complained, ask }: Props) {
  const { draft, compiled, change } = editing;
  const { stages } = draft;
  const [removed, setRemoved] = useState<{ stage: StageDraft; at: number }>();
  const [said, setSaid] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const inside = useRef(false);
  // whoever stood in a card that an undo or a paste took away goes on with the cards that came
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    root.current?.querySelector<HTMLElement>('[data-focus], [data-add]')?.focus();
  });
  // a new card's first field, a neighbour of one that is gone, a card that moved: where the focus goes next
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const card = root.current?.querySelector(`[data-card="${wanted.current}"]`);
    wanted.current = undefined;
    const field = card?.querySelector<HTMLElement>('[data-focus]') ?? card?.querySelector<HTMLElement>('button');
    (field ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });
  const kinds = KINDS.filter((kind) => kind !== 'sort' || extensions.includes('sort'));
  const add = (kind: StageKind, at: number) => {
    const stage = newStage(kind);
    wanted.current = stage.key;
    setRemoved(undefined);
    change(insertStage(draft, at, stage));
  };
  const remove = (stage: StageDraft, at: number) => {
    wanted.current = stages[at + 1]?.key ?? stages[at - 1]?.key ?? '';
    setRemoved({ stage, at });
    change(removeStage(draft, stage.key));
  };
  const move = (stage: StageDraft, to: number) => {
    if (to < 0 || to >= stages.length) return;
    change(moveStage(draft, stage.key, to));
    setSaid(`${STAGE_NAMES[stage.kind]} is now stage ${to + 1} of ${stages.length}`);
  };
  const duplicate = (stage: StageDraft, at: number) => {
    const copy = duplicateStage(stage);
    wanted.current = copy.key;
    change(insertStage(draft, at + 1, copy));
  };
  const complaints = complained > 0 && !('query' in compiled) ? compiled.complaints : undefined;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is
    <div
      ref={root}
      className={classes['list']}
      onFocus={() => {
        inside.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        inside.current = relatedTarget !== null && (root.current?.contains(relatedTarget) ?? false);
      }}
    >
      <ol className={classes['stages']} aria-label="Stages">
        {stages.map((stage, position) => (
          <Fragment key={stage.key}>
            {removed?.at === position && <Gone removed={removed} onUndo={editing.undo} onDone={setRemoved} />}
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
              onMove={(to) => move(stage, to)}
              onDuplicate={() => duplicate(stage, position)}
              onRemove={() => remove(stage, position)}
            />
            <li className={classes['gap']} aria-label={`After stage ${position + 1}`}>
              {position < stages.length - 1 && (
                <Menu
                  label={`Add after stage ${position + 1}`}
                  rows={kinds.map((kind) => ({ label: STAGE_NAMES[kind], run: () => add(kind, position + 1) }))}
                  opener={(control) => (
                    <IconButton {...control} size="row" label={`Add a stage after stage ${position + 1}`}>
                      <IconPlus size={14} stroke={1.5} aria-hidden />
                    </IconButton>
                  )}
                />
              )}
              {stage.enabled && draft.collection.trim() !== '' && (
                <Peek draft={draft} stageKey={stage.key} position={position} ask={ask} />
              )}
            </li>
          </Fragment>
        ))}
        {removed && removed.at >= stages.length && <Gone removed={removed} onUndo={editing.undo} onDone={setRemoved} />}
      </ol>
      <div className={classes['add']}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            data-add
            look="link"
            icon={<IconPlus size={14} aria-hidden />}
            aria-label={`Add ${STAGE_NAMES[kind]} stage`}
            onClick={() => add(kind, stages.length)}
          >
            {STAGE_NAMES[kind]}
          </Button>
        ))}
      </div>
      <span className={classes['said']} role="status">
        {said}
      </span>
    </div>
  );
}

type GoneProps = {
  removed: { stage: StageDraft; at: number };
  onUndo: (() => void) | undefined;
  onDone: (removed: undefined) => void;
};

/** Where a stage was that has just been deleted. */
function Gone({ removed: { stage, at }, onUndo, onDone }: GoneProps) {
  return (
    <li>
      <UndoNotice
        onUndo={() => {
          onUndo?.();
          onDone(undefined);
        }}
      >
        {`Stage ${at + 1}, ${STAGE_NAMES[stage.kind]}, deleted`}
      </UndoNotice>
    </li>
  );
}
