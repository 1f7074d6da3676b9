import { IconPlus } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import { useEditing } from '#features/datastore/DatastorePlace.tsx';
import { type FieldChange, standingFields } from '#pipeline/ask/standingFields.ts';
import { kindOf, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Sortable } from '#ui/controls/Sortable.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './Builder.module.css';
import { Peek } from './Peek.tsx';
import { StageCard } from './StageCard.tsx';
import { type StageEdits, useFocusHeld, useStageEdits } from './useStageEdits.ts';

export function StageList() {
  const { draft, seen, complaintAt } = useEditing();
  const { stages } = draft;
  const root = useRef<HTMLDivElement>(null);
  const edits = useStageEdits(root);
  const fields = standingFields(draft, seen);
  const nameOf = (key: string) => kindOf(stages.find((stage) => stage.key === key) ?? { kind: 'raw' }).name;

  return (
    <div ref={root} className={classes['list']} {...useFocusHeld(root)}>
      <Sortable ids={stages.map(({ key }) => key)} nameOf={nameOf} onMove={(key, to) => edits.move(key, to, true)}>
        <ol aria-label="Stages">
          {stages.map((stage, position) => (
            <Fragment key={stage.key}>
              <Gone edits={edits} at={position} />
              <StageCard stage={stage} position={position} complaint={complaintAt(stage.key)} edits={edits} />
              <StageGap stage={stage} position={position} fields={fields.get(stage.key)} edits={edits} />
            </Fragment>
          ))}
          <Gone edits={edits} at={stages.length} />
        </ol>
      </Sortable>
      <div className={classes['add']}>
        {edits.kinds.map((kind) => (
          <Button
            key={kind}
            data-add
            look="link"
            aria-label={`${kindOf({ kind }).name}: add a stage`}
            onClick={() => edits.add(kind, stages.length)}
          >
            <IconPlus size={14} aria-hidden />
            {kindOf({ kind }).name}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Gone({ edits: { removed, bringBack }, at }: { edits: StageEdits; at: number }) {
  if (removed?.at !== at) return null;
  return (
    <li>
      <UndoNotice onUndo={bringBack}>{`Stage ${at + 1}, ${kindOf(removed.stage).name}, deleted`}</UndoNotice>
    </li>
  );
}

type Props = {
  stage: StageDraft;
  position: number;
  fields: FieldChange | undefined;
  edits: StageEdits;
};

function StageGap({ stage, position, fields, edits }: Props) {
  const { draft } = useEditing();
  const rows = edits.kinds.map((kind) => ({ label: kindOf({ kind }).name, run: () => edits.add(kind, position + 1) }));
  return (
    <li className={`${classes['gap']} ${shared['tight']}`} aria-label={`After stage ${position + 1}`}>
      {position < draft.stages.length - 1 && (
        <Menu
          label={`Add after stage ${position + 1}`}
          rows={rows}
          opener={(control) => (
            <IconButton {...control} size="row" label={`Add a stage after stage ${position + 1}`}>
              <IconPlus size={14} stroke={1.5} aria-hidden />
            </IconButton>
          )}
        />
      )}
      {fields && (
        <span className={`${classes['fields']} ${shared['hint']}`}>
          {fields.in === fields.out ? `${fields.in} fields` : `${fields.in} → ${fields.out} fields`}
          {fields.gone.length > 0 && (
            <span className={classes['gone']} title={fields.gone.join(', ')}>
              − {fields.gone.join(', ')}
            </span>
          )}
        </span>
      )}
      {stage.enabled && draft.collection.trim() !== '' && <Peek stageKey={stage.key} position={position} />}
    </li>
  );
}
