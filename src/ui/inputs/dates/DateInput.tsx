import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { normalizeTypedDate } from '#lib/time/typedDate.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField, type TextFieldProps } from '#ui/inputs/TextField.tsx';
import { Calendar } from './Calendar.tsx';

export type DateInputProps = Omit<
  TextFieldProps,
  'type' | 'value' | 'end' | 'onFocus' | 'onChange' | 'onBlur' | 'onKeyDown'
> & {
  /** Date as `2026-01-31`, with time as `2026-01-31T12:04:31`, or '' if empty. */
  value: string;
  withTime?: boolean;
  onValueChange: (date: string) => void;
  /**
   * Called when the input loses the focus, with true if its text is an incomplete date. The text stays visible, but the
   * value is empty.
   */
  onIncompleteChange: (isIncomplete: boolean) => void;
};

/** Date input with a calendar. Uses the date format of the console, independent of browser and locale. */
export function DateInput({
  value,
  withTime = false,
  onValueChange,
  onIncompleteChange,
  disabled = false,
  ...field
}: DateInputProps) {
  const [typed, setTyped] = useState<string>();
  const [focused, setFocused] = useState(false);
  const [opened, setOpened] = useState(false);
  const calendarButton = useRef<HTMLButtonElement>(null);
  const formatted = value.replace('T', ' ');
  const applyText = (text: string, finished: boolean) => {
    const date = text.trim() === '' ? '' : normalizeTypedDate(text, { withTime, finished });
    if (date === undefined) return false;
    onIncompleteChange(false);
    if (date !== value) onValueChange(date);
    return true;
  };
  const close = () => {
    setOpened(false);
    calendarButton.current?.focus();
  };
  return (
    <>
      <TextField
        {...field}
        disabled={disabled}
        placeholder={withTime ? 'YYYY-MM-DD HH:MM:SS' : 'YYYY-MM-DD'}
        maxLength={19}
        value={focused || value === '' ? (typed ?? formatted) : formatted}
        onFocus={() => setFocused(true)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          applyText(currentTarget.value, false);
        }}
        onBlur={() => {
          setFocused(false);
          if (typed === undefined) return;
          if (applyText(typed, true)) return setTyped(undefined);
          onIncompleteChange(true);
          onValueChange('');
        }}
        onKeyDown={(event) => {
          if (!event.altKey || event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpened(true);
        }}
        end={
          <IconButton
            ref={calendarButton}
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
          today={getToday()}
          onDaySelect={(day) => {
            setTyped(undefined);
            onIncompleteChange(false);
            onValueChange(withTime ? `${day}T${value.slice(11) || '00:00:00'}` : day);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function getToday(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
