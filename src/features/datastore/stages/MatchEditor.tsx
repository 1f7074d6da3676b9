import { IconAlertTriangle, IconPlus, IconX } from '@tabler/icons-react';
import { useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime } from '#lib/time/time.ts';
import { createValueDraftForField, lintCondition } from '#pipeline/documents/lintCondition.ts';
import { detectTimeUnit, type ObservedFields, toTimeMs } from '#pipeline/documents/observedFields.ts';
import {
  adaptValueToOperator,
  CONDITION_OPERATOR_DEFINITIONS,
  CONDITION_OPERATORS,
} from '#pipeline/draft/operators.ts';
import { createMatchCondition, type MatchCondition, type MatchDraft } from '#pipeline/draft/stages/match.ts';
import {
  parseValueDraft,
  setValueType,
  type TimeUnit,
  VALUE_TYPE_LABELS,
  VALUE_TYPES,
  type ValueDraft,
} from '#pipeline/draft/valueDraft.ts';
import { focusAfter } from '#ui/browser/focus/focusAfter.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { ConditionValueInput } from './ConditionValueInput.tsx';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';

export function MatchEditor({ stage, position, error, fields, onChange }: StageEditorProps<MatchDraft>) {
  const { conditions } = stage;
  const change = (next: readonly MatchCondition[], typing?: string) => onChange({ ...stage, conditions: next }, typing);
  const changeRows = (next: readonly MatchCondition[], focusedRow: string | undefined) =>
    focusAfter(
      () => change(next),
      `[data-row="${focusedRow}"] [data-focus]`,
      `[data-card="${stage.key}"] [data-add-row]`,
    );
  const add = () => {
    const condition = createMatchCondition();
    changeRows([...conditions, condition], condition.key);
  };
  const remove = (row: number) =>
    changeRows(conditions.toSpliced(row, 1), (conditions[row + 1] ?? conditions[row - 1])?.key);
  return (
    <div>
      {conditions.length === 0 && <p className={shared['hint']}>No conditions: every document matches.</p>}
      {conditions.map((condition, row) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          positionLabel={`stage ${position + 1} condition ${row + 1}`}
          isInvalid={condition.key === error?.row}
          known={fields}
          onChange={(next, typing) => change(conditions.with(row, next), typing)}
          onRemove={() => remove(row)}
        />
      ))}
      <Button
        data-add-row
        data-focus={conditions.length === 0 ? true : undefined}
        variant="link"
        size="row"
        aria-label={`Condition: add to stage ${position + 1}`}
        onClick={add}
      >
        <IconPlus size={14} aria-hidden />
        Condition
      </Button>
    </div>
  );
}

type Props = {
  condition: MatchCondition;
  positionLabel: string;
  isInvalid: boolean;
  known: ObservedFields;
  onChange: (condition: MatchCondition, typing?: string) => void;
  onRemove: () => void;
};

function ConditionRow({ condition, positionLabel, isInvalid, known, onChange, onRemove }: Props) {
  const { extensions } = useQueryService();
  const { field, operator, value } = condition;
  const seenField = known.fields.get(field.trim());
  const operators = extensions.includes('operators')
    ? CONDITION_OPERATORS
    : CONDITION_OPERATORS.filter((name) => name === 'is' || name === operator);
  return (
    <fieldset className={classes['row']} data-row={condition.key} aria-label={`Condition ${positionLabel}`}>
      <Autocomplete
        data-focus
        className={classes['field']}
        aria-label={`Field, ${positionLabel}`}
        aria-invalid={(isInvalid && !field.trim()) || undefined}
        placeholder="field"
        suggestions={[...known.fields.keys()]}
        value={field}
        onTextChange={(next) => onChange(renameField(condition, next, known), `field ${condition.key}`)}
      />
      {operators.length > 1 && (
        <Select
          className={classes['operator']}
          aria-label={`Operator, ${positionLabel}`}
          options={operators.map((name) => ({ value: name, label: CONDITION_OPERATOR_DEFINITIONS[name].sign }))}
          value={operator}
          onValueChange={(next) => onChange({ ...condition, operator: next, value: adaptValueToOperator(next, value) })}
        />
      )}
      {operator !== 'exists' && (
        <Select
          className={classes['type']}
          aria-label={`Type, ${positionLabel}`}
          options={VALUE_TYPES.map((type) => ({ value: type, label: VALUE_TYPE_LABELS[type] }))}
          value={value.type}
          onValueChange={(type) => onChange({ ...condition, value: setValueType(value, type) })}
        />
      )}
      <ConditionValueInput
        condition={condition}
        label={`Value, ${positionLabel}`}
        isInvalid={isInvalid && field.trim() !== ''}
        seenField={seenField}
        onChange={(next, typing) => onChange({ ...condition, value: next }, typing)}
      />
      {operator !== 'exists' && <EpochTimeHint value={value} unit={seenField?.time} />}
      <IconButton Icon={IconX} size="row" label={`Remove condition, ${positionLabel}`} onClick={onRemove} />
      <ConditionLint
        condition={condition}
        known={known}
        onFix={(mended) => onChange({ ...condition, value: mended })}
      />
    </fieldset>
  );
}

function renameField(condition: MatchCondition, field: string, { fields }: ObservedFields): MatchCondition {
  const { operator, value } = condition;
  const [before, now] = [condition.field, field].map((name) => createValueDraftForField(fields.get(name.trim())));
  const isTyped = value.text !== '' && value.text !== before?.text;
  // resets a type that came from a shorter field name; a type that the user chose stays
  const next = now ?? (before?.type === value.type ? createMatchCondition().value : value);
  return { ...condition, field, value: isTyped || operator === 'exists' ? value : next };
}

function EpochTimeHint({ value, unit }: { value: ValueDraft; unit: TimeUnit | undefined }) {
  const mode = useTimeMode();
  const read = parseValueDraft(value);
  if (!unit || unit === 'iso' || 'complaint' in read || !detectTimeUnit(read.value)) return null;
  const time = toTimeMs(read.value, unit);
  // in epoch mode the number itself is already displayed
  const text = time === undefined ? undefined : formatTime(time, mode === 'epoch' ? 'local' : mode, getServiceTime());
  return text && <p className={`${classes['means']} ${shared['hint']}`}>{text}</p>;
}

type ConditionLintProps = { condition: MatchCondition; known: ObservedFields; onFix: (value: ValueDraft) => void };

function ConditionLint({ condition, known, onFix }: ConditionLintProps) {
  const lint = lintCondition(condition, known);
  if (!lint) return null;
  return (
    <p className={`${classes['lint']} ${shared['wrap']} ${shared['warningNote']}`}>
      <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      {lint.message}
      <Button variant="link" size="row" onClick={() => onFix(lint.fix)}>
        {`Change to ${VALUE_TYPE_LABELS[lint.type]}`}
      </Button>
    </p>
  );
}
