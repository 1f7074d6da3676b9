import { IconPlus } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import { useEditing } from '#features/datastore/DatastorePlace.tsx';
import { standingFields } from '#pipeline/ask/standingFields.ts';
import { kindOf } from '#pipeline/draft/stages/kinds.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Sortable } from '#ui/controls/Sortable.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import { StageCard } from './StageCard.tsx';
import { StageGap } from './StageGap.tsx';
import classes from './StageList.module.css';
import { type StageEdits, useFocusHeld, useStageEdits } from './useStageEdits.ts';

/** The stages as cards, with places between them where others can be put. */
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
            icon={<IconPlus size={14} aria-hidden />}
            aria-label={`Add ${kindOf({ kind }).name} stage`}
            onClick={() => edits.add(kind, stages.length)}
          >
            {kindOf({ kind }).name}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Where a stage was that has just been deleted. */
function Gone({ edits: { removed, bringBack }, at }: { edits: StageEdits; at: number }) {
  if (removed?.at !== at) return null;
  return (
    <li>
      <UndoNotice onUndo={bringBack}>{`Stage ${at + 1}, ${kindOf(removed.stage).name}, deleted`}</UndoNotice>
    </li>
  );
}
