import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ObservedField, ObservedFields } from '#pipeline/documents/observedFields.ts';
import {
  ACCUMULATOR_LABELS,
  type AccumulatorName,
  createGroupKey,
  createGroupValue,
  type GroupDraft,
  type GroupKeyDraft,
  type GroupValueDraft,
  getResultNames,
  isDateUnit,
} from '#pipeline/draft/stages/group.ts';
import { describeZone } from '#pipeline/draft/stages/range.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './GroupEditor.module.css';
import { datastoreStagesMessages } from './messages.ts';
import type { StageEditorProps } from './useStageEdits.ts';

const KEY_OPTIONS = [
  { value: 'value', label: datastoreStagesMessages.eachValue },
  { value: 'minute', label: datastoreStagesMessages.perMinute },
  { value: 'hour', label: datastoreStagesMessages.perHour },
  { value: 'day', label: datastoreStagesMessages.perDay },
  { value: 'week', label: datastoreStagesMessages.perWeek },
  { value: 'month', label: datastoreStagesMessages.perMonth },
  { value: 'bucket', label: datastoreStagesMessages.inStepsOf },
] as const;

// the keys of the labels are the accumulators
const ACCUMULATOR_OPTIONS = (Object.keys(ACCUMULATOR_LABELS) as AccumulatorName[]).map((value) => ({
  value,
  label: ACCUMULATOR_LABELS[value],
}));

export function GroupEditor({ stage, position, complaint, fields, onChange }: StageEditorProps<GroupDraft>) {
  const timeMode = useTimeMode();
  const root = useRef<HTMLDivElement>(null);
  const names = getResultNames(stage);
  const time = [...fields.fields.values()].find((field) => field.time !== undefined);
  const focusAfter = (next: Partial<GroupDraft>, key: string | undefined) => {
    flushSync(() => onChange({ ...stage, ...next }));
    const row = root.current?.querySelector(`[data-row="${key}"]`);
    (row ?? root.current)?.querySelector<HTMLElement>(row ? 'input, select' : '[data-add-row]')?.focus();
  };
  const addKey = (key: GroupKeyDraft) => focusAfter({ by: [...stage.by, key] }, key.key);
  const addValue = () => {
    const value = createGroupValue('$avg', findNumber(fields, stage)?.name);
    focusAfter({ values: [...stage.values, value] }, value.key);
  };
  const zone = timeMode === 'utc' ? '' : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const suggestions = [...fields.fields.keys()];
  return (
    <div ref={root} className={classes['group']}>
      {stage.by.map((key, row) => (
        <GroupKeyRow
          key={key.key}
          value={key}
          label={datastoreStagesMessages.fieldRow(position + 1, row + 1)}
          zone={zone}
          suggestions={suggestions}
          isInvalid={key.key === complaint?.row}
          onChange={(next, typing) => onChange({ ...stage, by: stage.by.with(row, next) }, typing)}
          onRemove={() => focusAfter({ by: stage.by.toSpliced(row, 1) }, (stage.by[row + 1] ?? stage.by[row - 1])?.key)}
        />
      ))}
      {stage.by.length === 0 && <p className={shared['hint']}>{datastoreStagesMessages.singleGroupHint}</p>}
      <div className={shared['wrap']}>
        <Button
          data-add-row
          data-focus={stage.by.length === 0 ? true : undefined}
          variant="link"
          size="row"
          aria-label={datastoreStagesMessages.addGroupKey(position + 1)}
          onClick={() => addKey(createGroupKey())}
        >
          <IconPlus size={14} aria-hidden />
          {datastoreStagesMessages.field}
        </Button>
        {time && !stage.by.some(({ by }) => isDateUnit(by)) && (
          <Button
            variant="link"
            size="row"
            aria-label={datastoreStagesMessages.addTimePerHour(position + 1)}
            onClick={() => addKey(createGroupKey(time.name, 'hour', zone))}
          >
            <IconPlus size={14} aria-hidden />
            {datastoreStagesMessages.timePerHour}
          </Button>
        )}
      </div>
      {stage.values.map((value, row) => (
        <GroupValueRow
          key={value.key}
          value={value}
          label={datastoreStagesMessages.valueRow(position + 1, row + 1)}
          name={names.get(value.key) ?? ''}
          suggestions={suggestions}
          isInvalid={value.key === complaint?.row}
          onChange={(next, typing) => onChange({ ...stage, values: stage.values.with(row, next) }, typing)}
          onRemove={() =>
            focusAfter(
              { values: stage.values.toSpliced(row, 1) },
              (stage.values[row + 1] ?? stage.values[row - 1])?.key,
            )
          }
        />
      ))}
      <Button
        variant="link"
        size="row"
        aria-label={datastoreStagesMessages.addComputedValue(position + 1)}
        onClick={addValue}
      >
        <IconPlus size={14} aria-hidden />
        {datastoreStagesMessages.value}
      </Button>
    </div>
  );
}

