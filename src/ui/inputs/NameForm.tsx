import { type FormEvent, useState } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './NameForm.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** Names that were imported may be longer. */
const NAME_MAX = 80;

type Props = Omit<TextFieldProps, 'value' | 'onChange'> & {
  label: string;
  /** What the button says. */
  action: string;
  /** A name to begin with. */
  start?: string;
  /** Whether what would be named is not there yet. */
  disabled?: boolean;
  /** Takes what was typed, without the space around it and never empty; `false` leaves it to be mended. */
  onGive: (name: string) => unknown;
};

/** One line to type a name into, and the button that takes it. */
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
