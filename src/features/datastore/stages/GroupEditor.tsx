import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useQueryEditorContext, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { toVisibleText } from '#lib/invisible.ts';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { getLocalZoneName } from '#lib/time/zones.ts';
import { findTimeField, type ObservedField, type ObservedFields } from '#pipeline/documents/observedFields.ts';
import {
  ACCUMULATOR_LABELS,
  type AccumulatorName,
  createGroupKey,
  createGroupValue,
  type GroupDraft,
  type GroupKeyDraft,
  type GroupValueDraft,
  getGroupResultNames,
  isDateUnit,
} from '#pipeline/draft/stages/group.ts';
import { chooseGroupUnit, findTimeRangeStage } from '#pipeline/draft/timeRange.ts';
import { focusAfter } from '#ui/browser/focus/focusAfter.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { GroupCostEstimate } from './GroupCostEstimate.tsx';
import classes from './GroupEditor.module.css';
import { GroupKeyChip } from './GroupKeyChip.tsx';
import { TopGroups } from './TopGroups.tsx';
import type { StageEditorProps } from './useStageEdits.ts';

// the keys of the labels are the accumulators
const ACCUMULATOR_OPTIONS = (Object.keys(ACCUMULATOR_LABELS) as AccumulatorName[]).map((value) => ({
  value,
  label: ACCUMULATOR_LABELS[value],
}));

export function GroupEditor({ stage, position, error, fields, onChange }: StageEditorProps<GroupDraft>) {
  const timeMode = useTimeMode();
  const { supportsGroup, extensions } = useQueryService();
  const { draft } = useQueryEditorContext();
  const [openedKey, setOpenedKey] = useState<string>();
  const names = getGroupResultNames(stage);
  const time = findTimeField(fields);
  const changeRows = (next: Partial<GroupDraft>, focusedRow: string | undefined) =>
    focusAfter(
      () => onChange({ ...stage, ...next }),
      `[data-row="${focusedRow}"] :is(input, select, [data-focus])`,
      `[data-card="${stage.key}"] [data-add-row]`,
    );
  const addKey = (key: GroupKeyDraft) => {
    changeRows({ by: [...stage.by, key] }, key.key);
    if (key.field === '') setOpenedKey(key.key);
  };
  const addValue = () => {
    const value = createGroupValue('$avg', findNumber(fields, stage)?.name);
    changeRows({ values: [...stage.values, value] }, value.key);
  };
  const zone = timeMode === 'utc' ? '' : getLocalZoneName();
  const range = findTimeRangeStage(draft);
  const unit = range?.enabled ? chooseGroupUnit(range, getServiceTime()) : 'hour';
  return (
    <div className={classes['group']}>
      <span className={classes['word']} aria-hidden>
        by
      </span>
      <div className={classes['keys']}>
        {stage.by.map((key, row) => (
          <GroupKeyChip
            key={key.key}
            value={key}
            label={`stage ${position + 1} field ${row + 1}`}
            editing={{
              name: names.get(key.key) ?? '',
              zone,
              suggestions: [...fields.fields.keys()],
              isInvalid: key.key === error?.row,
              openState: [openedKey === key.key, (opened) => setOpenedKey(opened ? key.key : undefined)],
            }}
            onChange={(next, typing) => onChange({ ...stage, by: stage.by.with(row, next) }, typing)}
            onRemove={() => changeRows({ by: stage.by.toSpliced(row, 1) }, getNeighborKey(stage.by, row))}
          />
        ))}
        {stage.by.length === 0 && <span className={shared['hint']}>All documents are one group.</span>}
        <Button
          data-add-row
          data-focus={stage.by.length === 0 ? true : undefined}
          variant="link"
          size="row"
          aria-label={`Field: add to groups of stage ${position + 1}`}
          onClick={() => addKey(createGroupKey())}
        >
          <IconPlus size={14} aria-hidden />
          Field
        </Button>
        {time && !stage.by.some(({ by }) => isDateUnit(by)) && (
          <Button
            variant="link"
            size="row"
            aria-label={`${time.name}, per ${unit}: add to groups of stage ${position + 1}`}
            onClick={() => addKey(createGroupKey(time.name, unit, zone))}
          >
            <IconPlus size={14} aria-hidden />
            {`${toVisibleText(time.name)}, per ${unit}`}
          </Button>
        )}
      </div>
      <span className={classes['word']} aria-hidden>
        give
      </span>
      <div className={classes['values']}>
        {stage.values.map((value, row) => (
          <GroupValueRow
            key={value.key}
            value={value}
            label={`stage ${position + 1} value ${row + 1}`}
            name={names.get(value.key) ?? ''}
            known={fields}
            isInvalid={value.key === error?.row}
            onChange={(next, typing) => onChange({ ...stage, values: stage.values.with(row, next) }, typing)}
            onRemove={() => changeRows({ values: stage.values.toSpliced(row, 1) }, getNeighborKey(stage.values, row))}
          />
        ))}
        <Button variant="link" size="row" aria-label={`Value: add to stage ${position + 1}`} onClick={addValue}>
          <IconPlus size={14} aria-hidden />
          Value
        </Button>
        {!supportsGroup && <GroupCostEstimate stageKey={stage.key} />}
      </div>
      {stage.values.length > 0 &&
        stage.enabled &&
        !draft.stages.slice(position + 1).some(({ kind, enabled }) => kind === 'group' && enabled) &&
        (extensions.includes('sort') || !supportsGroup) && (
          <TopGroups position={position} names={stage.values.map(({ key }) => names.get(key) ?? '')} />
        )}
    </div>
  );
}

