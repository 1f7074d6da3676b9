import { IconPlus, IconX } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useChange, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { formatCount } from '#lib/formatNumber.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { replaceStage } from '#pipeline/draft/draft.ts';
import { drawStage } from '#pipeline/draft/query.ts';
import type { Complaint } from '#pipeline/draft/stages/card.ts';
import type { StageDraft, StageKind, StageOf } from '#pipeline/draft/stages/kinds.ts';
import type { ProjectDraft } from '#pipeline/draft/stages/project.ts';
import { type RangeDraft, rangeSentence } from '#pipeline/draft/stages/range.ts';
import type { RawDraft } from '#pipeline/draft/stages/raw.ts';
import { newSortField, type SortDraft } from '#pipeline/draft/stages/sort.ts';
import { sentRange } from '#pipeline/draft/timeRange.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Checkbox } from '#ui/controls/Checkbox.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Segmented } from '#ui/controls/Segmented.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import { TagsField } from '#ui/inputs/TagsField.tsx';
import { TextArea } from '#ui/inputs/TextArea.tsx';
import shared from '#ui/theme/shared.module.css';
import { MatchEditor } from './MatchEditor.tsx';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';

const EDITORS: { [Name in StageKind]: ComponentType<StageEditorProps<StageOf<Name>>> } = {
  match: MatchEditor,
  range: RangeEditor,
  project: ProjectEditor,
  sort: SortEditor,
  raw: RawEditor,
};

type Props = { stage: StageDraft; position: number; complaint: Complaint | undefined };

export function StageEditor({ stage, position, complaint }: Props) {
  const change = useChange();
  // each kind maps to the editor of its own draft type
  const Editor = EDITORS[stage.kind] as ComponentType<StageEditorProps<StageDraft>>;
  return (
    <Editor
      stage={stage}
      position={position}
      complaint={complaint}
      onChange={(next, typing) => change((draft) => replaceStage(draft, next), typing)}
    />
  );
}

function RangeEditor({ stage }: StageEditorProps<RangeDraft>) {
  const change = useChange();
  const fixed = () =>
    change((draft) => replaceStage(draft, { ...drawStage(sentRange(stage, getServiceTime())), key: stage.key }));
  return (
    <p className={`${classes['lint']} ${shared['wrap']}`}>
      {rangeSentence(stage)}
      <Button data-focus look="link" size="row" onClick={fixed}>
        Make it conditions
      </Button>
    </p>
  );
}

function SortEditor({ stage, position, complaint, onChange }: StageEditorProps<SortDraft>) {
  const { seen } = useEditing();
  const { fields } = stage;
  return (
    <div>
      {fields.map((by, row) => {
        const place = `stage ${position + 1} field ${row + 1}`;
        const time = seen.fields.get(by.field.trim())?.time !== undefined;
        return (
          <fieldset key={by.key} className={classes['row']} data-sort aria-label={`Sort, ${place}`}>
            <Suggest
              data-focus
              aria-label={`Sort by, ${place}`}
              aria-invalid={by.key === complaint?.row || undefined}
              placeholder="field"
              suggestions={[...seen.fields.keys()]}
              value={by.field}
              onType={(field) => onChange({ ...stage, fields: fields.with(row, { ...by, field }) }, `sort ${by.key}`)}
            />
            <Pick
              aria-label={`Direction, ${place}`}
              options={[
                { value: 'up', label: time ? 'oldest first' : 'ascending' },
                { value: 'down', label: time ? 'newest first' : 'descending' },
              ]}
              value={by.descending ? 'down' : 'up'}
              onPick={(way) => onChange({ ...stage, fields: fields.with(row, { ...by, descending: way === 'down' }) })}
            />
            <IconButton
              Icon={IconX}
              size="row"
              label={`Remove sort field, ${place}`}
              onClick={() => onChange({ ...stage, fields: fields.toSpliced(row, 1) })}
            />
          </fieldset>
        );
      })}
      <Button
        look="link"
        size="row"
        aria-label={`Field: add one to stage ${position + 1}`}
        onClick={() => onChange({ ...stage, fields: [...fields, newSortField()] })}
      >
        <IconPlus size={14} aria-hidden />
        Field
      </Button>
    </div>
  );
}

/** Fields to keep or to drop; documentID is kept unless it is unchecked. */
function ProjectEditor({ stage, position, onChange }: StageEditorProps<ProjectDraft>) {
  const { seen } = useEditing();
  return (
    <div className={`${classes['project']} ${shared['row']}`}>
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
          aria-label={`documentID, kept in stage ${position + 1}`}
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

/** Maximum stage size for a text area, in characters; the virtualized JSON editor handles larger ones. */
const TEXT_MAX = 200_000;

function RawEditor({ stage, position, complaint, onChange }: StageEditorProps<RawDraft>) {
  if (stage.text.length > TEXT_MAX) {
    return (
      <p className={shared['hint']}>
        {formatCount(stage.text.length)} characters, which are too many for a card. The JSON editor above shows and
        edits them.
      </p>
    );
  }
  return (
    <TextArea
      data-focus
      className={classes['raw']}
      aria-label={`Stage ${position + 1} as JSON`}
      aria-invalid={complaint ? true : undefined}
      rows={Math.min(12, Math.max(3, stage.text.split('\n').length))}
      value={stage.text}
      onChange={({ currentTarget }) => onChange({ ...stage, text: currentTarget.value }, `raw ${stage.key}`)}
    />
  );
}
