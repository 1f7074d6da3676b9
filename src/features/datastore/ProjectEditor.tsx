import { Checkbox, SegmentedControl, TagsInput } from '@mantine/core';
import type { ProjectDraft } from './queryDraft.ts';
import classes from './StageCard.module.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

type Props = { stage: ProjectDraft; knownFields: readonly string[]; onChange: (stage: ProjectDraft) => void };

/** Which fields stay, or which go; documentID stays unless it is dropped by hand. */
export function ProjectEditor({ stage, knownFields, onChange }: Props) {
  return (
    <div className={classes['project']}>
      <SegmentedControl
        size="xs"
        aria-label="What happens to the fields"
        data={[
          { value: 'keep', label: 'Keep' },
          { value: 'drop', label: 'Drop' },
        ]}
        value={stage.keep ? 'keep' : 'drop'}
        onChange={(choice) => onChange({ ...stage, keep: choice === 'keep' })}
      />
      <TagsInput
        className={classes['fields'] ?? ''}
        aria-label={stage.keep ? 'Fields to keep' : 'Fields to drop'}
        placeholder={stage.fields.length === 0 ? 'field, Enter' : ''}
        data={[...knownFields]}
        value={[...stage.fields]}
        onChange={(fields) => onChange({ ...stage, fields })}
        acceptValueOnBlur
        comboboxProps={{ shadow: 'md' }}
      />
      {stage.keep && (
        <Checkbox
          label="documentID"
          checked={stage.documentID}
          onChange={(event) => onChange({ ...stage, documentID: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
