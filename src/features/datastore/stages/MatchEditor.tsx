import { IconAlertTriangle, IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { formatTime } from '#lib/time/time.ts';
import { type FieldsSeen, timeOf, timeUnit } from '#pipeline/documents/fieldsSeen.ts';
import { learnedValue, lintOf } from '#pipeline/documents/lint.ts';
import { OPERATOR_WORDS, OPERATORS, withOperator } from '#pipeline/draft/operators.ts';
import { type Condition, type MatchDraft, newCondition } from '#pipeline/draft/stages/match.ts';
import { readValue, type TimeUnit, TYPE_NAMES, VALUE_TYPES, type ValueDraft, withType } from '#pipeline/draft/value.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeMode.ts';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';
import { ValueInput } from './ValueInput.tsx';

export function MatchEditor({ stage, position, complaint, onChange }: StageEditorProps<MatchDraft>) {
  const { conditions } = stage;
  const root = useRef<HTMLDivElement>(null);
  const change = (next: readonly Condition[], typing?: string) => onChange({ ...stage, conditions: next }, typing);
  /** Applies the change, then focuses the row with this key, or the add button if there is none. */
  const focusAfter = (next: readonly Condition[], key: string | undefined) => {
    flushSync(() => change(next));
    const row = root.current?.querySelector(`[data-row="${key}"]`);
    (row?.querySelector('input') ?? root.current?.querySelector<HTMLElement>('[data-add-condition]'))?.focus();
  };
  const add = () => {
    const condition = newCondition();
    focusAfter([...conditions, condition], condition.key);
  };
  const remove = (row: number) =>
    focusAfter(conditions.toSpliced(row, 1), (conditions[row + 1] ?? conditions[row - 1])?.key);
  return (
    <div ref={root}>
      {conditions.length === 0 && <p className={shared['hint']}>No condition: every document passes.</p>}
      {conditions.map((condition, row) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          place={`stage ${position + 1} condition ${row + 1}`}
          wrong={condition.key === complaint?.row}
          onChange={(next, typing) => change(conditions.with(row, next), typing)}
          onRemove={() => remove(row)}
        />
      ))}
      <Button
        data-add-condition
        data-focus={conditions.length === 0 ? true : undefined}
        look="link"
        size="row"
        aria-label={`Condition: add one to stage ${position + 1}`}
        onClick={add}
      >
        <IconPlus size={14} aria-hidden />
        Condition
      </Button>
    </div>
  );
}

type Props = {
  condition: Condition;
  place: string;
  wrong: boolean;
  onChange: (condition: Condition, typing?: string) => void;
  onRemove: () => void;
};

function ConditionRow({ condition, place, wrong, onChange, onRemove }: Props) {
  const { extensions } = useDatastore();
  const { seen } = useEditing();
  const { field, operator, value } = condition;
  const seenField = seen.fields.get(field.trim());
  const offered = extensions.includes('operators')
    ? OPERATORS
    : OPERATORS.filter((name) => name === 'is' || name === operator);
  return (
    <fieldset className={classes['row']} data-row={condition.key} aria-label={`Condition ${place}`}>
      <Suggest
        data-focus
        className={classes['field']}
        aria-label={`Field, ${place}`}
        aria-invalid={(wrong && !field.trim()) || undefined}
        placeholder="field"
        suggestions={[...seen.fields.keys()]}
        value={field}
        onType={(next) => onChange(renamed(condition, next, seen), `field ${condition.key}`)}
      />
      {offered.length > 1 && (
        <Pick
          className={classes['operator']}
          aria-label={`Operator, ${place}`}
          options={offered.map((name) => ({ value: name, label: OPERATOR_WORDS[name].sign }))}
          value={operator}
          onPick={(next) => onChange({ ...condition, operator: next, value: withOperator(next, value) })}
        />
      )}
      {operator !== 'exists' && (
        <Pick
          className={classes['type']}
          aria-label={`Type, ${place}`}
          options={VALUE_TYPES.map((type) => ({ value: type, label: TYPE_NAMES[type] }))}
          value={value.type}
          onPick={(type) => onChange({ ...condition, value: withType(value, type) })}
        />
      )}
      <ValueInput
        condition={condition}
        label={`Value, ${place}`}
        wrong={wrong && field.trim() !== ''}
        seenField={seenField}
        onChange={(next, typing) => onChange({ ...condition, value: next }, typing)}
      />
      {operator !== 'exists' && <Meaning value={value} unit={seenField?.time} />}
      <IconButton Icon={IconX} size="row" label={`Remove condition, ${place}`} onClick={onRemove} />
      <Lint condition={condition} onMend={(mended) => onChange({ ...condition, value: mended })} />
    </fieldset>
  );
}

/** Renames the condition's field. A value that was not typed yet takes the new field's known type. */
function renamed(condition: Condition, field: string, { fields }: FieldsSeen): Condition {
  const { operator, value } = condition;
  const [before, now] = [condition.field, field].map((name) => learnedValue(fields.get(name.trim())));
  const begun = value.text !== '' && value.text !== before?.text;
  // resets a type that came from a shorter field name; a type that the user chose stays
  const next = now ?? (before?.type === value.type ? newCondition().value : value);
  return { ...condition, field, value: begun || operator === 'exists' ? value : next };
}

/** The time that an epoch number stands for, if the field contains times in that unit. */
function Meaning({ value, unit }: { value: ValueDraft; unit: TimeUnit | undefined }) {
  const mode = useTimeMode();
  const read = readValue(value);
  if (!unit || unit === 'iso' || 'complaint' in read || !timeUnit(read.value)) return null;
  const time = timeOf(read.value, unit);
  // in epoch mode the number itself is already displayed
  const text = time === undefined ? undefined : formatTime(time, mode === 'epoch' ? 'local' : mode, getServiceTime());
  return text && <p className={`${classes['means']} ${shared['hint']}`}>{text}</p>;
}

function Lint({ condition, onMend }: { condition: Condition; onMend: (value: ValueDraft) => void }) {
  const lint = lintOf(condition, useEditing().seen);
  if (!lint) return null;
  return (
    <p className={`${classes['lint']} ${shared['wrap']} ${shared['flaw']}`}>
      <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      {lint.message}
      <Button look="link" size="row" onClick={() => onMend(lint.mended)}>
        Make it {ARTICLES[lint.type]}
      </Button>
    </p>
  );
}

const ARTICLES = { text: 'a text', number: 'a number', boolean: 'true / false', null: 'null', json: 'JSON' };
