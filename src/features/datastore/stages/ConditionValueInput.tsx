import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { getServiceTime } from '#lib/time/serviceClock.ts';
import { type ObservedField, toTimeMs } from '#pipeline/documents/observedFields.ts';
import type { MatchCondition } from '#pipeline/draft/stages/match.ts';
import { parseValueDraft, type TimeUnit, toTimeValueDraft, type ValueDraft } from '#pipeline/draft/valueDraft.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { DateField } from '#ui/inputs/DateField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './ConditionValueInput.module.css';
import card from './StageCard.module.css';

type Props = {
  condition: MatchCondition;
  label: string;
  isInvalid: boolean;
  seenField: ObservedField | undefined;
  onChange: (value: ValueDraft, typing?: string) => void;
};

export function ConditionValueInput({ condition, label, isInvalid, seenField, onChange }: Props) {
  const { type, text } = condition.value;
  const change = (next: string) => onChange({ type, text: next }, `value ${condition.key}`);
  if (type === 'boolean') {
    return (
      <Select
        data-value
        className={card['value']}
        aria-label={label}
        options={['true', 'false']}
        value={text === 'false' ? 'false' : 'true'}
        onValueChange={(next) => onChange({ type, text: next })}
      />
    );
  }
  if (type === 'null') return <span className={`${card['value']} ${classes['null']}`}>null</span>;
  const list = condition.operator === 'in';
  const placeholder = type === 'json' ? (list ? '["a", "b"]' : '{"a": 1}') : list ? 'a, b, c' : 'value';
  return (
    <TextField
      data-value
      className={card['value']}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      placeholder={placeholder}
      inputMode={type === 'number' && !list ? 'decimal' : 'text'}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      end={
        seenField?.compared &&
        !list && (
          <TimePickerPopover unit={seenField.compared} value={condition.value} label={label} onChange={onChange} />
        )
      }
    />
  );
}

type TimePickerProps = { unit: TimeUnit; value: ValueDraft; label: string; onChange: (value: ValueDraft) => void };

function TimePickerPopover({ unit, value, label, onChange }: TimePickerProps) {
  const [isIncomplete, setIsIncomplete] = useState(false);
  const read = parseValueDraft(value);
  const time = 'value' in read ? toTimeMs(read.value, unit) : undefined;
  const write = (next: number) => onChange(toTimeValueDraft(next, unit));
  const unitWords = unit === 'iso' ? 'ISO text' : unit === 's' ? 'epoch seconds' : 'epoch milliseconds';
  return (
    <Popover
      label="Choose a time"
      placement={{ width: 280, align: 'end' }}
      renderTrigger={(control) => (
        <IconButton {...control} size="row" label={`Choose a time: ${label}`} tooltip="Choose a time">
          <IconClock size={14} stroke={1.5} aria-hidden />
        </IconButton>
      )}
    >
      <div className={`${classes['time']} ${shared['panel']}`}>
        <DateField
          withTime
          aria-label="Local time"
          aria-invalid={isIncomplete || undefined}
          value={time === undefined ? '' : formatDateTimeInput(time, 'local')}
          onValueChange={(date) => {
            const next = new Date(date).getTime();
            if (Number.isFinite(next)) write(next);
          }}
          onIncompleteChange={setIsIncomplete}
        />
        <div className={classes['presets']}>
          {TIME_PRESETS.map(({ words, ms }) => (
            <Button key={words} size="row" onClick={() => write(getServiceTime() - ms)}>
              {words}
            </Button>
          ))}
        </div>
        <p>
          {isIncomplete
            ? 'This time is incomplete, so the value has not changed.'
            : `Stored as ${unitWords}, the format of this field.`}
        </p>
      </div>
    </Popover>
  );
}

const TIME_PRESETS = [
  { words: 'now', ms: 0 },
  { words: '1 h ago', ms: 3_600_000 },
  { words: '1 d ago', ms: 86_400_000 },
  { words: '7 d ago', ms: 604_800_000 },
];

export function formatDateTimeInput(time: number, zone: string): string {
  const shift = zone === 'utc' ? 0 : new Date(time).getTimezoneOffset() * 60_000;
  const date = new Date(time - shift);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19);
}
