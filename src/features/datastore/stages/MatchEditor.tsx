import { IconAlertTriangle, IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { lintOf } from '#pipeline/documents/lint.ts';
import { OPERATOR_WORDS, OPERATORS, withOperator } from '#pipeline/draft/operators.ts';
import { type Condition, type MatchDraft, newCondition } from '#pipeline/draft/stages/match.ts';
import { TYPE_NAMES, VALUE_TYPES, type ValueDraft, withType } from '#pipeline/draft/value.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './StageCard.module.css';
import type { StageEditorProps } from './useStageEdits.ts';
import { ValueInput } from './ValueInput.tsx';

/** Conditions that all must hold. */
export function MatchEditor({ stage, position, complaint, onChange }: StageEditorProps<MatchDraft>) {
  const { conditions } = stage;
  const root = useRef<HTMLDivElement>(null);
  const change = (next: readonly Condition[], typing?: string) => onChange({ ...stage, conditions: next }, typing);
  /** Does it, then gives the focus to a row by its key; without one, to what adds conditions. */
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
        aria-label={`Add a condition to stage ${position + 1}`}
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
  /** Which condition it is, for the names of its controls. */
  place: string;
  wrong: boolean;
  onChange: (condition: Condition, typing?: string) => void;
  onRemove: () => void;
};

/** One condition: the field, the operator, the type of the value, the value; and what is odd about that type. */
function ConditionRow({ condition, place, wrong, onChange, onRemove }: Props) {
  const { extensions } = useDatastore();
  const { seen } = useEditing();
  const { field, operator, value } = condition;
  const offered = extensions.includes('operators')
    ? OPERATORS
    : OPERATORS.filter((name) => name === 'is' || name === operator);
  return (
    <fieldset
      className={classes['row']}
      data-row={condition.key}
      data-plain={offered.length === 1 || operator === 'exists' || undefined}
      aria-label={`Condition ${place}`}
    >
      <Suggest
        data-focus
        aria-label={`Field, ${place}`}
        aria-invalid={(wrong && !field.trim()) || undefined}
        placeholder="field"
        suggestions={[...seen.fields.keys()]}
        value={field}
        onType={(next) => onChange({ ...condition, field: next }, `field ${condition.key}`)}
      />
      {offered.length > 1 && (
        <Pick
          aria-label={`Operator, ${place}`}
          options={offered.map((name) => ({ value: name, label: OPERATOR_WORDS[name].sign }))}
          value={operator}
          onPick={(next) => onChange({ ...condition, operator: next, value: withOperator(next, value) })}
        />
      )}
      {operator !== 'exists' && (
        <Pick
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
        seenField={seen.fields.get(field.trim())}
        onChange={(next, typing) => onChange({ ...condition, value: next }, typing)}
      />
      <IconButton Icon={IconX} size="row" label={`Remove condition, ${place}`} onClick={onRemove} />
      <Lint condition={condition} onMend={(mended) => onChange({ ...condition, value: mended })} />
    </fieldset>
  );
}

/** What is odd about the type of a condition's value. */
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