const getNeighborKey = (rows: readonly { key: string }[], row: number) => (rows[row + 1] ?? rows[row - 1])?.key;

/** Finds the first numeric field that the stage does not already compute. */
function findNumber({ fields }: ObservedFields, { values }: GroupDraft): ObservedField | undefined {
  const used = new Set(values.map(({ field }) => field.trim()));
  return [...fields.values()].find((field) => !used.has(field.name) && isMostlyNumeric(field));
}

function isMostlyNumeric({ types, time, times }: ObservedField): boolean {
  const numbers = types.get('number') ?? 0;
  // a field of times in several formats has no unit
  if (time || 2 * times > numbers) return false;
  return [...types].every(([type, count]) => type === 'number' || type === 'null' || count < numbers);
}

function suggestFields({ fields }: ObservedFields, accumulator: AccumulatorName): string[] {
  const all = [...fields.values()];
  const isNumeric = accumulator === '$avg' || accumulator === '$sum';
  const fitting = isNumeric ? all.filter((field) => !field.time && field.types.has('number')) : all;
  return (fitting.length > 0 ? fitting : all).map(({ name }) => name);
}

/** Number of characters of a field, or of its name, that fit side by side. */
const SHORT_NAMES = 8;

type ValueRowProps = {
  value: GroupValueDraft;
  label: string;
  name: string;
  known: ObservedFields;
  isInvalid: boolean;
  onChange: (row: GroupValueDraft, typing?: string) => void;
  onRemove: () => void;
};

function GroupValueRow({ value, label, name, known, isInvalid, onChange, onRemove }: ValueRowProps) {
  const longest = Math.max(value.field.length, (value.name || name).length);
  const isLong = value.accumulator !== '$count' && longest > SHORT_NAMES;
  return (
    <fieldset
      className={classes['row']}
      data-row={value.key}
      data-long={isLong || undefined}
      data-invalid={isInvalid || undefined}
      aria-label={`Computed value, ${label}`}
    >
      <Select
        aria-label={`Computed, ${label}`}
        aria-invalid={isInvalid || undefined}
        options={ACCUMULATOR_OPTIONS}
        value={value.accumulator}
        onValueChange={(accumulator) => onChange({ ...value, accumulator })}
      />
      {value.accumulator !== '$count' && (
        <Autocomplete
          data-focus
          className={classes['field']}
          aria-label={`Field, ${label}`}
          aria-invalid={isInvalid || undefined}
          placeholder="field"
          suggestions={suggestFields(known, value.accumulator)}
          value={value.field}
          onTextChange={(field) => onChange({ ...value, field }, `group ${value.key}`)}
        />
      )}
      <span className={classes['word']} aria-hidden>
        as
      </span>
      <TextField
        className={classes['name']}
        aria-label={`Name of the result, ${label}`}
        placeholder={name}
        value={value.name}
        onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value }, `name ${value.key}`)}
      />
      <IconButton Icon={IconX} size="row" label={`Remove value, ${label}`} onClick={onRemove} />
    </fieldset>
  );
}
