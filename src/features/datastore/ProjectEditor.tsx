import { Checkbox } from '#ui/Checkbox.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { TagsField } from '#ui/TagsField.tsx';
import type { ProjectDraft } from './queryDraft.ts';
import classes from './StageCard.module.css';

type Props = { stage: ProjectDraft; knownFields: readonly string[]; onChange: (stage: ProjectDraft) => void };

/** Which fields stay, or which go; documentID stays unless it is dropped by hand. */
export function ProjectEditor({ stage, knownFields, onChange }: Props) {
  return (
    <div className={classes['project']}>
      <Segmented
        label="What happens to the fields"
        options={[
          { value: 'keep', label: 'Keep' },
          { value: 'drop', label: 'Drop' },
        ]}
        value={stage.keep ? 'keep' : 'drop'}
        onPick={(choice) => onChange({ ...stage, keep: choice === 'keep' })}
      />
      <TagsField
        className={classes['fields']}
        label={stage.keep ? 'Fields to keep' : 'Fields to drop'}
        placeholder="field, Enter"
        suggestions={knownFields}
        values={stage.fields}
        onChange={(fields) => onChange({ ...stage, fields })}
      />
      {stage.keep && (
        <Checkbox
          label="documentID"
          checked={stage.documentID}
          onCheck={(documentID) => onChange({ ...stage, documentID })}
        />
      )}
    </div>
  );
}
