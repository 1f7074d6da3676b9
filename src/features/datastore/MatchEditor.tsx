import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Pick } from '#ui/Pick.tsx';
import { Suggest } from '#ui/Suggest.tsx';
import { TextField } from '#ui/TextField.tsx';
import { type Condition, emptyCondition, type MatchDraft } from './queryDraft.ts';
import classes from './StageCard.module.css';
import { VALUE_TYPES, withType } from './valueDraft.ts';

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
          <Suggest
            aria-label="Field"
            placeholder="field"
            suggestions={knownFields}
            value={condition.field}
            onType={(field) => replace({ ...condition, field })}
          />
          <Pick
            aria-label="Value type"
            options={VALUE_TYPES}
            value={condition.value.type}
            onPick={(type) => replace({ ...condition, value: withType(condition.value, type) })}
          />
          <ValueInput condition={condition} onChange={replace} />
          <IconButton
            label={`Remove condition ${row + 1}`}
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
          look="link"
          icon={<IconPlus size={14} aria-hidden />}
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
      <Pick aria-label="Value" options={['true', 'false']} value={text === 'true' ? 'true' : 'false'} onPick={change} />
    );
  }
  return (
    <TextField
      aria-label="Value"
      placeholder={type === 'null' ? 'null' : type === 'json' ? '{"$gt": 25}' : 'value'}
      disabled={type === 'null'}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      value={type === 'null' ? '' : text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
