import { IconPlus } from '@tabler/icons-react';
import { useEditing } from '#features/datastore/DatastorePlace.tsx';
import type { FieldChange } from '#pipeline/ask/standingFields.ts';
import { kindOf, type StageDraft } from '#pipeline/draft/stages/kinds.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Menu } from '#ui/overlays/Menu.tsx';
import { Peek } from './Peek.tsx';
import classes from './StageList.module.css';
import type { StageEdits } from './useStageEdits.ts';

type Props = {
  /** The stage that it follows. */
  stage: StageDraft;
  position: number;
  /** What the stage does to the fields seen, where that is known. */
  fields: FieldChange | undefined;
  edits: StageEdits;
};

/** What stands after a stage: a place for another, what became of the fields, and a look at the result so far. */
export function StageGap({ stage, position, fields, edits }: Props) {
  const { draft } = useEditing();
  const rows = edits.kinds.map((kind) => ({
    label: kindOf({ kind }).name,
    run: () => edits.add(kind, position + 1),
  }));
  return (
    <li className={classes['gap']} aria-label={`After stage ${position + 1}`}>
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
        <span className={classes['fields']}>
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
