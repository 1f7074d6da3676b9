import { useEditing } from '#features/datastore/DatastorePlace.tsx';
import type { ProjectDraft } from '#pipeline/draft/stages/project.ts';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { TagsField } from '#ui/inputs/TagsField.tsx';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';

/** Which fields stay, or which go; documentID stays unless it is dropped by hand. */
export function ProjectEditor({ stage, position, onChange }: StageEditorProps<ProjectDraft>) {
  const { seen } = useEditing();
  return (
    <div className={classes['project']}>
      <Segmented
        label={`What happens to the fields of stage ${position + 1}`}
        options={[
          { value: 'keep', label: 'Keep' },
          { value: 'drop', label: 'Drop' },
        ]}
        value={stage.keep ? 'keep' : 'drop'}
        onPick={(choice) => onChange({ ...stage, keep: choice === 'keep' })}
      />
      {stage.keep && (
        <Checkbox
          label="documentID"
          aria-label={`Keep documentID, stage ${position + 1}`}
          checked={stage.documentID}
          onCheck={(documentID) => onChange({ ...stage, documentID })}
        />
      )}
      <TagsField
        className={classes['fields']}
        label={`Fields to ${stage.keep ? 'keep' : 'drop'}, stage ${position + 1}`}
        placeholder="field, Enter"
        suggestions={[...seen.fields.keys()]}
        values={stage.fields}
        onChange={(fields) => onChange({ ...stage, fields })}
      />
    </div>
  );
}
