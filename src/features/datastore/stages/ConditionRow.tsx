import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useDatastore, useEditing } from '#features/datastore/DatastorePlace.tsx';
import { lintOf } from '#pipeline/documents/lint.ts';
import { OPERATOR_WORDS, OPERATORS, withOperator } from '#pipeline/draft/operators.ts';
import type { Condition } from '#pipeline/draft/stages/match.ts';
import { TYPE_NAMES, VALUE_TYPES, type ValueDraft, withType } from '#pipeline/draft/value.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import classes from './StageCard.module.css';
import { ValueInput } from './ValueInput.tsx';

type Props = {
  condition: Condition;
  /** Which condition it is, for the names of its controls. */
  place: string;
  wrong: boolean;
  onChange: (condition: Condition, typing?: string) => void;
  onRemove: () => void;
};

/** One condition: the field, the operator, the type of the value, the value; and what is odd about that type. */
export function ConditionRow({ condition, place, wrong, onChange, onRemove }: Props) {
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
      <IconButton size="row" label={`Remove condition, ${place}`} onClick={onRemove}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <Lint condition={condition} onMend={(mended) => onChange({ ...condition, value: mended })} />
    </fieldset>
  );
}

/** What is odd about the type of a condition's value. */
function Lint({ condition, onMend }: { condition: Condition; onMend: (value: ValueDraft) => void }) {
  const lint = lintOf(condition, useEditing().seen);
  if (!lint) return null;
  return (
    <p className={classes['lint']}>
      <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      {lint.message}
      <Button look="link" size="row" onClick={() => onMend(lint.mended)}>
        Make it {ARTICLES[lint.type]}
      </Button>
    </p>
  );
}

const ARTICLES = { text: 'a text', number: 'a number', boolean: 'true / false', null: 'null', json: 'JSON' };
