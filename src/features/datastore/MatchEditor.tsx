import { Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';

import { useRef } from 'react';
import { Button, IconButton } from '#ui/Button.tsx';

import { type Condition, emptyCondition, type MatchDraft } from './queryDraft.ts';
import classes from './StageCard.module.css';
import { VALUE_TYPES, type ValueType, withType } from './valueDraft.ts';

type Props = { stage: MatchDraft; knownFields: readonly string[]; onChange: (stage: MatchDraft) => void };

/** Conditions that all must hold: a field, the type of its value, the value. */
export function MatchEditor({ stage, knownFields, onChange }: Props) {
  const { conditions } = stage;
  const add = useRef<HTMLButtonElement>(null);
  const change = (next: readonly Condition[]) => onChange({ ...stage, conditions: next });
  const replace = (condition: Condition) =>
    change(conditions.map((old) => (old.key === condition.key ? condition : old)));
  return (
    <>
      {conditions.length === 0 && <p className={classes['hint']}>No condition: every document passes.</p>}
      {conditions.map((condition, row) => (
        <fieldset key={condition.key} className={classes['row']} aria-label={`Condition ${row + 1}`}>
          <Autocomplete
            aria-label="Field"
            placeholder="field"
            data={[...knownFields]}
            value={condition.field}
            onChange={(field) => replace({ ...condition, field })}
            comboboxProps={{ shadow: 'md' }}
          />
          <NativeSelect
            aria-label="Value type"
            data={[...VALUE_TYPES]}
            value={condition.value.type}
            onChange={(event) =>
              // the options are VALUE_TYPES
              replace({ ...condition, value: withType(condition.value, event.currentTarget.value as ValueType) })
            }
          />
          <ValueInput condition={condition} onChange={replace} />
          <IconButton
            aria-label={`Remove condition ${row + 1}`}
            onClick={() => {
              change(conditions.filter((other) => other.key !== condition.key));
              add.current?.focus();
            }}
          >
            <IconX size={16} aria-hidden />
          </IconButton>
        </fieldset>
      ))}
      <div>
        <Button
          ref={add}
          variant="subtle"
          size="compact"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change([...conditions, emptyCondition()])}
        >
          Condition
        </Button>
      </div>
    </>
  );
}

type ValueInputProps = { condition: Condition; onChange: (condition: Condition) => void };

function ValueInput({ condition, onChange }: ValueInputProps) {
  const { type, text } = condition.value;
  const change = (next: string) => onChange({ ...condition, value: { type, text: next } });
  if (type === 'boolean') {
    return (
      <NativeSelect
        aria-label="Value"
        data={['true', 'false']}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      aria-label="Value"
      placeholder={type === 'null' ? 'null' : type === 'json' ? '{"$gt": 25}' : 'value'}
      disabled={type === 'null'}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      spellCheck={false}
      value={type === 'null' ? '' : text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
