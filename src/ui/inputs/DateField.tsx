import { useState } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** Before it a year is one that is still being typed: 2, 20 and 202 are on the way to 2026. */
const FIRST_YEAR = 1000;
/** Four digits are a year: the fifth begins what comes after it. */
const LAST_DAY = '9999-12-31';

type Props = Omit<TextFieldProps, 'type' | 'value' | 'onFocus' | 'onChange' | 'onBlur'> & {
  /** `2026-01-31`, with its time `2026-01-31T12:04:31`; '' for none. */
  value: string;
  /** To the second, not to the day. */
  withTime?: boolean;
  /** Told of whatever is whole; '' is none. */
  onDate: (date: string) => void;
  /** Told whether what it was left with is no whole date: it counts as none, and stands there as it was typed. */
  onTorn: (torn: boolean) => void;
};

/** A date, as the browser has it typed or chosen. What is typed stays as it is until it is whole, or until it is left. */
export function DateField({ value, withTime = false, onDate, onTorn, ...field }: Props) {
  const [typed, setTyped] = useState<string>();
  const [focused, setFocused] = useState(false);
  return (
    <TextField
      {...field}
      type={withTime ? 'datetime-local' : 'date'}
      step={withTime ? 1 : undefined}
      max={withTime ? `${LAST_DAY}T23:59:59` : LAST_DAY}
      value={focused || value === '' ? (typed ?? value) : value}
      onFocus={() => setFocused(true)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (isTorn(currentTarget)) return;
        onTorn(false);
        onDate(currentTarget.value);
      }}
      onBlur={({ currentTarget }) => {
        const torn = isTorn(currentTarget);
        setFocused(false);
        onTorn(torn);
        if (torn) onDate('');
        else setTyped(undefined);
      }}
    />
  );
}

/** The browser gives no value of a date of which a part is missing, only that there is something. */
function isTorn({ value, validity }: HTMLInputElement): boolean {
  return validity.badInput || (value !== '' && Number.parseInt(value, 10) < FIRST_YEAR);
}
