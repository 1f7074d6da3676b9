import { IconPlus, IconX } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useChangeDraft, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { toStageDraft } from '#pipeline/draft/compileDraft.ts';
import { replaceStage } from '#pipeline/draft/queryDraft.ts';
import type { ProjectDraft } from '#pipeline/draft/stages/project.ts';
import { describeTimeRange, type TimeRangeDraft } from '#pipeline/draft/stages/range.ts';
import type { RawDraft } from '#pipeline/draft/stages/raw.ts';
import { createSortField, type SortDraft } from '#pipeline/draft/stages/sort.ts';
import type { DraftError } from '#pipeline/draft/stages/stageBase.ts';
import type { StageDraft, StageDraftOf, StageKind } from '#pipeline/draft/stages/stageRegistry.ts';
import { buildTimeRangeMatchStage } from '#pipeline/draft/timeRange.ts';
import { getFieldsBeforeStage } from '#pipeline/run/stageFieldChanges.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { TagsField } from '#ui/inputs/TagsField.tsx';
import { TextArea } from '#ui/inputs/TextArea.tsx';
import shared from '#ui/theme/shared.module.css';
import { GroupEditor } from './GroupEditor.tsx';
import { MatchEditor } from './MatchEditor.tsx';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';

const EDITOR_BY_KIND: { [Name in StageKind]: ComponentType<StageEditorProps<StageDraftOf<Name>>> } = {
  match: MatchEditor,
  range: TimeRangeEditor,
  project: ProjectEditor,
  group: GroupEditor,
  sort: SortEditor,
  raw: RawEditor,
};

type Props = { stage: StageDraft; position: number; error: DraftError | undefined };

export function StageEditor({ stage, position, error }: Props) {
  const { draft, observedFields, change } = useQueryEditorContext();
  // each kind maps to the editor of its draft type
  const Editor = EDITOR_BY_KIND[stage.kind] as ComponentType<StageEditorProps<StageDraft>>;
  return (
    <Editor
      stage={stage}
      position={position}
      error={error}
      fields={getFieldsBeforeStage(draft, stage.key, observedFields)}
      onChange={(next, typing) => change((draft) => replaceStage(draft, next), typing)}
    />
  );
}

function TimeRangeEditor({ stage }: StageEditorProps<TimeRangeDraft>) {
  const change = useChangeDraft();
  const convertToConditions = () =>
    change((draft) =>
      replaceStage(draft, { ...toStageDraft(buildTimeRangeMatchStage(stage, getServiceTime())), key: stage.key }),
    );
  return (
    <p className={`${classes['lint']} ${shared['wrap']}`}>
      {describeTimeRange(stage)}
      <Button data-focus variant="link" size="row" onClick={convertToConditions}>
        Convert to conditions
      </Button>
    </p>
  );
}

function SortEditor({ stage, position, error, fields: known, onChange }: StageEditorProps<SortDraft>) {
  const { fields } = stage;
  return (
    <div>
      {fields.map((by, row) => {
        const place = `stage ${position + 1} field ${row + 1}`;
        const seen = known.fields.get(by.field.trim());
        const time = seen !== undefined && seen.times > 0;
        const isMixed = seen?.types.has('number') && seen.types.has('text');
        return (
          <fieldset key={by.key} className={classes['row']} data-sort aria-label={`Sort, ${place}`}>
            <Autocomplete
              data-focus
              aria-label={`Sort by, ${place}`}
              aria-invalid={by.key === error?.row || undefined}
              placeholder="field"
              suggestions={[...known.fields.keys()]}
              value={by.field}
              onTextChange={(field) =>
                onChange({ ...stage, fields: fields.with(row, { ...by, field }) }, `sort ${by.key}`)
              }
            />
            <Select
              aria-label={`Direction, ${place}`}
              options={[
                { value: 'up', label: time ? 'oldest first' : 'ascending' },
                { value: 'down', label: time ? 'newest first' : 'descending' },
              ]}
              value={by.descending ? 'down' : 'up'}
              onValueChange={(way) =>
                onChange({ ...stage, fields: fields.with(row, { ...by, descending: way === 'down' }) })
              }
            />
            <IconButton
              Icon={IconX}
              size="row"
              label={`Remove sort field, ${place}`}
              onClick={() => onChange({ ...stage, fields: fields.toSpliced(row, 1) })}
            />
            {isMixed && (
              <p className={shared['hint']}>
                {`${by.field.trim()} holds numbers and texts. ${by.descending ? 'Texts come before numbers' : 'Numbers come before texts'}, each in their own order.`}
              </p>
            )}
          </fieldset>
        );
      })}
      <Button
        variant="link"
        size="row"
        aria-label={`Field: add to stage ${position + 1}`}
        onClick={() => onChange({ ...stage, fields: [...fields, createSortField()] })}
      >
        <IconPlus size={14} aria-hidden />
        Field
      </Button>
    </div>
  );
}

function ProjectEditor({ stage, position, fields: known, onChange }: StageEditorProps<ProjectDraft>) {
  return (
    <div className={`${classes['project']} ${shared['row']}`}>
      <SegmentedControl
        label={`Keep or drop fields, stage ${position + 1}`}
        options={[
          { value: 'keep', label: 'Keep' },
          { value: 'drop', label: 'Drop' },
        ]}
        value={stage.keep ? 'keep' : 'drop'}
        onValueChange={(choice) => onChange({ ...stage, keep: choice === 'keep' })}
      />
      {stage.keep && (
        <Checkbox
          label="documentID"
          aria-label={`documentID, kept in stage ${position + 1}`}
          checked={stage.documentID}
          onCheckedChange={(documentID) => onChange({ ...stage, documentID })}
        />
      )}
      <TagsField
        className={classes['fields']}
        label={`Fields to ${stage.keep ? 'keep' : 'drop'}, stage ${position + 1}`}
        placeholder="field, Enter"
        suggestions={[...known.fields.keys()]}
        values={stage.fields}
        onChange={(fields) => onChange({ ...stage, fields })}
      />
    </div>
  );
}

/** Maximum stage size for a text area, in characters. The virtualized JSON editor handles larger stages. */
const TEXT_LENGTH_MAX = 200_000;

function RawEditor({ stage, position, error, onChange }: StageEditorProps<RawDraft>) {
  if (stage.text.length > TEXT_LENGTH_MAX) {
    return (
      <p
        className={shared['hint']}
      >{`This stage has ${formatCount(stage.text.length)} characters, too many to edit here. Use the JSON view above.`}</p>
    );
  }
  return (
    <TextArea
      data-focus
      className={classes['raw']}
      aria-label={`Stage ${position + 1} as JSON`}
      aria-invalid={error ? true : undefined}
      rows={Math.min(12, Math.max(3, stage.text.split('\n').length))}
      value={stage.text}
      onChange={({ currentTarget }) => onChange({ ...stage, text: currentTarget.value }, `raw ${stage.key}`)}
    />
  );
}
