import { IconPlus, IconX } from '@tabler/icons-react';
import { useEditing } from '#features/datastore/DatastorePlace.tsx';
import { newSortField, type SortDraft } from '#pipeline/draft/stages/sort.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';

/** By which fields documents are put in order, the most important first. */
export function SortEditor({ stage, position, complaint, onChange }: StageEditorProps<SortDraft>) {
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
              size="row"
              label={`Remove sort field, ${place}`}
              onClick={() => onChange({ ...stage, fields: fields.toSpliced(row, 1) })}
            >
              <IconX size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </fieldset>
        );
      })}
      <Button
        look="link"
        size="row"
        icon={<IconPlus size={14} aria-hidden />}
        aria-label={`Add a sort field to stage ${position + 1}`}
        onClick={() => onChange({ ...stage, fields: [...fields, newSortField()] })}
      >
        Field
      </Button>
    </div>
  );
}
