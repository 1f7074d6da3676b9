import { IconPlus } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import { useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { getStageDefinition, type StageDraft } from '#pipeline/draft/stages/stageRegistry.ts';
import { getFieldChangesByStage, type StageFieldChange } from '#pipeline/run/stageFieldChanges.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { SortableList } from '#ui/controls/SortableList.tsx';
import { UndoNotice } from '#ui/notices/UndoNotice.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './PipelineBuilder.module.css';
import { StageCard } from './StageCard.tsx';
import { StagePeek } from './StagePeek.tsx';
import { type StageEdits, useRestoreStageFocus, useStageEdits } from './useStageEdits.ts';

export function StageList() {
  const { draft, observedFields, getError } = useQueryEditorContext();
  const { stages } = draft;
  const root = useRef<HTMLDivElement>(null);
  const edits = useStageEdits();
  const fields = getFieldChangesByStage(draft, observedFields);
  const nameOf = (key: string) => getStageDefinition(stages.find((stage) => stage.key === key) ?? { kind: 'raw' }).name;

  return (
    <div ref={root} className={classes['list']} {...useRestoreStageFocus(root)}>
      <SortableList
        ids={stages.map(({ key }) => key)}
        getLabel={nameOf}
        onMove={(key, to) => edits.move(key, to, true)}
      >
        <ol aria-label="Stages">
          {stages.map((stage, position) => (
            <Fragment key={stage.key}>
              <DeletedStageNotice edits={edits} position={position} />
              <StageCard stage={stage} position={position} error={getError(stage.key)} edits={edits} />
              <StageGap stage={stage} position={position} fields={fields.get(stage.key)} edits={edits} />
            </Fragment>
          ))}
          <DeletedStageNotice edits={edits} position={stages.length} />
        </ol>
      </SortableList>
      <div className={classes['add']}>
        {edits.kinds.map((kind) => (
          <Button
            key={kind}
            data-add
            variant="link"
            aria-label={`${getStageDefinition({ kind }).name}: add stage`}
            onClick={() => edits.add(kind, stages.length)}
          >
            <IconPlus size={14} aria-hidden />
            {getStageDefinition({ kind }).name}
          </Button>
        ))}
      </div>
    </div>
  );
}

function DeletedStageNotice({ edits: { removed, restore }, position }: { edits: StageEdits; position: number }) {
  if (removed?.at !== position) return null;
  return (
    <li>
      <UndoNotice onUndo={restore}>
        {`Stage ${position + 1}, ${getStageDefinition(removed.stage).name}, deleted`}
      </UndoNotice>
    </li>
  );
}

type StageGapProps = { stage: StageDraft; position: number; fields: StageFieldChange | undefined; edits: StageEdits };

function StageGap({ stage, position, fields, edits }: StageGapProps) {
  const { draft } = useQueryEditorContext();
  const rows = edits.kinds.map((kind) => ({
    label: getStageDefinition({ kind }).name,
    run: () => edits.add(kind, position + 1),
  }));
  return (
    <li className={`${classes['gap']} ${shared['denseRow']}`} aria-label={`After stage ${position + 1}`}>
      {position < draft.stages.length - 1 && (
        <Menu
          label={`Add after stage ${position + 1}`}
          rows={rows}
          renderTrigger={(control) => (
            <IconButton {...control} size="row" label={`Add a stage after stage ${position + 1}`}>
              <IconPlus size={14} stroke={1.5} aria-hidden />
            </IconButton>
          )}
        />
      )}
      {fields && (
        <span className={`${classes['fields']} ${shared['hint']}`}>
          {fields.in === fields.out ? `${fields.in} fields` : `${fields.in} → ${fields.out} fields`}
          {fields.removed.length > 0 && (
            <span className={classes['gone']} title={fields.removed.join(', ')}>
              − {fields.removed.join(', ')}
            </span>
          )}
          {fields.added.length > 0 && (
            <span className={classes['added']} title={fields.added.join(', ')}>
              + {fields.added.join(', ')}
            </span>
          )}
        </span>
      )}
      {stage.enabled && draft.collection.trim() !== '' && <StagePeek stageKey={stage.key} position={position} />}
    </li>
  );
}
