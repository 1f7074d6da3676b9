import { type FormEvent, useState } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './NameForm.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** Limit for typed names; imported names may be longer. */
const NAME_MAX = 80;

type Props = Omit<TextFieldProps, 'value' | 'onChange'> & {
  label: string;
  action: string;
  start?: string;
  /** Disables the form while the item to be named does not exist. */
  disabled?: boolean;
  /** Receives the trimmed, non-empty name; `false` keeps the text for correction. */
  onGive: (name: string) => unknown;
};

export function NameForm({ label, action, start = '', disabled = false, onGive, ...field }: Props) {
  const [typed, setTyped] = useState(start);
  const name = typed.trim();
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (name && !disabled && onGive(name) !== false) setTyped('');
  };
  return (
    <form className={`${classes['form']} ${shared['row']}`} onSubmit={give}>
      <TextField
        {...field}
        className={classes['name']}
        aria-label={label}
        maxLength={NAME_MAX}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" disabled={!name || disabled}>
        {action}
      </Button>
    </form>
  );
}
