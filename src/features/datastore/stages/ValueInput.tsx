import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { type SeenField, timeOf } from '#pipeline/documents/fieldsSeen.ts';
import type { Condition } from '#pipeline/draft/stages/match.ts';
import { readValue, type TimeUnit, timeText, type ValueDraft } from '#pipeline/draft/value.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Pick } from '#ui/controls/Pick.tsx';
import { DateField } from '#ui/inputs/DateField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import card from './StageCard.module.css';
import classes from './ValueInput.module.css';

type Props = {
  condition: Condition;
  label: string;
  wrong: boolean;
  seenField: SeenField | undefined;
  onChange: (value: ValueDraft, typing?: string) => void;
};

export function ValueInput({ condition, label, wrong, seenField, onChange }: Props) {
  const { type, text } = condition.value;
  const change = (next: string) => onChange({ type, text: next }, `value ${condition.key}`);
  if (type === 'boolean') {
    return (
      <Pick
        className={card['value']}
        aria-label={label}
        options={['true', 'false']}
        value={text === 'false' ? 'false' : 'true'}
        onPick={(next) => onChange({ type, text: next })}
      />
    );
  }
  if (type === 'null') return <span className={`${card['value']} ${classes['null']}`}>null</span>;
  const list = condition.operator === 'in';
  const placeholder = type === 'json' ? (list ? '["a", "b"]' : '{"a": 1}') : list ? 'a, b, c' : 'value';
  return (
    <TextField
      className={card['value']}
      aria-label={label}
      aria-invalid={wrong || undefined}
      placeholder={placeholder}
      inputMode={type === 'number' && !list ? 'decimal' : 'text'}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      end={
        seenField?.compared &&
        !list && <TimeHelper unit={seenField.compared} value={condition.value} label={label} onChange={onChange} />
      }
    />
  );
}

type TimeProps = { unit: TimeUnit; value: ValueDraft; label: string; onChange: (value: ValueDraft) => void };

/** Date picker that writes a time in the field's own format: milliseconds, seconds or ISO text. */
function TimeHelper({ unit, value, label, onChange }: TimeProps) {
  const [torn, setTorn] = useState(false);
  const read = readValue(value);
  const time = 'value' in read ? timeOf(read.value, unit) : undefined;
  const write = (next: number) => onChange(timeText(next, unit));
  const unitWords = unit === 'iso' ? 'ISO text' : unit === 's' ? 'seconds since 1970' : 'milliseconds since 1970';
  return (
    <Popover
      label="Choose a time"
      place={{ width: 280, align: 'end' }}
      opener={(control) => (
        <IconButton {...control} size="row" label={`Choose a time: ${label}`} tip="Choose a time">
          <IconClock size={14} stroke={1.5} aria-hidden />
        </IconButton>
      )}
    >
      <div className={`${classes['time']} ${shared['panel']}`}>
        <DateField
          withTime
          aria-label="Local time"
          aria-invalid={torn || undefined}
          value={time === undefined ? '' : localText(time)}
          onDate={(date) => {
            const next = new Date(date).getTime();
            if (Number.isFinite(next)) write(next);
          }}
          onTorn={setTorn}
        />
        <div className={classes['presets']}>
          {PRESETS.map(({ words, ms }) => (
            <Button key={words} size="row" onClick={() => write(getServiceTime() - ms)}>
              {words}
            </Button>
          ))}
        </div>
        <p>
          {torn ? 'This is no whole time, so it is not written.' : `Written as ${unitWords}, as this field has it.`}
        </p>
      </div>
    </Popover>
  );
}

const PRESETS = [
  { words: 'now', ms: 0 },
  { words: '1 h ago', ms: 3_600_000 },
  { words: '1 d ago', ms: 86_400_000 },
  { words: '7 d ago', ms: 604_800_000 },
];

/** Formats a time as `2026-01-01T12:04:31` in the browser's zone, as the input requires. */
function localText(time: number): string {
  const date = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19);
}