/** Finds the first numeric field that the stage does not already compute. */
function findNumber({ fields }: ObservedFields, { values }: GroupDraft): ObservedField | undefined {
  const used = new Set(values.map(({ field }) => field.trim()));
  return [...fields.values()].find(
    ({ name, types, time }) => !time && !used.has(name) && types.has('number') && !types.has('text'),
  );
}

type RowProps<Row> = {
  value: Row;
  label: string;
  suggestions: readonly string[];
  isInvalid: boolean;
  onChange: (row: Row, typing?: string) => void;
  onRemove: () => void;
};

function GroupKeyRow({ value, zone, ...props }: RowProps<GroupKeyDraft> & { zone: string }) {
  const { label, onChange, onRemove } = props;
  const changeBy = (by: GroupKeyDraft['by']) =>
    onChange({ ...value, by, zone: isDateUnit(by) ? value.zone || zone : '' });
  return (
    <fieldset className={classes['row']} data-row={value.key} aria-label={datastoreStagesMessages.groupBy(label)}>
      <span className={classes['word']} aria-hidden>
        {datastoreStagesMessages.by}
      </span>
      <RowFieldInput {...props} value={value} label={datastoreStagesMessages.groupBy(props.label)} />
      <Select aria-label={`Grouped, ${label}`} options={KEY_OPTIONS} value={value.by} onValueChange={changeBy} />
      {value.by === 'bucket' && (
        <TextField
          className={classes['width']}
          aria-label={`Step, ${label}`}
          inputMode="decimal"
          value={value.width}
          onChange={({ currentTarget }) => onChange({ ...value, width: currentTarget.value }, `width ${value.key}`)}
        />
      )}
      {isDateUnit(value.by) && (
        <span className={`${classes['zone']} ${shared['hint']}`}>{describeZone(value.zone || 'utc')}</span>
      )}
      <IconButton Icon={IconX} size="row" label={datastoreStagesMessages.removeField(label)} onClick={onRemove} />
    </fieldset>
  );
}

function GroupValueRow({ value, name, ...props }: RowProps<GroupValueDraft> & { name: string }) {
  const { label, onChange, onRemove } = props;
  const isCount = value.accumulator === '$count';
  return (
    <fieldset className={classes['row']} data-row={value.key} aria-label={datastoreStagesMessages.computedValue(label)}>
      <Select
        aria-label={`Computed, ${label}`}
        options={ACCUMULATOR_OPTIONS}
        value={value.accumulator}
        onValueChange={(accumulator) => onChange({ ...value, accumulator })}
      />
      {!isCount && <RowFieldInput {...props} value={value} label={`Field, ${props.label}`} />}
      <span className={classes['word']} aria-hidden>
        {datastoreStagesMessages.as}
      </span>
      <TextField
        aria-label={datastoreStagesMessages.nameOfResult(label)}
        placeholder={name}
        value={value.name}
        onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value }, `name ${value.key}`)}
      />
      <IconButton Icon={IconX} size="row" label={datastoreStagesMessages.removeValue(label)} onClick={onRemove} />
    </fieldset>
  );
}

function RowFieldInput<Row extends GroupKeyDraft | GroupValueDraft>(props: Omit<RowProps<Row>, 'onRemove'>) {
  const { value, label, suggestions, isInvalid, onChange } = props;
  return (
    <Autocomplete
      data-focus
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      placeholder="field"
      suggestions={[...suggestions]}
      value={value.field}
      onTextChange={(field) => onChange({ ...value, field }, `group ${value.key}`)}
    />
  );
}
