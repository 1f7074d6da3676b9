import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readDate } from '#lib/time/typedDate.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField, type TextFieldProps } from '#ui/inputs/TextField.tsx';
import { Calendar } from './Calendar.tsx';

export type DateInputProps = Omit<
  TextFieldProps,
  'type' | 'value' | 'end' | 'onFocus' | 'onChange' | 'onBlur' | 'onKeyDown'
> & {
  /** `2026-01-31`, with its time `2026-01-31T12:04:31`; '' for none. */
  value: string;
  /** To the second, not to the day. */
  withTime?: boolean;
  /** Told of whatever is whole; '' is none. */
  onDate: (date: string) => void;
  /** Told whether what it was left with is no whole date: it counts as none, and stands there as it was typed. */
  onTorn: (torn: boolean) => void;
};

/**
 * A date as the console writes dates, the same in every browser and language: typed, or chosen from a calendar below it.
 * What is typed stays as it is until it is whole, or until it is left.
 */
export function DateInput({ value, withTime = false, onDate, onTorn, disabled = false, ...field }: DateInputProps) {
  const [typed, setTyped] = useState<string>();
  const [focused, setFocused] = useState(false);
  const [opened, setOpened] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const written = value.replace('T', ' ');
  const take = (text: string, finished: boolean) => {
    const date = text.trim() === '' ? '' : readDate(text, { withTime, finished });
    if (date === undefined) return false;
    onTorn(false);
    if (date !== value) onDate(date);
    return true;
  };
  const close = () => {
    setOpened(false);
    opener.current?.focus();
  };
  return (
    <>
      <TextField
        {...field}
        disabled={disabled}
        placeholder={withTime ? 'YYYY-MM-DD HH:MM:SS' : 'YYYY-MM-DD'}
        maxLength={19}
        value={focused || value === '' ? (typed ?? written) : written}
        onFocus={() => setFocused(true)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          take(currentTarget.value, false);
        }}
        onBlur={() => {
          setFocused(false);
          if (typed === undefined) return;
          if (take(typed, true)) return setTyped(undefined);
          onTorn(true);
          onDate('');
        }}
        onKeyDown={(event) => {
          if (!event.altKey || event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpened(true);
        }}
        end={
          <IconButton
            ref={opener}
            Icon={IconCalendar}
            size="row"
            label="Calendar"
            aria-expanded={opened}
            disabled={disabled}
            onClick={() => setOpened(!opened)}
          />
        }
      />
      {opened && !disabled && (
        <Calendar
          value={value.slice(0, 10)}
          today={today()}
          onDay={(day) => {
            setTyped(undefined);
            onTorn(false);
            onDate(withTime ? `${day}T${value.slice(11) || '00:00:00'}` : day);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** This day in the browser's zone. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
